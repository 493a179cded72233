import type { Sitter } from "../wire.ts";
import { t } from "../words/words.svelte.ts";

/** The house accepts no longer names. */
export const LONGEST_NAME = 24;

/** The name to show for a chair. */
export function sitterName(sitter: Sitter | undefined, seat: number): string {
  if (!sitter || sitter.kind === "open" || sitter.kind === "invited") return t("new.seat", { seat });
  return sitter.name;
}
