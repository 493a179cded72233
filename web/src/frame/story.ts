import type { Line } from "../wire.ts";
import { withNames } from "../lib/names.ts";
import { weightOf } from "./director.ts";

/** A line of the log with those after it that say the same of others. */
export interface Entry {
  line: Line;
  alike: Line[];
}

/** What belongs together: a turn, a night, an attack. */
export interface Group {
  /** The number of its first line. */
  first: number;
  entries: Entry[];
}

/** The log by turns, with lines that are alike folded into one. */
export function grouped(lines: Line[], from = 0): Group[] {
  const groups: Group[] = [];
  lines.forEach((line, i) => {
    let group = groups.at(-1);
    if (!group || line.beat.opens) groups.push((group = { first: from + i, entries: [] }));
    const before = group.entries.at(-1);
    if (before && areAlike(before.line, line)) before.alike.push(line);
    else group.entries.push({ line, alike: [] });
  });
  return groups;
}

/** The same of several seats: answers one after the other, or what one card does to everybody. */
function areAlike(before: Line, line: Line): boolean {
  const [a, b] = [before.beat, line.beat];
  return !!a.icon && a.icon === b.icon && a.weight === b.weight && !b.opens && !b.face && (isAnswer(line) || (line.version === before.version && weightOf(line) === "small" && amounts(before) === amounts(line)));
}

/** The numbers in a line, no matter whom it is about. */
const amounts = (line: Line): string | undefined => withNames(line.text, () => "").match(/\d+/g)?.join();

/** One of several answers that are given in secret. */
export const isAnswer = (line: Line): boolean => weightOf(line) === "aside" && line.beat.by != null;
