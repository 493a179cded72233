import { inEnglish } from "../../words/said.ts";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Piece, View } from "../../wire.ts";
import { ability, character, description, isBlood, isOpen, names } from "./cards.ts";

const folder = join(import.meta.dirname, "../../../fixtures");
const views = readdirSync(folder)
  .filter((file) => file.startsWith("kings-blood-"))
  .map((file) => (JSON.parse(readFileSync(join(folder, file), "utf8")) as { view: View }).view);
const pieces: Piece[] = views.flatMap(({ scene }) => [...(scene.zones ?? []).flatMap((zone) => zone.pieces), ...(scene.tree?.cards ?? []).map((leaf) => leaf.piece)]);
const cards = pieces.filter(isOpen);

it("a card is a Character, an Event or the King's Blood by its id, as its face shows", () => {
  expect(cards.length).toBeGreaterThan(50);
  for (const { id, face } of cards) {
    const kind = { black: "event", violet: "blood" }[face.tint as string] ?? "character";
    expect(character(id) ? "character" : isBlood(id) ? "blood" : "event", id).toBe(kind);
    if (kind === "character") expect(inEnglish(face.corner ?? "")).toBe(`${character(id)!.number}${character(id)!.woman ? "♀" : "♂"}`);
  }
});

it("a Character has a given name and a house, and some have an ability", () => {
  const person = cards.find((card) => ability(card.face) && character(card.id))!;
  expect(names(person).join(" ")).toBe(person.face.name);
  expect(names(person)[1]).not.toBe("");
  expect(description(person)).toMatch(/, (Skip|Reverse|Draw 3)$/);
});
