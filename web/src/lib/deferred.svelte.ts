import { untrack } from "svelte";
import { afterPaint } from "./paint.ts";

/**
 * A value that may lag: its first value is there at once, every later one a paint after the rest of the update. Never for anything
 * clickable: it would answer a question that is no longer asked.
 */
export class Deferred<T> {
  now: T = $state.raw(undefined as T);
  #next: T;

  constructor(value: () => T) {
    this.now = this.#next = untrack(value);
    $effect(() => {
      this.#next = value();
      // Take the newest value: a hidden page paints only once it is visible again.
      if (!Object.is(this.#next, untrack(() => this.now))) afterPaint(() => (this.now = this.#next));
    });
  }
}
