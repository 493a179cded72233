import { gameIcons } from "virtual:icons";
import type { TableComponent } from "../lib/table.ts";
import { type Gallery, hang } from "../lib/portraits.svelte.ts";
import type { Costly } from "../lib/fatal.ts";
import type { SoundSet } from "../lib/voices.ts";
import type { SumUp } from "../lib/turns.ts";
import type { GameId } from "../shelf.ts";

/** How a game's box looks on the front page. */
export interface BoxArt {
  icon: string;
  /** A class that GameBox.svelte styles. */
  style: string;
}

/** The games are listed in shelf.ts, written from the Rust shelf. This only adds art to some of them. */
export const boxArts: Partial<Record<GameId, BoxArt>> = {
  "blood-bound": { icon: "plain-dagger", style: "hall" },
  bloodlust: { icon: "vampire-dracula", style: "night" },
  bloodstones: { icon: "stone-axe", style: "map" },
  bloodwood: { icon: "werewolf", style: "clearing" },
  "kings-blood": { icon: "imperial-crown", style: "manuscript" },
};

/** A game's box art; a plain box for a game that has none. */
export function boxArt(game: string): BoxArt {
  return boxArts[game as GameId] ?? { icon: "drop", style: "plain" };
}

/** How many sit at a newcomer's first table: few, but enough for the game to work. */
const firstTables: Partial<Record<GameId, number>> = { "blood-bound": 6, bloodlust: 3, bloodstones: 2, bloodwood: 6, "kings-blood": 3 };

export function firstTable({ id, min_players }: { id: string; min_players: number }): number {
  return firstTables[id as GameId] ?? min_players;
}

const tables = import.meta.glob<{ default: TableComponent }>("../games/*/Table.svelte");

const summaries = import.meta.glob<{ sumUp: SumUp }>("../games/*/turns.ts");

/** Loads what sums up the turns of a game; not every game has that. */
export async function fetchSummary(game: string): Promise<SumUp | null> {
  return (await summaries[`../games/${game}/turns.ts`]?.())?.sumUp ?? null;
}

/** At once: the first question may already have such an answer. */
const costs = import.meta.glob<Costly>("../games/*/costly.ts", { eager: true, import: "costly" });

/** Which answers cost dearly in a game; not every game has any. */
export const costlyIn = (game: string): Costly | null => costs[`../games/${game}/costly.ts`] ?? null;

const soundSets = import.meta.glob<{ sounds: SoundSet }>("../games/*/sounds.ts");

/** Loads what a game sounds like. */
export async function fetchSounds(game: string): Promise<SoundSet> {
  return (await soundSets[`../games/${game}/sounds.ts`]?.())?.sounds ?? {};
}

const galleries = import.meta.glob<{ gallery: Gallery }>("../games/*/portraits.ts");

/** Loads the portraits of a game's characters. Nobody waits for them. */
async function fetchPortraits(game: string): Promise<void> {
  hang(null);
  hang((await galleries[`../games/${game}/portraits.ts`]?.())?.gallery ?? null);
}

/** Loads the pictures of a game's pieces. */
export async function fetchIcons(game: string): Promise<void> {
  await gameIcons[game]?.();
}

/** Loads a game's table and icons. A game without a table of its own gets the generic one, which draws any scene. */
export async function fetchTable(game: string, generic = false): Promise<TableComponent> {
  const own = generic ? undefined : tables[`../games/${game}/Table.svelte`];
  const load = own ?? tables["../games/generic/Table.svelte"]!;
  void fetchPortraits(game).catch(() => {});
  const [table] = await Promise.all([load(), fetchIcons(game)]);
  return table.default;
}
