import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { type Key, en } from "./en.ts";

const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe("German", () => {
  it("has a word for every word", () => expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort()));
  it("leaves no text empty", () => expect(Object.entries(de).filter(([, text]) => text.trim() === "")).toEqual([]));
  it.each(Object.keys(en) as Key[])("fills the same blanks: %s", (key) => expect(blanks(de[key])).toEqual(blanks(en[key])));
});

/** Names are the same in every language, and so is what keys are called. */
const NAMES = ["Sanguis", "– Sanguis", "Esc", "King’s", "King’s Blood!", "Blood!", "https://…"];
/** Attributes that are read out or shown. */
const SAID = ["aria-label", "title", "placeholder", "label", "alt"];

interface Node {
  type: string;
  name?: string;
  data?: string;
  [part: string]: unknown;
}

/** The words that a template writes by itself. */
function written(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(written);
  if (typeof node !== "object" || node === null) return [];
  const { type, name = "", data = "", ...parts } = node as Node;
  if (type === "StyleDirective" || (type === "Attribute" && !SAID.includes(name))) return [];
  if (type === "Text") return /\p{L}{2,}/u.test(data) && !NAMES.includes(data.trim()) ? [data.trim()] : [];
  return Object.values(parts).flatMap(written);
}

const src = join(import.meta.dirname, "..");
const templates = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".svelte") && !path.startsWith("workbench"));

describe("no template writes words of its own", () => {
  it.each(templates)("%s", (path) => expect(written(parse(readFileSync(join(src, path), "utf8"), { modern: true }).fragment)).toEqual([]));
});
