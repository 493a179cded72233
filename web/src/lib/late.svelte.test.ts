import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Dealt } from "./dealt.svelte.ts";
import { Late } from "./late.svelte.ts";

beforeEach(() => {
  vi.useFakeTimers();
  delete document.documentElement.dataset.motion;
});
afterEach(() => vi.useRealTimers());

/** Lets the browser make a picture, and what waits for it come after it. */
function picture(): void {
  vi.advanceTimersByTime(20);
  flushSync();
}

it("has the first value at once, and others after the next picture", () => {
  let value = $state("one");
  let late!: Late<string>;
  const stop = $effect.root(() => {
    late = new Late(() => value);
  });
  flushSync();
  expect(late.now).toBe("one");
  value = "two";
  flushSync();
  expect(late.now).toBe("one");
  value = "three";
  flushSync();
  picture();
  expect(late.now).toBe("three");
  stop();
});

it("deals what is new, two a picture, and takes away at once", () => {
  const cards = (...ids: string[]) => ids.map((id) => ({ id }));
  let hand = $state.raw(cards("a", "b", "c"));
  let dealt!: Dealt<{ id: string }>;
  const stop = $effect.root(() => {
    dealt = new Dealt(() => hand);
  });
  const there = () => dealt.items.map((card) => card.id).join("");
  flushSync();
  expect(there()).toBe("abc");
  hand = cards("d", "b", "e", "f", "g", "h");
  flushSync();
  expect(there()).toBe("dbe");
  picture();
  expect(there()).toBe("dbefg");
  picture();
  expect(there()).toBe("dbefgh");
  hand = cards("d");
  flushSync();
  expect(there()).toBe("d");
  document.documentElement.dataset.motion = "off";
  hand = cards("d", "i", "j", "k");
  flushSync();
  expect(there()).toBe("dijk");
  stop();
});
