import { expect, it } from "vitest";
import { lanes } from "./lanes.ts";

it("no marker covers another, and each lies where it belongs as long as there is a row for it", () => {
  expect(lanes([10, 0, 1, 0], 5, 4)).toEqual([{ at: 10, row: 0 }, { at: 0, row: 0 }, { at: 1, row: 2 }, { at: 0, row: 1 }]);
  for (const wanted of [[0, 0, 0, 0, 0, 0], [3, 4, 5, 6, 7, 8], [50, 49, 48, 50, 50, 47]]) {
    const laid = lanes(wanted, 6, 4);
    for (const [i, one] of laid.entries()) {
      expect(one.at).toBeGreaterThanOrEqual(wanted[i]!);
      for (const other of laid.slice(i + 1)) expect(one.row !== other.row || Math.abs(one.at - other.at) >= 6).toBe(true);
    }
  }
});
