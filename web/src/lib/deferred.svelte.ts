import { untrack } from "svelte";
import { afterPaint } from "./paint.ts";

/**
 * A value for what is looked at last: its first value at once, every other one a picture after the rest of the update. What somebody
 * can click must never be late: it would answer a question that is no longer asked.
 */
export class Deferred<T> {
  now: T = $state.raw(undefined as T);
  #next: T;

  constructor(value: () => T) {
    this.now = this.#next = untrack(value);
    $effect(() => {
      this.#next = value();
      // Always the newest: a page that is hidden meanwhile makes the picture that we wait for only when it is seen again.
      if (!Object.is(this.#next, untrack(() => this.now))) afterPaint(() => (this.now = this.#next));
    });
  }
}
