import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

// A table shows the words of a scene and never reads them: a better word on the server must not break a table, and words can be
// translated. What a table has to tell apart is an id, a key, a number or a flag of the scene.

/** The fields of scenes and options that hold words. */
const WORDS = "(?:label|detail|heading|prompt|title|name|note|text|sign|back|verdict|knowledge)";
const AFTER = "(?:\\s*\\?\\?\\s*(?:\"\"|\\[\\]))?[)!?]*";
const METHODS = "(?:match|matchAll|search|startsWith|endsWith|includes|indexOf|lastIndexOf|split|slice|substring|substr|at|charAt|charCodeAt|codePointAt|replace|replaceAll|toLowerCase|toUpperCase|localeCompare|trim)";
const LITERAL = "(?:\"[^\"]+\"|'[^']+'|`[^`]+`)";

const FORBIDDEN: [string, RegExp][] = [
  ["calls a string method on words", new RegExp(`\\b${WORDS}\\b${AFTER}\\.${METHODS}\\(`)],
  ["compares words with a literal", new RegExp(`\\b${WORDS}\\b${AFTER}\\s*[!=]==?\\s*${LITERAL}|${LITERAL}\\s*[!=]==?\\s*[\\w.?!]*\\b${WORDS}\\b`)],
  ["matches words by a regular expression", new RegExp(`\\.(?:test|exec)\\([^)]*\\b${WORDS}\\b`)],
  ["chooses by words", new RegExp(`switch \\([^)]*\\b${WORDS}\\)|\\[[\\w.?!]*[.?!]${WORDS}\\]`)],
  ["styles by words", new RegExp(`\\bdata-(?!id\\b)[a-z]+=\\{[^}]*\\.${WORDS}\\}`)],
  ["reads the heading or the prompt", /\bscene\.(?:heading|prompt)\b/],
];

function faults(code: string): string[] {
  return code.split("\n").flatMap((line, i) => FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) => `line ${i + 1} ${what}: ${line.trim()}`));
}

const games = join(import.meta.dirname, "games");
const files = readdirSync(games, { recursive: true, encoding: "utf8" }).filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts"));

it.each(files)("%s does not read words", (path) => {
  expect(faults(readFileSync(join(games, path), "utf8")), "Give the scene a key or a number instead; docs/adding-a-game.md explains it.").toEqual([]);
});

describe("finds", () => {
  it.each([
    'const total = (zone: Zone) => zone.label.match(/(\\d+) in all/)?.[1];',
    'const cost = (option: Choice) => option.detail?.match(/for (\\d+) pips?/)?.[1] ?? "";',
    'area.pieces.some((piece) => piece.face?.name === "Citadel")',
    'scene.knowledge.filter(({ text }) => text.startsWith("In your bag"))',
    '{#if face.sign === "cost 0"}',
    'const title = (scene.heading ?? "").split(",")[0];',
    'if ("Event" !== face.sign) return;',
    'abilities.find(([says]) => says.test(face.text ?? ""))',
    "const moon = moons[face.sign];",
    "<span class=figure data-sign={face.sign}>",
  ])("%s", (line) => expect(faults(line)).not.toEqual([]));
});

describe("allows", () => {
  it.each([
    '<span class="name">{face.name}</span>',
    'aria-label={say(option.label)}',
    'place.marks.find((mark) => mark.id.endsWith("/named"))',
    'place.title ? `${name}, ${place.title}` : name',
    'face.key === "citadel"',
    "{@attach detailed(() => ({ title: face.name, face }))}",
  ])("%s", (line) => expect(faults(line)).toEqual([]));
});
