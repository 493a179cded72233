import { expect, it } from "vitest";
import type { Hint } from "../wire.ts";
import { advisedBy, keepHint, readHints } from "./hinted.ts";

const option = (code: number, chance: number, noise = 0.05) => ({ code, label: "", chance, noise });

it("advises the best option and those that are about as good", () => {
  expect(advisedBy({ options: [option(7, 0.6), option(8, 0.55), option(9, 0.2)] })).toEqual([7, 8]);
  expect(advisedBy({ options: [] })).toEqual([]);
});

it("is remembered for the match and the moment", () => {
  keepHint("one", 12, { options: [option(7, 0.6)] } as Hint);
  keepHint("one", 15, { options: [option(3, 0.6)] } as Hint);
  expect(readHints("one")).toEqual({ 12: [7], 15: [3] });
  expect(readHints("another")).toEqual({});
});
