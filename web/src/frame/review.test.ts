import { expect, it } from "vitest";
import type { Beat, Line } from "../wire.ts";
import { readReview, sidesOf, turnedBy, turningPoints } from "./review.ts";

const moment = (version: number, truth: number[], story: string[] = ["something"]) => ({ version, truth, seen: truth, story });
const text = JSON.stringify({
  judgement: {
    moments: [moment(0, [0.5, 0.5, 0.5, 0.5]), moment(1, [0.5, 0.5, 0.5, 0.5]), moment(2, [0.8, 0.2, 0.8, 0.2]), moment(3, [0.2, 0.8, 0.2, 0.8], []), moment(4, [1, 0, 1, 0])],
    advice: [
      { version: 2, seat: 2, played: "Strike", advised: "Pass", played_chance: 0.2, advised_chance: 0.5, noise: 0.05 },
      { version: 4, seat: 1, played: "Wait", advised: "Strike", played_chance: 0.3, advised_chance: 0.42, noise: 0.05 },
      { version: 4, seat: 3, played: "Wait", advised: "Strike", played_chance: 0.3, advised_chance: 0.31, noise: 0.001 },
      { version: 4, seat: 1, played: "Stab", advised: "Wait", played_chance: 0.3, advised_chance: 0.45, noise: 0.08 },
    ],
  },
  turning_points: ["old"],
  advice: ["old"],
});

it("draws one line for those who win and lose together", () => {
  expect(sidesOf(readReview(text)!.moments)).toEqual([[1, 3], [2, 4]]);
  expect(sidesOf([{ version: 0, chances: [0.5, 0.4, 0.1], story: [] }])).toEqual([[1], [2], [3]]);
});

it("names no turning point at which nothing is told", () => {
  const review = readReview(text)!;
  expect(turningPoints(review.moments, () => true).map(({ version, seats, before, after }) => [version, seats, before, after])).toEqual([[2, [1, 3], 0.5, 0.8], [4, [1, 3], 0.2, 1]]);
  expect(turningPoints(review.moments, (_, until) => until !== 2).map(({ version }) => version)).toEqual([4]);
});

it("a turning point may have been told at an action before the one at which it was judged", () => {
  const moments = [moment(0, [0.5, 0.5]), moment(5, [0.9, 0.1])].map(({ version, truth, story }) => ({ version, chances: truth, story }));
  const told = [3];
  expect(turningPoints(moments, (after, until) => told.some((version) => version > after && version <= until)).map(({ version }) => version)).toEqual([5]);
});

it("puts your own decisions first, and leaves out what hardly matters or is not clear", () => {
  const review = readReview(text)!;
  expect(review.advice(1).map(({ seat }) => seat)).toEqual([1, 2]);
  expect(review.advice(2).map(({ seat }) => seat)).toEqual([2, 1]);
});

it("is null if there is nothing to read", () => {
  expect(readReview("{}")).toBe(null);
});

it("a turning point is told by the weightiest line of those who gained or lost", () => {
  const point = { since: 3, version: 6, seats: [1], before: 0.6, after: 0.3, story: [] };
  const line = (text: string, version: number, beat: Partial<Beat>): Line => ({ version, text, beat });
  const lines = [
    line("You play Exile", 3, { weight: "large", by: 1 }),
    line("It is Ben's turn", 4, { weight: "aside", by: 2, opens: true }),
    line("Ben exiles a card into your hand", 5, { weight: "large", by: 2, on: [1] }),
    line("You draw", 5, { weight: "small", by: 1 }),
    line("Cat is born", 6, { weight: "huge" }),
  ];
  expect(turnedBy(point, lines)?.text).toBe("Ben exiles a card into your hand");
  expect(turnedBy({ ...point, seats: [3] }, lines)?.text).toBe("Cat is born");
  expect(turnedBy({ ...point, since: 8, version: 9 }, lines)).toBeUndefined();
});

it("a seat with no clear mistake is told so by what it knew", () => {
  const review = (again: number | null) => readReview(JSON.stringify({ judgement: { ...JSON.parse(text).judgement, decisions: [9], closely: [4] }, accounts: [{ remarks: ["found no clear mistake", "luck"], again }] }))!.accounts[0];
  expect(review(null)).toEqual({ remarks: ["luck"], again: null, unblamed: { closely: 4, of: 9 } });
  expect(review(3)?.remarks).toHaveLength(2);
});
