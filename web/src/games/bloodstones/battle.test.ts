import { expect, it } from "vitest";
import type { Beat, Choice, Face } from "../../wire.ts";
import { isBattle, isLostWith, loser, reveals } from "./battle.ts";

const act = (beat: Beat, figures: number[] = []) => ({ line: { version: 1, text: "", beat }, figures });
const DICE = "perspective-dice-six-faces-random";
const face = { name: "Cavalry", corner: "4", text: "" } as unknown as Face;
const acts = [
  act({ weight: "small", icon: "wax-seal", by: 2 }),
  act({ weight: "large", icon: DICE, by: 1 }, [5, 3, 1, 12]),
  act({ weight: "large", icon: "horse-head", face, by: 2 }, [4, 4, 2, 14]),
  act({ weight: "large", icon: "laurels", by: 2, on: [1] }, [2]),
];

it("turns up what was told, the swapped tile last", () => {
  expect(isBattle(acts.slice(0, 1))).toBe(true);
  expect(isBattle([act({ weight: "large", icon: "crossed-sabres", by: 1, on: [2] })])).toBe(false);
  expect([...reveals(acts.slice(0, 2))]).toEqual([[1, { tiles: [5, 3, 1], swapped: null, total: 12 }]]);
  expect(reveals(acts).get(2)).toEqual({ tiles: [4, 2], swapped: face, total: 14 });
});

it("knows who lost once that was told", () => {
  expect([loser(acts.slice(0, 3)), loser(acts)]).toEqual([null, 1]);
});

it("gives up a unit of its own side only", () => {
  const option = { touches: ["unit/3/1/0"] } as unknown as Choice;
  const given = (owner: number, id: string) => isLostWith(option, { owner }, { id });
  expect(given(1, "battle/defender/unit/0")).toBe(true);
  expect([given(2, "battle/attacker/unit/0"), given(1, "battle/defender/unit/8")]).toEqual([false, false]);
});
