import type { Seat } from "../wire.ts";

/** What a seat is called. */
export type Names = (seat: Seat) => string;

/** Puts names into a text: every placeholder `{s3}` becomes what `names` says of that seat. */
export function withNames(text: string, names: Names): string {
  return text.replace(/\{s([1-9]\d?)\}/g, (_, number: string) => names(Number(number)));
}
