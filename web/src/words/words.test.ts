import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { type Key, en } from "./en.ts";

const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe("German", () => {
  it("has the same keys as English", () => expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort()));
  it("has no empty text", () => expect(Object.entries(de).filter(([, text]) => text.trim() === "")).toEqual([]));
  it.each(Object.keys(en) as Key[])("has the same blanks: %s", (key) => expect(blanks(de[key])).toEqual(blanks(en[key])));
});

/** Names and key caps are the same in every language. */
const NAMES = ["Sanguis", "– Sanguis", "Esc", "King’s", "King’s Blood!", "Blood!", "https://…"];
/** Attributes that are shown or read aloud. */
const SHOWN = ["aria-label", "title", "placeholder", "label", "alt"];

interface Node {
  type: string;
  name?: string;
  data?: string;
  [part: string]: unknown;
}

/** Text that a template contains literally. */
function literals(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literals);
  if (typeof node !== "object" || node === null) return [];
  const { type, name = "", data = "", ...parts } = node as Node;
  if (type === "StyleDirective" || (type === "Attribute" && !SHOWN.includes(name))) return [];
  if (type === "Text") return /\p{L}{2,}/u.test(data) && !NAMES.includes(data.trim()) ? [data.trim()] : [];
  return Object.values(parts).flatMap(literals);
}

const src = join(import.meta.dirname, "..");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => /\.(svelte|ts)$/.test(path) && !/^words|\.test\.ts$/.test(path));
const templates = files.filter((path) => path.endsWith(".svelte") && !path.startsWith("workbench"));

it("every text is used", () => {
  const code = files.map((path) => readFileSync(join(src, path), "utf8")).join("\n");
  // t("app.copy"), or a key built from a prefix that ends in a hyphen: t(`new.clock-${kind}`).
  const prefixes = [...code.matchAll(/t\(`([\w.-]+-)\$\{/g)].map(([, prefix]) => prefix!);
  const used = (key: string) => [`"${key}"`, `'${key}'`].some((literal) => code.includes(literal)) || prefixes.some((prefix) => key.startsWith(prefix));
  expect(Object.keys(en).filter((key) => !used(key))).toEqual([]);
});

describe("every text of a template comes from the words", () => {
  it.each(templates)("%s", (path) => expect(literals(parse(readFileSync(join(src, path), "utf8"), { modern: true }).fragment)).toEqual([]));
});
