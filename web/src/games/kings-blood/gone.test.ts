import { expect, it } from "vitest";
import type { Scene } from "../../wire.ts";
import { lastGone } from "./gone.ts";

const scene = (...ids: string[]) => ({ zones: [{ id: "discards", pieces: ids.map((id) => ({ id })) }] }) as unknown as Scene;

it("finds the card that was discarded last, wherever it lies among the others", () => {
  expect(lastGone([scene("b"), scene("b", "c"), scene("a", "b", "c"), scene("a", "b", "c")])).toBe("a");
  expect(lastGone([scene("a")])).toBe("a");
});

it("names none where several came at once, or nobody saw it come, or it was taken again", () => {
  expect(lastGone([scene("b"), scene("a", "b", "c")])).toBeNull();
  expect(lastGone([scene("a", "b", "c")])).toBeNull();
  expect(lastGone([scene("b", "c"), scene("a", "b", "c"), scene("b", "c")])).toBeNull();
  expect(lastGone([])).toBeNull();
});
