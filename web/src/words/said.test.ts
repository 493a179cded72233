import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Catalogue, inEnglish, localiser, sayIn, TEXTS } from "./said.ts";

const german: Catalogue = {
  "{} plays {} on {}.": "{1} spielt {2:den} gegen {3:acc}.",
  "{} takes {}.": "{1} nimmt {2:einen}; {2?er|sie|es|sie} gehört zu {2:dem}.",
  "{} cards": "{1} {1#Karte|Karten}",
  "the {} of {}": { f: "{1} von {2:dat}", dat: "{1} bei {2:dat}" },
  card: { f: "Karte" },
  Bite: { m: "Biss", gen: "Bisses" },
  Thief: "Dieb",
  "Red Sword": { n: "Rotes Schwert", der: "das Rote Schwert", den: "das Rote Schwert", dem: "dem Roten Schwert" },
  "{} and {}": "{1:*} und {2:*}",
  "You win.": "du gewinnst.",
  you: { nom: "du", acc: "dich", dat: "dir" },
};
const say = (marked: string) => sayIn(german, marked);

describe("a text of the house", () => {
  it("is plain English without a catalogue", () => {
    expect(inEnglish("{s1} plays [Bite] on [you]: [[=Ann] and {s2}].")).toBe("{s1} plays Bite on you: Ann and {s2}.");
  });

  it("bends words as the sentence needs them", () => {
    expect(say("{s1} plays [Bite] on [you].")).toBe("{s1} spielt den Biss gegen dich.");
    expect(say("{s1} plays [Red Sword] on [=Bo].")).toBe("{s1} spielt das Rote Schwert gegen Bo.");
    expect(say("{s1} plays [[Bite] and [Red Sword]] on [you].")).toBe("{s1} spielt den Biss und das Rote Schwert gegen dich.");
    expect(say("{s1} takes [Bite].")).toBe("{s1} nimmt einen Biss; er gehört zu dem Biss.");
    expect(say("{s1} takes [the [card] of [you]].")).toBe("{s1} nimmt eine Karte von dir; sie gehört zu der Karte bei dir.");
    expect([say("[1] cards"), say("[2] cards"), say("[3]/[5]")]).toEqual(["1 Karte", "2 Karten", "3/5"]);
  });

  it("is translated whole or not at all", () => {
    expect(say("{s1} plays [Nothing known] on [you].")).toBe("{s1} plays Nothing known on you.");
    expect(say("{s1} plays [Thief] on [you].")).toBe("{s1} plays Thief on you.");
  });

  it("begins with a capital where the English does", () => expect([say("You win."), say("card"), say("[You win.] [You win.]")]).toEqual(["Du gewinnst.", "Karte", "Du gewinnst. Du gewinnst."]));

  it("is shown as it came if its marks are damaged", () => {
    for (const text of ["[", "]", "[[a]", "{s", "{s99}", "ä]["]) expect(inEnglish(text).replace(/[[\]]/g, "")).toBe(text.replace(/[[\]]/g, ""));
    expect(inEnglish("[".repeat(100_000))).toHaveLength(100_000);
  });
});

describe("a view", () => {
  const view = { options: [{ label: "[1] cards", action: { label: "[x]" }, touches: ["[id]"] }], scene: { heading: "You win." } };

  it("is said where it holds texts, and nowhere else", () => {
    expect(localiser(say)(view)).toEqual({ options: [{ label: "1 Karte", action: { label: "[x]" }, touches: ["[id]"] }], scene: { heading: "Du gewinnst." } });
  });

  it("keeps what has not changed", () => {
    const localised = localiser(say);
    expect(localised({ ...view }).scene).toBe(localised({ ...view }).scene);
  });

  it("knows every property that the types call a text", () => {
    const types = readFileSync(join(import.meta.dirname, "../wire.ts"), "utf8");
    const scene = types.split(/export (?:type|interface) /).filter((type) => /^(Scene|Sentence|Place|Mark|Zone|Piece|Face|Track|Marker|Map|Area|Choice|Described|Line|Hint|WeighedOption|Reason|Barred|ScoreRow|Heard)\b/.test(type));
    const found = new Set(scene.flatMap((type) => [...type.matchAll(/(\w+)\??: Text\b/g)].map((match) => match[1]!)));
    expect([...found].sort()).toEqual([...TEXTS].sort());
  });
});
