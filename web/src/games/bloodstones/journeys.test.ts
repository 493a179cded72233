import { expect, it } from "vitest";
import type { Area } from "../../wire.ts";
import { journeys } from "./journeys.ts";

const area = (n: number, ...units: [string, number, number][]): Area =>
  ({
    id: `area/${n}`,
    name: `${n}`,
    terrain: "plains",
    centre: [n * 10, 0],
    pieces: units.map(([name, owner, count]) => ({ id: `unit/${n}/${owner}/${name}`, count, owner, face: { name, tint: "red", icon: name.toLowerCase() } })),
  }) as Area;

it("finds a unit that left one area and appeared in another", () => {
  expect(journeys([area(1, ["Swords", 1, 2]), area(2)], [area(1, ["Swords", 1, 1]), area(2, ["Swords", 1, 1])])).toEqual([
    { tint: "red", icon: "swords", from: [10, 0], to: [20, 0] },
  ]);
});

it("treats a new unit as built and a missing one as lost", () => {
  expect(journeys([area(1), area(2)], [area(1, ["Swords", 1, 1]), area(2)])).toEqual([]);
  expect(journeys([area(1, ["Swords", 1, 1]), area(2)], [area(1), area(2)])).toEqual([]);
});

it("does not mistake one owner's unit for another's", () => {
  expect(journeys([area(1, ["Swords", 1, 1]), area(2)], [area(1), area(2, ["Swords", 2, 1])])).toEqual([]);
});
