import { expect, it } from "vitest";
import { cheapest, worth, type Coin } from "./payment.ts";

const hand: Coin[] = [
  { id: "a", pips: 2, count: 2, use: 1 },
  { id: "b", pips: 3, count: 1, use: 1 },
  { id: "c", pips: 5, count: 1, use: 1 },
];

it("pays exactly if possible", () => {
  expect(worth(hand, cheapest(hand, 7)!)).toBe(7);
  expect(worth(hand, cheapest(hand, 12)!)).toBe(12);
});

it("prefers fewer tiles among exact payments", () => {
  expect(cheapest(hand, 5)).toEqual(new Map([["c", 1]]));
});

it("spends what is of no other use before what can be built", () => {
  const tiles: Coin[] = [
    { id: "leader", pips: 5, count: 1, use: 3 },
    { id: "blank", pips: 5, count: 1, use: 0 },
  ];
  expect(cheapest(tiles, 5)).toEqual(new Map([["blank", 1]]));
  expect(cheapest([...hand, ...tiles], 5)).toEqual(new Map([["blank", 1]]));
});

it("overpays as little as possible", () => {
  expect(cheapest(hand, 1)).toEqual(new Map([["a", 1]]));
});

it("uses one tile where only one is allowed", () => {
  expect(cheapest(hand, 4, 1)).toEqual(new Map([["c", 1]]));
  expect(cheapest(hand, 6, 1)).toBeNull();
});

it("returns nothing if the amount cannot be paid", () => {
  expect(cheapest(hand, 13)).toBeNull();
});
