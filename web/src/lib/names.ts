import type { Seat } from "../wire.ts";

/** The name to show for a seat. */
export type Names = (seat: Seat) => string;

/** Replaces every placeholder `{s3}` by the name of that seat. */
export function withNames(text: string, names: Names): string {
  return text.replace(/\{s([1-9]\d?)\}/g, (_, number: string) => names(Number(number)));
}

/** The first letter of a word, for where there is no room for more. Names that differ in a number are told apart by that. */
export function initial(word: string): string {
  return /\d+$/.exec(word)?.[0] ?? [...word][0] ?? "";
}

/** The first word of a name and the rest of it, for names on two lines. */
export function twoLines(name: string): [string, string] {
  const at = name.indexOf(" ");
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
}
