import type { Beat, Line, Seat } from "../wire.ts";
import { areAlike, atLeast, isAnswer, weightOf } from "./director.ts";

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
    const last = group.entries.at(-1);
    const before = last && areAlike(last.line, line) ? last : group.entries.some((entry) => areas(entry.line.beat) > 0) ? group.entries.find((entry) => areOneDeed(entry.line, line)) : undefined;
    if (before) before.alike.push(line);
    else group.entries.push({ line, alike: [] });
  });
  return groups;
}

/** The same thing done several times in one turn: villages that are built, tiles that pay. */
function areOneDeed({ beat: a }: Line, { beat: b }: Line): boolean {
  return a.by != null && a.by === b.by && ((isPayment(a) && isPayment(b)) || (isVillage(a) && isVillage(b)));
}
const areas = (beat: Beat): number => beat.touches?.filter((id) => id.startsWith("area/")).length ?? 0;
/** What is shown in small and happens in no place. */
const isPayment = (beat: Beat): boolean => beat.face != null && beat.weight === "small" && !beat.touches?.length;
const isVillage = (beat: Beat): boolean => beat.icon === "village" && areas(beat) === 1 && !beat.on?.length;

/** Where each of these happened, by the names of places, with how often; empty if not all of them happened in one place each. */
export function placesOf(lines: Line[], nameOf: (id: string) => string | undefined): { name: string; count: number }[] {
  const found = new Map<string, number>();
  for (const { beat } of lines) {
    const names = (beat.touches ?? []).flatMap((id) => nameOf(id) ?? []);
    if (names.length !== 1) return [];
    found.set(names[0]!, (found.get(names[0]!) ?? 0) + 1);
  }
  return [...found].map(([name, count]) => ({ name, count }));
}

/** How far back a line may reach that what happened last is part of. */
const REACH = 60;

/** Where the same happened last to several seats, what did it to them: the weightiest line of its group. After a deed done to somebody, the deed. */
export function cause(lines: Line[]): Line | undefined {
  const group = grouped(lines.slice(-REACH)).at(-1);
  const last = group?.entries.findLast(({ line }) => atLeast(line, "small"));
  if (!group || !last || isAnswer(last.line)) return undefined;
  if (last.alike.length === 0) return deed(group.entries, last);
  if (areOneDeed(last.line, last.alike[0]!)) return undefined;
  return group.entries.map(({ line }) => line).reduce((one, other) => (atLeast(other, weightOf(one)) && !atLeast(one, weightOf(other)) ? other : one));
}

/** What somebody did to another, if what happened last only says what came of it. */
function deed(entries: Entry[], last: Entry): Line | undefined {
  if (atLeast(last.line, "medium")) return undefined;
  const before = entries.slice(0, entries.indexOf(last)).findLast(({ line }) => atLeast(line, "medium"))?.line;
  return before && atLeast(before, "large") && before.beat.by != null && before.beat.on?.some((seat) => seat !== before.beat.by) ? before : undefined;
}

/** Is a turn that is over still summed up? Until you have chosen something since, or somebody did something in your turn. */
export const isNews = (until = Infinity, chosenAt: number, answered = 0): boolean => until > chosenAt && until >= answered;

/** What comes first in a summary: what was done to you, then what changed the whole table. Turns are counted after it. */
export function foremost(lines: Line[], you: Seat | null): Line[] {
  const done = lines.filter((line) => you != null && line.beat.by !== you && line.beat.on?.includes(you) && atLeast(line, "large"));
  const changed = lines.filter((line) => !done.includes(line) && atLeast(line, "huge"));
  return [...done.slice(-2), ...changed.slice(-1)];
}
