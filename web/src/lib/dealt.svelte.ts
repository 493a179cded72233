import { getContext, setContext, tick } from "svelte";
import { afterPicture } from "./later.ts";
import { calm, type Motion } from "./motion.ts";

const KEY = Symbol("motion");

export function provideMotion(motion: Motion): void {
  setContext(KEY, motion);
}

/** Whoever moves things on this table. */
export function tableMotion(): Motion | undefined {
  return getContext<Motion | undefined>(KEY);
}

/**
 * A list to be drawn, of which much may be new at once, such as a new hand: it is dealt, a few a picture, so that no picture takes long.
 * What is there can be used, and flies as all else does. At first, without movement, and where nobody looks, all of it is there at once.
 */
export class Dealt<T extends { id: string }> {
  /** What is there by now. */
  readonly items: T[] = $derived.by(() => {
    void this.#deals;
    const all = this.#all();
    let fresh = 0;
    return !this.#there || calm() || document.hidden ? all : all.filter((item) => this.#there!.has(item.id) || fresh++ < this.#most);
  });
  #all: () => T[];
  #most: number;
  #there: Set<string> | null = null;
  #deals = $state(0);

  constructor(all: () => T[], motion?: Motion, most = 2) {
    this.#all = all;
    this.#most = most;
    $effect(() => {
      this.#there = new Set(this.items.map((item) => item.id));
      if (this.items.length === this.#all().length) return;
      afterPicture(() => {
        motion?.before();
        this.#deals += 1;
        void tick().then(() => motion?.after());
      });
    });
  }
}
