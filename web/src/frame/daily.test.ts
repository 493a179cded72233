import { expect, it } from "vitest";
import { nextPuzzle, puzzlesOfTheDay } from "./daily.ts";

it("gives three puzzles a day, from easy to hard, and others the next day", () => {
  const cards = Array.from({ length: 31 }, (_, i) => ({ name: `puzzle-${i + 1}`, rating: (i % 5) + 1 }));
  const one = puzzlesOfTheDay(cards, new Date(2026, 10, 17, 1));
  expect(one).toHaveLength(3);
  expect(one.map((card) => card.rating)).toEqual([...one.map((card) => card.rating)].sort());
  expect(puzzlesOfTheDay(cards, new Date(2026, 10, 17, 23))).toEqual(one);
  expect(puzzlesOfTheDay(cards, new Date(2026, 10, 18)).map((card) => card.name)).not.toEqual(one.map((card) => card.name));
  expect(puzzlesOfTheDay([], new Date())).toEqual([]);
});

it("goes on with what is not solved yet, today's first", () => {
  const cards = Array.from({ length: 9 }, (_, i) => ({ name: `puzzle-${i + 1}`, rating: 1 }));
  const date = new Date(2026, 10, 17);
  const today = puzzlesOfTheDay(cards, date).map((card) => card.name);
  expect(nextPuzzle(cards, date, () => false)?.name).toBe(today[0]);
  expect(nextPuzzle(cards, date, (name) => name === today[0])?.name).toBe(today[1]);
  expect(today).not.toContain(nextPuzzle(cards, date, (name) => today.includes(name))?.name);
  expect(nextPuzzle(cards, date, () => true)).toBeUndefined();
});
