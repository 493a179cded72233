import { expect, it } from "vitest";
import { slots } from "./slots.ts";

it("a kind of tile keeps its place in the hand during your turn, and loses it afterwards", () => {
  const drawn = slots([], ["ship", "giant", "castle"], true);
  const built = slots(drawn, ["ship", "castle"], true);
  expect(built).toEqual(["ship", "giant", "castle"]);
  // Taken back, or drawn.
  expect(slots(built, ["ship", "giant", "castle", "blank"], true)).toEqual(["ship", "giant", "castle", "blank"]);
  expect(slots(built, ["ship", "castle"], false)).toEqual(["ship", "castle"]);
});
