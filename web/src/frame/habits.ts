import type { GameBox } from "../wire.ts";
import { firstTable } from "./registry.ts";

/** How somebody plays a game against bots. */
export interface Habit {
  /** The level of the bots. */
  level: string;
  /** How many sit at the table. */
  players: number;
}

const KEY = "sanguis.habits";

function all(): Record<string, Partial<Habit> | undefined> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Partial<Habit>>) : {};
  } catch {
    return {};
  }
}

/** Has this browser never seen the end of a match of this game? */
export const isNewcomer = (game: string) => all()[game] == null;

/** What "Play now" begins with: easy bots at a small table for newcomers, then what was chosen last, or the usual. */
export function habitOf(box: GameBox): Habit {
  const kept = all()[box.id];
  if (!kept) return { level: box.levels[0]?.id ?? "easy", players: firstTable(box) };
  const level = box.levels.find(({ id }) => id === kept.level) ?? box.levels[Math.floor(box.levels.length / 2)];
  const fits = Number.isInteger(kept.players) && kept.players! >= box.min_players && kept.players! <= box.max_players;
  return { level: level?.id ?? "normal", players: fits ? kept.players! : box.usual_players };
}

/** Somebody has played the game, or chosen how to. */
export function keepHabit(game: string, habit: Partial<Habit> = {}): void {
  const kept = all();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [game]: { ...kept[game], ...habit } }));
  } catch {
    // Without storage everybody stays a newcomer.
  }
}
