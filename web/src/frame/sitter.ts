import type { Sitter } from "../wire.ts";
import { t } from "../words/words.svelte.ts";

/** The house accepts no longer names. */
export const LONGEST_NAME = 24;

/** What the house calls a person at a shared device or in a terminal who has no name. */
const NAMELESS = /^Player (\d+)$/;
/** A person's name. One that nobody chose is said in the reader's language. */
export function personName(name: string): string {
  const seat = NAMELESS.exec(name)?.[1];
  return seat ? t("new.player", { seat }) : name;
}

/** The name to show for a chair. */
export function sitterName(sitter: Sitter | undefined, seat: number): string {
  if (!sitter || sitter.kind === "open" || sitter.kind === "invited") return t("new.seat", { seat });
  return sitter.kind === "person" ? personName(sitter.name) : sitter.name;
}
