import { expect, it } from "vitest";
import { armies, behind, fanScale, halfWidth, stackTop, unitScale, unitsPerRow } from "./stacks.ts";

it("a stack stays inside its area", () => {
  const area = { outline: [[100, 0], [190, 0], [190, 80], [100, 80]] as [number, number][], centre: [150, 40] as [number, number] };
  expect(halfWidth(area)).toBe(40);
  for (const count of [1, 2, 3, 4]) expect(unitsPerRow(count) * 40 * unitScale(count, 40), `${count} units`).toBeLessThanOrEqual(80);
  // But it stays legible.
  expect(unitScale(10, 10)).toBe(0.6);
});

it("a stack that is fanned out stays inside its area, as long as its units can be tapped", () => {
  for (const count of [1, 2, 3, 4, 6, 8]) expect(unitsPerRow(count) * 40 * fanScale(count, 70), `${count} units`).toBeLessThanOrEqual(140);
  expect([fanScale(2, 200), fanScale(10, 10)]).toEqual([1.12, 0.84]);
});

it("is as large as usual where there is room, or where the outline is not known", () => {
  expect([unitScale(2, 200), unitScale(5, 200), unitScale(8, halfWidth({ centre: [0, 0] }))]).toEqual([1, 0.84, 0.72]);
});

it("a sign stands above what is in an area", () => {
  const area = (...ids: string[]) => ({ centre: [0, 0] as [number, number], pieces: ids.map((id) => ({ id, count: 1, owner: Number(id.split("/")[2]) })) });
  expect(stackTop(area("unit/a/1/0"))).toBe(-24);
  // Two rows reach higher, and so do two armies and villages behind a unit.
  expect(stackTop(area("unit/a/1/0", "unit/a/1/1", "unit/a/1/2", "unit/a/1/3"))).toBeLessThan(-40);
  expect(stackTop(area("unit/a/1/0", "unit/a/2/0"))).toBeLessThan(-45);
  expect(stackTop(area("village/a/1", "unit/a/1/0"))).toBeCloseTo(-36, 0);
});

it("of two armies none covers the other or the name below, and behind one its villages are seen", () => {
  for (const counts of [[1, 1], [4, 2], [6, 6]]) {
    const [upper, lower] = armies(counts, 45, false, true) as [ReturnType<typeof armies>[number], ReturnType<typeof armies>[number]];
    expect(upper.rows.at(-1)! + 24 * upper.scale, `${counts}`).toBeLessThanOrEqual(lower.rows[0]! - 24 * lower.scale);
    expect(lower.rows.at(-1)! + 24 * lower.scale).toBeLessThanOrEqual(26);
  }
  for (const count of [1, 3, 4, 8]) {
    const [army] = armies([count], 45, false, true) as [ReturnType<typeof armies>[number]];
    // The letter on a house stands 8 above its foot.
    expect(behind([army]) + 0.82 * 2, `${count}`).toBeLessThanOrEqual(army.rows[0]! - 24 * army.scale);
  }
});
