import { expect, it } from "vitest";
import type { Beat, Line, Scene } from "../../wire.ts";
import { sumUp } from "./turns.ts";

const line = (beat: Beat): Line => ({ version: 1, text: "", beat });
const scene = (count: number) => ({ zones: [{ id: "hand/2", layout: "hand", owner: 2, count, pieces: [] }] }) as unknown as Scene;

it("sums a turn up in one line: cards played, weddings, draws, and what is left", () => {
  const turn = (by: number) => line({ weight: "aside", by, opens: true });
  const play = line({ weight: "large", icon: "card-play", by: 2 });
  const past = [
    { view: { scene: scene(5) }, lines: [turn(2)] },
    { view: { scene: scene(4) }, lines: [play] },
    { view: { scene: scene(4) }, lines: [line({ weight: "large", icon: "linked-rings" }), line({ weight: "large", icon: "exit-door", by: 2, on: [1] })] },
    { view: { scene: scene(3) }, lines: [play, line({ weight: "medium", icon: "card-draw", on: [3], opens: true })] },
    { view: { scene: scene(3) }, lines: [line({ weight: "small", icon: "card-draw", by: 3 })] },
  ];
  expect(sumUp(past, (seat) => `P${seat}`, (text) => text).map(({ seat, text, from, to }) => [seat, text, from, to])).toEqual([
    [2, "P2: played 2 cards, 1 wedding, an Exile, 3 cards left", 0, 4],
    [3, "P3: drew", 4, 5],
  ]);
});
