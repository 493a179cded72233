import { expect, it } from "vitest";
import type { GameBox } from "../wire.ts";
import { chosenOptions, matters } from "./options.ts";

const box = {
  knobs: [
    { name: "scoring", help: "", dial: { choice: { of: [["none", ""], ["a", ""]], default: "none" } } },
    { name: "target", help: "", dial: { number: { from: 50, to: 300, default: 100 } } },
    { name: "advanced-rules", help: "", dial: { switch: { default: true } } },
    { name: "map", help: "", dial: { text: { of: ["isles"] } } },
  ],
} as unknown as GameBox;

it("lists what the host has changed first, and nothing that means nothing", () => {
  const names = (options: Record<string, unknown>) => chosenOptions(box, options).map(({ name, changed }) => `${name}${changed ? "!" : ""}`);
  expect(names({ scoring: "none", target: 100, "advanced-rules": false, map: "" })).toEqual(["Advanced rules!", "Scoring"]);
  expect(names({ scoring: "a", target: 60, "advanced-rules": true, map: "isles" })).toEqual(["Scoring!", "Target!", "Map!", "Advanced rules"]);
  expect(names({ scoring: "none", target: 100, "advanced-rules": true, map: "x".repeat(500) })).toEqual(["Scoring", "Advanced rules"]);
});

it("a target means nothing without scoring", () => {
  expect([matters("target", () => "none"), matters("target", () => "a"), matters("map", () => "none")]).toEqual([false, true, true]);
});
