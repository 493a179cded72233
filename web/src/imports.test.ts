import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

/** What each folder may import besides itself and the generated wire.ts and shelf.ts. README.md explains it. */
const MAY_IMPORT: Record<string, string[]> = {
  words: [],
  lib: ["words"],
  games: ["lib", "words"],
  // Tables are loaded by a glob in frame/registry.ts; nothing imports one.
  frame: ["lib", "words"],
  pages: ["frame", "lib", "words"],
  pocket: ["", "frame", "lib", "words"],
  workbench: ["frame", "lib", "words"],
  "": ["pages", "frame", "lib", "words"],
};

const src = import.meta.dirname;
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts"));

/** The first folder of a path; for a table the folder of its game: `games/bloodlust`. */
function folder(path: string): string {
  const [first = "", second = "", ...rest] = path.split("/");
  if (second === "") return "";
  return first === "games" && rest.length > 0 ? `games/${second}` : first;
}

function importsOf(path: string): string[] {
  const code = readFileSync(join(src, path), "utf8");
  const targets = [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/g)].map(([, target]) => target!);
  return targets.map((target) => relative(src, resolve(src, dirname(path), target))).filter((target) => !target.startsWith(".."));
}

it.each(files)("%s keeps to the import rules", (path) => {
  const from = folder(path);
  const allowed = MAY_IMPORT[from.split("/")[0]!] ?? [];
  const forbidden = importsOf(path).filter((target) => {
    const to = folder(target);
    const generated = target === "wire.ts" || target === "shelf.ts";
    return !(to === from || generated || allowed.includes(to.split("/")[0]!));
  });
  expect(forbidden, "Move what both need into lib/, or pass it as a prop; web/README.md has the rules.").toEqual([]);
});

it("reaches every file from an entry point or a test", () => {
  const used = new Set([...files, ...readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".test.ts"))].flatMap(importsOf));
  const entries = (path: string) => /^(main\.ts|(workbench|pocket)\/main\.ts|pocket\/[a-z]+\.worker\.ts|.*\.d\.ts|games\/[^/]+\/(Table\.svelte|(turns|sounds|portraits|costly)\.ts))$/.test(path);
  expect(files.filter((path) => !entries(path) && !used.has(path))).toEqual([]);
});
