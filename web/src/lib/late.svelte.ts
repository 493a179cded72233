import { untrack } from "svelte";
import { afterPicture } from "./later.ts";

/**
 * A value for what is looked at last: its first value at once, every other one a picture after the rest of the update. What somebody
 * can click must never be late: it would answer a question that is no longer asked.
 */
export class Late<T> {
  now: T = $state.raw(undefined as T);

  constructor(value: () => T) {
    this.now = untrack(value);
    $effect(() => {
      const next = value();
      if (!Object.is(next, untrack(() => this.now))) afterPicture(() => (this.now = next));
    });
  }
}
