import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import { Selection } from "../lib/selection.svelte.ts";
import { GAMES, type GameId } from "../shelf.ts";
import type { Seat, View } from "../wire.ts";
import { boxArt, boxArts, fetchTable } from "./registry.ts";

const src = join(import.meta.dirname, "..");
const fixtures = join(src, "../fixtures");
const games = Object.keys(GAMES) as GameId[];
const tables = readdirSync(join(src, "games")).filter((folder) => folder !== "generic");

describe("the games of the shelf", () => {
  it.each(tables)("games/%s is the table of one of them", (folder) => {
    expect(games, `src/games/${folder} draws no game of the shelf: name the folder after a game's id, or remove it.`).toContain(folder);
    expect(Object.keys(boxArts), `${folder} has a table but no box art: add it to boxArts in src/frame/registry.ts.`).toContain(folder);
  });

  it.each(Object.keys(boxArts))("%s has a table to go with its box art", (game) => {
    expect(tables, `${game} has box art but no table: draw src/games/${game}/Table.svelte, or remove its entry from boxArts in src/frame/registry.ts.`).toContain(game);
  });

  it.each(games)("%s has recorded views to draw", (game) => {
    const own = readdirSync(fixtures).filter((file) => file.startsWith(`${game}-`));
    expect(own.length, `fixtures/ has no view of ${game}: run \`cargo xtask fixtures\`.`).toBeGreaterThan(0);
  });

  it("that have no table of their own get the generic one and a plain box", async () => {
    expect(await fetchTable("a-sixth-game")).toBe(await fetchTable("bloodlust", true));
    expect(await fetchTable("bloodlust")).not.toBe(await fetchTable("bloodlust", true));
    expect(boxArt("a-sixth-game").style).toBe("plain");
  }, 30_000);
});

describe("the generic table", () => {
  it.each(games)("draws every seat, area and card of %s, and all that an option touches", async (game) => {
    const { you, names, view } = JSON.parse(readFileSync(join(fixtures, `${game}-middle.json`), "utf8")) as { you: Seat; names: string[]; view: View };
    const { scene, options, outcome } = view;
    const target = document.createElement("div");
    const props = { scene, options, names: (seat: Seat) => names[seat - 1]!, you, selection: new Selection(() => {}), choose: () => {}, undo: null, match: "", outcome };
    const table = mount(await fetchTable(game, true), { target, props });
    flushSync();
    const drawn = [...target.querySelectorAll<HTMLElement>("[data-id]")].map((node) => node.dataset.id);
    const cards = scene.tree?.cards.map((card) => card.piece) ?? [];
    const wanted = [...scene.seats, ...(scene.map?.areas ?? []), ...cards].map((element) => element.id);
    expect(drawn).toEqual(expect.arrayContaining([...wanted, ...options.flatMap((option) => option.touches ?? [])]));
    await unmount(table);
  }, 30_000);
});
