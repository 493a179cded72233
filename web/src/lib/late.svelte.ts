import { untrack } from "svelte";
import { afterPicture } from "./later.ts";

/**
 * A value for what is looked at last: its first value at once, every other one a picture after the rest of the update. What somebody
 * can click must never be late: it would answer a question that is no longer asked.
 */
export class Late<T> {
  now: T = $state.raw(undefined as T);
  #next: T;

  constructor(value: () => T) {
    this.now = this.#next = untrack(value);
    $effect(() => {
      this.#next = value();
      // Always the newest: a page that is hidden meanwhile makes the picture that we wait for only when it is seen again.
      if (!Object.is(this.#next, untrack(() => this.now))) afterPicture(() => (this.now = this.#next));
    });
  }
}
