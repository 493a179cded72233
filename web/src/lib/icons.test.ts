import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
const set = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../node_modules/@iconify-json/game-icons/icons.json"), "utf8")) as {
  icons: Record<string, unknown>;
};

it("every icon that a scene names exists", () => {
  const missing = new Set<string>();
  for (const file of readdirSync(fixtures)) {
    const text = readFileSync(join(fixtures, file), "utf8");
    for (const [, name] of text.matchAll(/"icon":"([^"]+)"/g)) if (!(name! in set.icons)) missing.add(`${file}: ${name}`);
  }
  expect([...missing]).toEqual([]);
});
