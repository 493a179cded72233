import type { GameId } from "../shelf.ts";

export const PRESETS = ["quick", "classic", "everything"] as const;
export type PresetName = (typeof PRESETS)[number];

/** A table that one click sets up: how many play, and the options that differ from the usual ones. */
export interface Preset {
  players: number;
  options: Record<string, unknown>;
}

/** A short game with few players; the game as it is usually played; all that it has. */
export const presets: Record<GameId, Record<PresetName, Preset>> = {
  "blood-bound": { quick: { players: 6, options: {} }, classic: { players: 8, options: {} }, everything: { players: 11, options: {} } },
  bloodlust: { quick: { players: 3, options: { rounds: 2 } }, classic: { players: 4, options: {} }, everything: { players: 6, options: { target: 50, "ability-signs": true, spoken: true } } },
  bloodstones: { quick: { players: 2, options: { map: "twin-fords", regroups: 1 } }, classic: { players: 4, options: {} }, everything: { players: 6, options: { map: "the-wide-realm", cutiecorn: true } } },
  bloodwood: { quick: { players: 5, options: { rounds: 30 } }, classic: { players: 8, options: {} }, everything: { players: 12, options: { slowness: true } } },
  "kings-blood": { quick: { players: 3, options: { specials: "few" } }, classic: { players: 4, options: {} }, everything: { players: 4, options: { advanced: true, scoring: "a" } } },
};

/** The presets of a game; null if it has none. */
export function presetsOf(game: string): Record<PresetName, Preset> | null {
  return (presets as Partial<Record<string, Record<PresetName, Preset>>>)[game] ?? null;
}
