import { expect, test } from "vitest";
import type { Mark, Scene } from "../../wire.ts";
import { changes, nightBefore, tally, vampires } from "./vampires.ts";

const mark = (id: string, count?: number): Mark => ({ id, label: id, count, of: id.endsWith("health") ? 5 : null, tint: "plain" });

function scene(total: number, tonight: number, health: number, hunting: boolean): Scene {
  const marks = [mark("leader"), mark("jake/total", total), mark("jake/round", tonight), mark("jake/health", health), mark(hunting ? "jake/hunting" : "jake/gone")];
  const seat = { id: "seat/1", seat: 1, title: "Jake", you: true, turn: false, waiting: true, out: false, tint: "red" as const, marks };
  const face = { name: "Jake", tint: "plain" as const };
  const board = { id: "board/jake", face, count: 1 };
  return {
    heading: "Night 1 of 4",
    prompt: "",
    mood: "midnight",
    help: "3.2",
    seats: [seat],
    zones: [{ id: "boards/own", label: "You are", layout: "row", pieces: [board], count: 1 }],
  };
}

test("a vampire is gathered from board and marks", () => {
  const [jake] = vampires(scene(7, 3, 4, true));
  expect(jake).toMatchObject({ slug: "jake", id: "board/jake", total: 7, tonight: 3, health: 4, mostHealth: 5, hunting: true, first: true });
  expect(jake!.face!.name).toBe("Jake");
  expect(jake!.signs.map((sign) => sign.id)).toEqual(["leader"]);
});

test("changes within a night", () => {
  const kinds = (before: Scene, after: Scene, night = false) => changes(vampires(before), vampires(after), night).map(({ kind, text }) => `${kind} ${text}`);
  expect(kinds(scene(0, 1, 5, true), scene(0, 4, 4, true))).toEqual(["gain +3", "hurt −1"]);
  expect(kinds(scene(0, 4, 5, true), scene(4, 4, 5, false))).toEqual(["home home"]);
  expect(kinds(scene(2, 6, 5, true), scene(2, 0, 5, true), true)).toEqual(["burnt −6"]);
  expect(kinds(scene(2, 6, 5, true), scene(8, 0, 5, true), true)).toEqual(["home +6"]);
});

test("what a night brought: taken home, lost at dawn, or taken home before", () => {
  const tallied = (before: Scene, after: Scene) => tally(vampires(before), vampires(after)).map(({ gained, burnt, total }) => [gained, burnt, total]);
  expect(tallied(scene(2, 6, 3, true), scene(8, 0, 5, true))).toEqual([[6, 0, 8]]);
  expect(tallied(scene(2, 6, 3, true), scene(2, 0, 5, true))).toEqual([[0, 6, 2]]);
  expect(tallied(scene(6, 4, 2, false), scene(6, 0, 5, true))).toEqual([[4, 0, 6]]);
});

test("a night is summed up from its last picture and the next, never across a jump", () => {
  const at = (round: number, picture: Scene): Scene => ({ ...picture, round });
  const end = at(1, scene(2, 6, 3, true));
  const next = at(2, scene(8, 0, 5, true));
  const later = at(2, scene(8, 5, 5, true));
  expect(nightBefore([end, next])).toMatchObject({ night: 1, tallies: [{ gained: 6, total: 8 }] });
  // What was skipped over counts all the same.
  expect(nightBefore([at(1, scene(2, 0, 3, true)), end, next, later])).toMatchObject({ night: 1, tallies: [{ gained: 6, total: 8 }] });
  expect(nightBefore([at(4, scene(24, 0, 3, true))])).toBeNull();
  expect(nightBefore([at(1, scene(0, 0, 5, true)), at(4, scene(24, 0, 3, true))])).toBeNull();
  // Back again.
  expect(nightBefore([at(4, scene(24, 0, 3, true)), end])).toBeNull();
});
