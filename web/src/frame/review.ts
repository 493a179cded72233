import type { Line, Seat } from "../wire.ts";
import { isAnswer, weigh } from "./director.ts";

/** A moment of the game: every seat's chance to win, judged with all cards open, and what was told since the last one. */
export interface Judged {
  version: number;
  chances: number[];
  story: string[];
}

/** A moment at which the chances of a side moved much. */
export interface TurningPoint {
  version: number;
  /** The moment before it. */
  since: number;
  seats: Seat[];
  before: number;
  after: number;
  story: string[];
}

/** A decision that the bot would have made differently. */
export interface Advice {
  /** The number of the action. */
  version: number;
  seat: Seat;
  /** The code of what was done. */
  code: number;
  played: string;
  advised: string;
  played_chance: number;
  advised_chance: number;
  /** The standard error of the difference. */
  noise: number;
}

/** The part of `sanguis review --json` that a replay shows. */
export interface Review {
  moments: Judged[];
  /** Decisions that were worth something, the most costly ones of this seat first, then the others'. */
  advice: (you: Seat | null) => Advice[];
  /** What decided the game. */
  decided: string;
  /** Each seat's account in sentences, and the decision worth trying again: how many actions come before it. */
  accounts: Account[];
}

export interface Account {
  /** Without the first, where `unblamed` says it. */
  remarks: string[];
  again: number | null;
  /** No decision was clearly worse than another: how many were looked at closely, and of how many. */
  unblamed?: { closely: number; of: number };
}

/** The most turning points and the most pieces of advice that are shown, and what is too little to be shown. */
const MOST = 8;
const SWING = 0.08;
const WORTH = 0.03;
/** A difference counts from this many standard errors on. */
const CLEAR = 2;

/** Parses a review; null if there is none. */
export function readReview(text: string): Review | null {
  try {
    const { judgement, decided, accounts } = JSON.parse(text) as { judgement: { moments: { version: number; truth: number[]; story?: string[] }[]; advice?: Advice[]; decisions?: number[]; closely?: number[] }; decided?: string; accounts?: Account[] };
    const moments = judgement.moments.map(({ version, truth, story }) => ({ version: Number(version), chances: truth.map(Number), story: (story ?? []).map(String) }));
    const worth = (one: Advice) => one.advised_chance - one.played_chance;
    const all = (judgement.advice ?? []).filter((one) => worth(one) >= WORTH && worth(one) > CLEAR * one.noise).sort((a, b) => worth(b) - worth(a));
    const advice = (you: Seat | null) => [...all.filter((one) => one.seat === you), ...all.filter((one) => one.seat !== you)].slice(0, MOST);
    const told = (accounts ?? []).map(({ remarks, again }, i): Account => {
      const of = Number(judgement.decisions?.[i] ?? 0);
      const unblamed = again == null && of > 0 ? { closely: Number(judgement.closely?.[i] ?? of), of } : undefined;
      // "No clear mistake" would deny the drop that the curve shows there with all cards open.
      return { remarks: remarks.slice(unblamed ? 1 : 0).map(String), again: again == null ? null : Number(again), unblamed };
    });
    return moments.length > 0 ? { moments, advice, decided: String(decided ?? ""), accounts: told } : null;
  } catch {
    return null;
  }
}

/** Seats whose chances are always the same win and lose together. */
export function sidesOf(moments: Judged[]): Seat[][] {
  const sides = new Map<string, Seat[]>();
  for (let i = 0; i < (moments[0]?.chances.length ?? 0); i++) {
    const key = moments.map(({ chances }) => (chances[i] ?? 0).toFixed(3)).join();
    sides.set(key, [...(sides.get(key) ?? []), i + 1]);
  }
  return [...sides.values()];
}

/** The largest swings, in the order of the game. `told`: was something told between two moments that others could see? */
export function turningPoints(moments: Judged[], told: (after: number, until: number) => boolean): TurningPoint[] {
  const sides = sidesOf(moments);
  const points = moments.slice(1).flatMap((now, i) => {
    const was = moments[i]!;
    const change = (seats: Seat[]) => (now.chances[seats[0]! - 1] ?? 0) - (was.chances[seats[0]! - 1] ?? 0);
    // Of two sides that move as much, the one that gains is named.
    const seats = [...sides].sort((a, b) => Math.abs(change(b)) - Math.abs(change(a)) || change(b) - change(a))[0];
    if (!seats || Math.abs(change(seats)) < SWING || now.story.length === 0 || !told(was.version, now.version)) return [];
    return [{ version: now.version, since: was.version, seats, before: was.chances[seats[0]! - 1] ?? 0, after: now.chances[seats[0]! - 1] ?? 0, story: now.story }];
  });
  const swing = (one: TurningPoint) => Math.abs(one.after - one.before);
  return points.sort((a, b) => swing(b) - swing(a)).slice(0, MOST).sort((a, b) => a.version - b.version);
}

/** What turned it, in one line: the weightiest that is by or about the side, if there is one; of several the last. */
export function turnedBy({ since, version, seats }: TurningPoint, lines: Line[]): Line | undefined {
  const told = lines.filter((line) => line.version > since && line.version <= version && weigh(line) > 0 && !isAnswer(line));
  const theirs = told.filter(({ beat: { by, on } }) => (by != null && seats.includes(by)) || (on ?? []).some((seat) => seats.includes(seat)));
  // Whose turn begins, or that somebody takes something up, decides nothing.
  const acts = (of: Line[]) => of.filter((line) => !(line.beat.opens && line.beat.by == null));
  const most = (of: Line[]) => of.reduce<Line | undefined>((best, line) => (best && weigh(best) > weigh(line) ? best : line), undefined);
  return most(acts(theirs)) ?? most(acts(told)) ?? most(told);
}
