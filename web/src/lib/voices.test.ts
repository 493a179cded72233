import { expect, it } from "vitest";
import { type SoundSet, VOICES, voiceOf } from "./voices.ts";

const sets = import.meta.glob<{ sounds: SoundSet }>("../games/*/sounds.ts", { eager: true });

it("every game has sounds of its own", () => {
  const heard = Object.values(sets).map(({ sounds }) => new Set(Object.values(sounds)));
  expect(heard).toHaveLength(5);
  for (const voices of heard) expect(voices.size).toBeGreaterThan(6);
  expect(new Set(Object.values(sets).flatMap(({ sounds }) => Object.values(sounds)))).toEqual(new Set(Object.keys(VOICES)));
});

it("a line sounds by its icon and weight, what nobody stages is silent", () => {
  const set: SoundSet = { "": "card", sun: "bell", "sun/small": "wind" };
  expect([voiceOf(set, { icon: "sun", weight: "large" }), voiceOf(set, { icon: "sun", weight: "small" }), voiceOf(set, { weight: "huge" }), voiceOf(set, { icon: "sun" })]).toEqual(["bell", "wind", "card", undefined]);
});
