import { expect, it } from "vitest";
import { initial } from "./names.ts";

it("stands for a name by one letter, or by its number", () => {
  expect(["Agnes", "Seat 3", "Platz 12", ""].map(initial)).toEqual(["A", "3", "12", ""]);
});
