import type { Choice } from "../../wire.ts";
import { figuresOf } from "../../words/said.ts";

/** The chances to win, tie and lose, in a hundred. */
export type Shares = [win: number, tie: number, lose: number];

/** Of a battle that an option would start, or of a swap: the chances as things are, and with the best tile swapped in where that changes them. */
export interface Odds {
  now: Shares;
  swapped: { pips: number; shares: Shares } | null;
}

const isShares = (figures: number[]): figures is Shares => figures.length === 3 && figures.reduce((sum, one) => sum + one) === 100;

/** The chances that an option tells. */
export function oddsOf(option: Choice): Odds | null {
  const told = figuresOf(option, "detail");
  const first = told.findIndex(isShares);
  if (first < 0) return null;
  const [pips, shares] = [told[first + 1]?.[0], told[first + 2]];
  return { now: told[first] as Shares, swapped: pips != null && shares && isShares(shares) ? { pips, shares } : null };
}
