import { beforeEach, expect, it, vi } from "vitest";
import { keepProgress, progressOf } from "./progress.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
});

it("goes on where somebody left", () => {
  expect(progressOf("bloodlust", "one")).toEqual({ part: 1, done: false });
  keepProgress("bloodlust", "one", { part: 3, done: false });
  keepProgress("bloodwood", "one", { part: 1, done: true });
  expect(progressOf("bloodlust", "one")).toEqual({ part: 3, done: false });
  expect(progressOf("bloodwood", "one")).toEqual({ part: 1, done: true });
});

it.each(["", "[", "7", "null", '{"bloodlust/one":{"part":-2}}', '{"bloodlust/one":{"part":"x"}}'])("takes damaged storage for none: %s", (text) => {
  stored.set("sanguis.lessons", text);
  expect(progressOf("bloodlust", "one")).toEqual({ part: 1, done: false });
  keepProgress("bloodlust", "one", { part: 2, done: false });
  expect(progressOf("bloodlust", "one").part).toBe(2);
});
