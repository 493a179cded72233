import { expect, it } from "vitest";
import { language } from "../words/words.svelte.ts";
import { sitterName } from "./sitter.ts";

it("says a name that nobody chose in the reader's language, and no other", async () => {
  await language.load("de");
  const person = (name: string) => sitterName({ kind: "person", id: "x", name }, 2);
  expect([person("Player 2"), person("Ann"), sitterName({ kind: "bot", level: "easy", name: "Agnes" }, 2), sitterName({ kind: "open" }, 2)]).toEqual(["Spieler 2", "Ann", "Agnes", "Platz 2"]);
  await language.load("en");
});
