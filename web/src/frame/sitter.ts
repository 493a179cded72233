import type { Sitter } from "../wire.ts";
import { t } from "../words/words.svelte.ts";

/** What whoever sits on a chair is called. */
export function sitterName(sitter: Sitter | undefined, seat: number): string {
  if (!sitter || sitter.kind === "open" || sitter.kind === "invited") return t("new.seat", { seat });
  return sitter.name;
}
