import type { Choice, Hint } from "../wire.ts";
import { kind } from "../lib/plan.svelte.ts";
import { shared } from "./answers.ts";

/** What each kind of option is called: "Strike …", or its label where there is only one. */
function kinds(options: Choice[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of options) {
    const alike = options.filter((other) => kind(other) === kind(one)).map((option) => option.label);
    const [lead, tail] = shared(alike);
    names.set(kind(one), alike.length === 1 ? one.label : `${lead} … ${tail}`.trim());
  }
  return names;
}

/** What the options of a hint are about, without saying which; empty where that would be said of all options. */
export function about(hint: Hint, options: Choice[]): string[] {
  const all = kinds(options);
  const meant = new Set(options.filter((option) => hint.options.some(({ code }) => code === option.code)).map(kind));
  return meant.size < all.size ? [...meant].map((kind) => all.get(kind)!).filter((words) => words !== "…") : [];
}

/** Do the chances tell the options apart, beyond what the search cannot know? */
export function tells({ options }: Hint): boolean {
  const chances = options.map(({ chance }) => chance);
  return options.length > 1 && Math.max(...chances) - Math.min(...chances) > Math.max(...options.map(({ noise }) => noise));
}

/** Which stage comes after this one. What would tell nothing is left out: a look at most of what there is, and a choice among all options. */
export function nextStage(hint: Hint, stage: number, options: Choice[], own: string): number {
  const all = new Set(options.flatMap((option) => option.touches ?? []).filter((id) => id !== own));
  const look = hint.look.filter((id) => id !== own);
  if (stage === 0 && look.length > 0 && 2 * look.length <= all.size) return 1;
  return stage < 2 && hint.options.length < options.length ? 2 : 3;
}
