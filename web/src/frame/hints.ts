import type { Choice, Hint } from "../wire.ts";
import { advisedBy } from "./hinted.ts";

/** Which stage comes after this one. What would tell nothing is left out: where no option is better than all others, that is said at once; so is a look at all there is, and a choice among all options. */
export function nextStage(hint: Hint, stage: number, options: Choice[], own: string): number {
  if (advisedBy(hint).length !== 1 || hint.options.length < 2) return 3;
  const all = new Set(options.flatMap((option) => option.touches ?? []).filter((id) => id !== own));
  const look = hint.look.filter((id) => id !== own);
  if (stage === 0 && look.length > 0 && 2 * look.length <= all.size) return 1;
  return stage < 2 && hint.options.length < options.length ? 2 : 3;
}
