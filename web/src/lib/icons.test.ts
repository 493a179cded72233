import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const web = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(web, path), "utf8");
const set = JSON.parse(read("node_modules/@iconify-json/game-icons/icons.json")) as { icons: Record<string, unknown>; aliases?: Record<string, unknown> };
const missing = (names: string[]) => names.filter((name) => !(name in set.icons || name in (set.aliases ?? {})));

it("every icon that a scene names exists", () => {
  expect(missing(JSON.parse(read("build/scene-icons.json")) as string[])).toEqual([]);
});

it("every icon that a component names exists", () => {
  const components = readdirSync(join(web, "src"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".svelte"));
  const named = components.flatMap((path) => [...read(`src/${path}`).matchAll(/<Icon name="([^"{]+)"/g)].map(([, name]) => name!));
  expect(named.length).toBeGreaterThan(20);
  expect(missing(named)).toEqual([]);
});
