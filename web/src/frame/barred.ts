import { canBeChosen } from "../lib/detail.svelte.ts";
import type { Barred } from "../wire.ts";

/** Why what was tapped cannot be chosen, in the rules' own words; empty if it can, or is nothing to choose. */
export function whyBarred(barred: Barred[] | undefined, target: Element): string {
  const element = target.closest<HTMLElement>("[data-id]");
  if (!element || canBeChosen(element)) return "";
  const { id } = element.dataset;
  return barred?.find(({ about }) => about === id)?.text ?? "";
}
