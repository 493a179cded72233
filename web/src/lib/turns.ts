import type { Line, Scene, Seat } from "../wire.ts";
import type { Names } from "./names.ts";

/** A change of the table, and what was told about it. */
export interface Happened {
  view: { scene: Scene };
  lines: Line[];
}

/** What a player did in a turn, in one line. */
export interface Turn {
  seat: Seat;
  text: string;
  /** The changes it is made of: from the first up to, not with, the last. */
  from: number;
  to: number;
}

/** A game's `turns.ts`: sums up turns. `say` says a text of the house. */
export type SumUp = (past: Happened[], names: Names, say: (text: string) => string) => Turn[];
