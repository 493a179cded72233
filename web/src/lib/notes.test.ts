import { beforeEach, expect, test } from "vitest";
import type { Notebook } from "../wire.ts";
import { Notes, lines } from "./notes.svelte.ts";

const column = (name: string, sign: string) => ({ name, sign, tint: "plain" as const });
const notebook: Notebook = {
  columns: [column("Rose Elder", "Rose"), column("Rose Mage", "Rose"), column("Beast Elder", "Beast"), column("Inquisitor", "")],
  rows: [
    { seat: 1, may_be: [0] },
    { seat: 2, may_be: [1, 2, 3] },
  ],
};

beforeEach(() => localStorage.clear());

test("a mark goes round and is kept for its match", () => {
  const notes = new Notes("a");
  expect(notes.at(2, "Rose Mage")).toBe("");
  notes.cycle(2, "Rose Mage");
  expect(notes.at(2, "Rose Mage")).toBe("yes");
  expect(new Notes("a").at(2, "Rose Mage")).toBe("yes");
  expect(new Notes("b").at(2, "Rose Mage")).toBe("");
  notes.cycle(2, "Rose Mage");
  expect(notes.at(2, "Rose Mage")).toBe("no");
  notes.cycle(2, "Rose Mage");
  expect(notes.at(2, "Rose Mage")).toBe("");
});

test("what has become impossible is no longer believed", () => {
  const notes = new Notes("a");
  notes.cycle(2, "Rose Elder");
  notes.cycle(2, "Inquisitor");
  expect(notes.believed(notebook, 2).map((face) => face.name)).toEqual(["Inquisitor"]);
});

test("spoilt storage is an empty notebook", () => {
  localStorage.setItem("sanguis/notes/a", "{");
  expect(new Notes("a").at(1, "Rose Elder")).toBe("");
});

test("columns go line by line, one sign each", () => {
  expect(lines(notebook)).toEqual([[0, 1, 3], [2]]);
  expect(lines({ columns: [column("Vampires", ""), column("Werewolves", "")], rows: [] })).toEqual([[0, 1]]);
});
