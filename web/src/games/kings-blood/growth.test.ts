import { expect, it } from "vitest";
import type { Leaf, Spot } from "../../wire.ts";
import { Growth, Kinship } from "./growth.ts";

const leaf = (id: string, column: number, row: number, ...parents: string[]) => ({ piece: { id }, column, row, parents }) as unknown as Leaf;
const spot = (column: number, row: number) => ({ id: "spot", column, row }) as unknown as Spot;
const couple = [leaf("a", 0, 0), leaf("b", 2, 0)];

it("keeps its room when the places to play on go and come, and a card takes one", () => {
  const growth = new Growth();
  const whole = { left: -2, right: 4, top: 0, bottom: 1 };
  expect(growth.of({ cards: couple, spots: [spot(-2, 0), spot(4, 0), spot(1, 1)] })).toEqual(whole);
  expect(growth.of({ cards: couple, spots: [] })).toEqual(whole);
  expect(growth.of({ cards: [...couple, leaf("c", 1, 1, "a", "b")], spots: [] })).toEqual(whole);
  expect(growth.of({ cards: couple, spots: [] })).toEqual(whole);
  // Another tree starts afresh, and so does one that was laid out again.
  expect(growth.of({ cards: [leaf("x", 0, 0)], spots: [] })).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  expect(growth.of({ cards: [leaf("x", 3, 0)], spots: [] })).toEqual({ left: 3, right: 3, top: 0, bottom: 0 });
});

it("knows the parent who is left after an exile, but not one who came back elsewhere", () => {
  const kinship = new Kinship();
  const family = (...cards: Leaf[]) => kinship.of(cards).map(({ child, parents }) => [child.piece.id, ...parents.map((one) => one.piece.id)]);
  const [a, b] = couple as [Leaf, Leaf];
  expect(family(a, b, leaf("c", 1, 1, "a", "b"))).toEqual([["c", "a", "b"]]);
  expect(family(a, leaf("c", 1, 1))).toEqual([["c", "a"]]);
  expect(family(a, leaf("c", 1, 1), leaf("b", 6, 0))).toEqual([["c", "a"]]);
  expect(family(a, leaf("b", 6, 0))).toEqual([]);
  expect(family(a, leaf("b", 6, 0), leaf("c", 5, 1))).toEqual([]);
});
