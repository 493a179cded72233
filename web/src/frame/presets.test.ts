import { expect, it } from "vitest";
import { GAMES, type GameId } from "../shelf.ts";
import { PRESETS, presets, presetsOf } from "./presets.ts";

it.each(Object.keys(GAMES) as GameId[])("%s has three kinds of table, each with a number of players that it takes", (game) => {
  for (const name of PRESETS) {
    const { players } = presets[game][name];
    expect(players).toBeGreaterThanOrEqual(GAMES[game].seats[0]);
    expect(players).toBeLessThanOrEqual(GAMES[game].seats[1]);
  }
  expect(presets[game].classic.options).toEqual({});
});

it("a game that nobody has thought about has no presets", () => {
  expect(presetsOf("chess")).toBe(null);
});
