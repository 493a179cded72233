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
  /** The version of the table when it was over, where that is known. */
  until?: number;
}

/** Splits what happened into turns: `opener` says whose turn a line opens. */
export function split(past: Happened[], opener: (line: Line) => Seat | undefined): (Turn & { lines: Line[] })[] {
  const turns: (Turn & { lines: Line[] })[] = [];
  past.forEach(({ lines }, i) => {
    for (const line of lines) {
      const [seat, last] = [opener(line), turns.at(-1)];
      if (seat != null) {
        if (last) last.to = i + (lines[0] === line ? 0 : 1);
        turns.push({ seat, text: "", from: lines[0] === line ? i : i + 1, to: past.length, lines: [] });
      } else last?.lines.push(line);
    }
  });
  return turns.filter((turn) => turn.from < turn.to);
}

/** A game's `turns.ts`: sums up turns. `say` says a text of the house. */
export type SumUp = (past: Happened[], names: Names, say: (text: string) => string) => Turn[];
