import type { Hint } from "../wire.ts";

/** A difference counts from this many standard errors on, and from this size on, as in hints and reviews. */
const CLEAR = 2;
const APART = 0.02;
const key = (match: string) => `sanguis/hinted/${match}`;

/** The options that a hint advises: the best one, and those that are about as good. */
export function advisedBy({ options }: Pick<Hint, "options">): number[] {
  const [best] = options;
  return options.filter((option) => best && best.chance - option.chance < Math.max(CLEAR * option.noise, APART)).map(({ code }) => code);
}

/** Keeps in this browser what was advised before an action of a match. */
export function keepHint(match: string, version: number, hint: Hint): void {
  try {
    localStorage.setItem(key(match), JSON.stringify({ ...readHints(match), [version]: advisedBy(hint) }));
  } catch {
    // Without storage a review may name what a hint advised.
  }
}

/** What was advised in a match, by the number of actions before it. */
export function readHints(match: string): Record<number, number[]> {
  try {
    return JSON.parse(localStorage.getItem(key(match)) ?? "{}") as Record<number, number[]>;
  } catch {
    return {};
  }
}
