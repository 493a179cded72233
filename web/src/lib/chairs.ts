import { getContext, setContext } from "svelte";
import type { Chair, Seat } from "../wire.ts";

/** Presence and clocks of the people at the table, for SeatStatus.svelte. */
export interface Chairs {
  chair(seat: Seat): Chair | undefined;
  /** The house's clock, in milliseconds. */
  now(): number;
}

const KEY = Symbol("chairs");

export function provideChairs(chairs: Chairs): void {
  setContext(KEY, chairs);
}

/** Undefined where there is no live match: on the workbench and in replays. */
export function chairs(): Chairs | undefined {
  return getContext<Chairs | undefined>(KEY);
}
