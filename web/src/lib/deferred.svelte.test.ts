import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deferred } from "./deferred.svelte.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Waits for a paint and for what runs after it. */
function paint(): void {
  vi.advanceTimersByTime(20);
  flushSync();
}

it("has the first value at once and later ones after the next paint", () => {
  let value = $state("one");
  let late!: Deferred<string>;
  const stop = $effect.root(() => {
    late = new Deferred(() => value);
  });
  flushSync();
  expect(late.now).toBe("one");
  value = "two";
  flushSync();
  expect(late.now).toBe("one");
  value = "three";
  flushSync();
  paint();
  expect(late.now).toBe("three");
  stop();
});
