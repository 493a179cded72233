import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

// A table finds marks, zones and tracks by the ids that its game gives them. An id that the game does not write any more would
// leave a hole in the table that nobody notices, so every one of them must stand in the game's source.

const LOOKS_FOR = [/\b(?:mark|zone|track)\("([^"]+)"/g, /\bid === "([^"]+)"/g, /\b(?:ends|starts)With\("\/?([a-z][^"]*?)\/?"\)/g, /\bmood === "([^"]+)"/g];

/** The words of ids and moods that a file looks for. */
function wanted(code: string): string[] {
  const ids = LOOKS_FOR.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]!));
  return [...new Set(ids.flatMap((id) => id.split("/")))].filter((word) => /^[a-z-]{2,}$/.test(word));
}

/** Does Rust code write this word: as a string, as a part of an id, or as the beginning of one? */
function writes(source: string, word: string): boolean {
  const part = new RegExp(`["/}]${word}["/]|"${word.split("-")[0]}-\\{`, "i");
  return part.test(source);
}

function read(folder: string, ending: RegExp): [string, string][] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => ending.test(path) && !path.endsWith(".test.ts"));
  return paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]);
}

const games = join(import.meta.dirname, "games");
const crates = join(import.meta.dirname, "../../crates");

describe.each(readdirSync(games).filter((game) => game !== "generic"))("%s", (game) => {
  const source = read(join(crates, game), /\.(rs|toml)$/).map(([, code]) => code).join("\n");
  it.each(read(join(games, game), /\.(svelte|ts)$/))("%s looks only for ids that its game writes", (_, code) => {
    expect(wanted(code).filter((word) => !writes(source, word))).toEqual([]);
  });
});

it("an id that the game does not write would be found", () => {
  expect(wanted('mark("dna"), zone("pile/day"), id.endsWith("/moving")')).toEqual(["dna", "pile", "day", "moving"]);
  expect(writes('Mark::new(format!("{id}/moving"), "Pure", "dna1")', "moving")).toBe(true);
  expect(writes('Mark::new(format!("{id}/moving"), "Pure", "dna1")', "dna")).toBe(false);
});
