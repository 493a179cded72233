import type { Seat } from "../wire.ts";

/** The name to show for a seat. */
export type Names = (seat: Seat) => string;

/** Replaces every placeholder `{s3}` by the name of that seat. */
export function withNames(text: string, names: Names): string {
  return text.replace(/\{s([1-9]\d?)\}/g, (_, number: string) => names(Number(number)));
}
