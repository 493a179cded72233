import type { TableComponent } from "../lib/table.ts";

/** How a game stands on the front page: its picture, its colours, and how its table is fetched. */
export interface Dress {
  /** The picture on the box. */
  icon: string;
  /** A word for the box's art direction; frame/box.css knows it. */
  look: string;
}

const dresses: Record<string, Dress> = {
  "blood-bound": { icon: "plain-dagger", look: "hall" },
  bloodlust: { icon: "vampire-dracula", look: "night" },
  bloodstones: { icon: "stone-axe", look: "map" },
  bloodwood: { icon: "werewolf", look: "clearing" },
  "kings-blood": { icon: "imperial-crown", look: "manuscript" },
};

/** The box of a game; a game that nobody has dressed yet gets a plain one. */
export function dress(game: string): Dress {
  return dresses[game] ?? { icon: "drop", look: "plain" };
}

const tables = import.meta.glob<{ default: TableComponent }>("../games/*/Table.svelte");
const icons: Record<string, () => Promise<unknown>> = {
  "blood-bound": () => import("virtual:icons/blood-bound"),
  bloodlust: () => import("virtual:icons/bloodlust"),
  bloodstones: () => import("virtual:icons/bloodstones"),
  bloodwood: () => import("virtual:icons/bloodwood"),
  "kings-blood": () => import("virtual:icons/kings-blood"),
};

/** Fetches a game's table and pictures; the generic table where it has none of its own or the generic one is asked for. */
export async function fetchTable(game: string, generic = false): Promise<TableComponent> {
  const own = generic ? undefined : tables[`../games/${game}/Table.svelte`];
  const load = own ?? tables["../games/generic/Table.svelte"]!;
  const [table] = await Promise.all([load(), icons[game]?.()]);
  return table.default;
}
