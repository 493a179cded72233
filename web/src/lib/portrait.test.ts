import { expect, it } from "vitest";
import { draw, someone } from "./portrait.ts";

it("every person of a family has a face, always the same, and no two in a row are alike", () => {
  const faces = Array.from({ length: 36 }, (_, i) => JSON.stringify(draw(someone(i + 1, i % 2 === 0))));
  expect(JSON.stringify(draw(someone(1, true)))).toBe(faces[0]);
  faces.slice(1).forEach((face, i) => expect(face).not.toBe(faces[i]));
  expect(new Set(faces).size).toBeGreaterThan(24);
});
