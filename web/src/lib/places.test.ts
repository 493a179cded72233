import { expect, it } from "vitest";
import { parted } from "./places.svelte.ts";

it("places are found in a sentence, the longest name first and whole words only", () => {
  const all = [{ id: "area/1", name: "Sail Water" }, { id: "area/2", name: "Lost Sail Water" }, { id: "area/3", name: "Redham" }];
  expect(parted("Go from Redham to Lost Sail Water, not to Redhampton.", all)).toEqual([
    { text: "Go from " },
    { text: "Redham", id: "area/3" },
    { text: " to " },
    { text: "Lost Sail Water", id: "area/2" },
    { text: ", not to Redhampton." },
  ]);
  expect(parted("Redham", [])).toEqual([{ text: "Redham" }]);
});
