import { describe, expect, it } from "vitest";
import { pickedOf, towards } from "./picks.ts";

const movers = (...all: [string, number, number][]) => all.map(([id, count, of]) => ({ id, count, of }));

describe("picks", () => {
  it("are none while the whole stack moves", () => {
    expect([...pickedOf(movers(["swords", 1, 1], ["bows", 2, 2]), new Set(["swords", "bows"]))]).toEqual([]);
    // One that cannot be picked alone moves with the stack, too.
    expect([...pickedOf(movers(["swords", 1, 1], ["cutiecorn", 1, 1]), new Set(["swords"]))]).toEqual([]);
  });

  it("are what moves once something is picked", () => {
    expect([...pickedOf(movers(["bows", 1, 2]), new Set(["swords", "bows"]))]).toEqual([["bows", 1]]);
    expect([...pickedOf(movers(["swords", 1, 1], ["bows", 2, 2]), new Set())]).toEqual([["swords", 1], ["bows", 2]]);
  });

  it("are taken back until nothing is too many, and those after it are picked again", () => {
    const all = new Set(["swords", "bows"]);
    const goal = new Map([["bows", 1]]);
    expect(towards(new Map([["swords", 1], ["bows", 1]]), goal, all)).toBe("undo");
    expect(towards(new Map([["swords", 1]]), goal, all)).toBe("undo");
    expect(towards(new Map(), goal, all)).toBe("bows");
    expect(towards(goal, goal, all)).toBe(null);
  });

  it("end where the table no longer offers what is missing", () => {
    expect(towards(new Map(), new Map([["bows", 1]]), new Set(["swords"]))).toBe(null);
  });
});
