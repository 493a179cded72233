import { expect, it } from "vitest";
import { shortened } from "./icons.ts";

it("rounds path data and keeps its numbers apart", () => {
  expect(shortened("M90.53 23c-18.345 0-36.688 7.002-50.686 21")).toBe("M90.5 23c-18.3 0-36.7 7-50.7 21");
  expect(shortened("M1.25.97.04-.04z")).toBe("M1.3 1 0 0z");
  expect(shortened("m1 .26.25 3")).toBe("m1 .3.3 3");
});

it("leaves arcs alone, whose flags may stand together", () => {
  expect(shortened("M0 0a1.234 1 0 01.55.55")).toBe("M0 0a1.234 1 0 01.55.55");
});
