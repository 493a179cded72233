import type { Sitter } from "../wire.ts";
import { t } from "../words/words.svelte.ts";

/** The name to show for a chair. */
export function sitterName(sitter: Sitter | undefined, seat: number): string {
  if (!sitter || sitter.kind === "open" || sitter.kind === "invited") return t("new.seat", { seat });
  return sitter.name;
}
