import { expect, it } from "vitest";
import { numberOf, parse, pieces, ruleOf, search, spans } from "./rules.ts";

const sections = parse("# Game\n\nA night.\n\n## 1. The idea\n\n**1.1** You win (see 2.1).\n\n**1.2** You lose.\n\n## 2. Cards\n\n**2.1** Bite: a win.\n");

it("finds the rules that have all words, and whole sections by their heading", () => {
  const found = (typed: string) => search(sections, typed).flatMap(({ blocks }) => blocks.map((block) => (block.kind === "rule" ? block.number : block.kind)));
  expect(found("")).toEqual(["text", "1.1", "1.2", "2.1"]);
  expect(found("WIN")).toEqual(["1.1", "2.1"]);
  expect(found("win bite")).toEqual(["2.1"]);
  expect(found("idea")).toEqual(["1.1", "1.2"]);
  expect(found("2.1")).toEqual(["1.1", "2.1"]);
  expect(found("[")).toEqual([]);
});

it("finds a card's own rule before those that only mention it", () => {
  const book = parse("## 1. Night\n\n**1.1** After a Bite it is day.\n\n## 2. Cards\n\n**2.1** A Vaccine undoes a Bite.\n\n**2.2** **Bite**: turns DNA over.\n");
  expect(search(book, "bite").flatMap(({ blocks }) => blocks.map((block) => block.kind === "rule" && block.number))).toEqual(["2.2", "2.1", "1.1"]);
});

it("marks what was typed", () => {
  expect(pieces("You win, I win.", "win")).toEqual(["You ", "win", ", I ", "win", "."]);
  expect(pieces("1+1 (two)", "+ (")).toEqual(["1", "+", "1 ", "(", "two)"]);
  expect(pieces("You win.", " ")).toEqual(["You win."]);
});

it("knows rules by number and by address", () => {
  expect(sections.map(numberOf)).toEqual(["", "1", "2"]);
  expect(["#rule-8.2", "rule-8.2", "8.2", "section-8", ""].map(ruleOf)).toEqual(["8.2", "8.2", "8.2", "8", ""]);
  expect(spans("See 2.1 and *3.2*.").filter(({ kind }) => kind === "rule")).toEqual([{ kind: "rule", text: "2.1" }]);
});
