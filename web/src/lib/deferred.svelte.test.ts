import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deferred } from "./deferred.svelte.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets the browser make a picture, and what waits for it come after it. */
function picture(): void {
  vi.advanceTimersByTime(20);
  flushSync();
}

it("has the first value at once, and others after the next picture", () => {
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
  picture();
  expect(late.now).toBe("three");
  stop();
});
