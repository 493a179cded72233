import { getContext, setContext } from "svelte";
import type { Chair, Seat } from "../wire.ts";

/** What the house knows of the people at the table, for seats that show it (SeatStatus.svelte). */
export interface Chairs {
  chair(seat: Seat): Chair | undefined;
  /** The house's clock, in milliseconds. */
  now(): number;
}

const KEY = Symbol("chairs");

export function provideChairs(chairs: Chairs): void {
  setContext(KEY, chairs);
}

/** Nothing where there is no house: on the workbench and in replays. */
export function chairs(): Chairs | undefined {
  return getContext<Chairs | undefined>(KEY);
}
