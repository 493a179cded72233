import { expect, it } from "vitest";
import { halfWidth, unitScale, unitsPerRow } from "./stacks.ts";

it("a stack stays inside its area", () => {
  const area = { outline: [[100, 0], [190, 0], [190, 80], [100, 80]] as [number, number][], centre: [150, 40] as [number, number] };
  expect(halfWidth(area)).toBe(40);
  for (const count of [1, 2, 3, 4]) expect(unitsPerRow(count) * 40 * unitScale(count, 40), `${count} units`).toBeLessThanOrEqual(80);
  // But it stays legible.
  expect(unitScale(10, 10)).toBe(0.6);
});

it("is as large as usual where there is room, or where the outline is not known", () => {
  expect([unitScale(2, 200), unitScale(5, 200), unitScale(8, halfWidth({ centre: [0, 0] }))]).toEqual([1, 0.84, 0.72]);
});
