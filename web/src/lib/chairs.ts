import { getContext, setContext } from "svelte";
import type { Chair, Seat } from "../wire.ts";

/** Presence and clocks of the people at the table, for SeatStatus.svelte. */
export interface Chairs {
  chair(seat: Seat): Chair | undefined;
  /** The house's clock, in milliseconds. */
  now(): number;
}

const KEY = Symbol("chairs");

const OWN = Symbol("own");

/** Says by what name you are known where the scene does not say which seat is yours. */
export function provideOwnName(name: () => string | undefined): void {
  setContext(OWN, name);
}

/** Undefined where the scene says it. */
export const ownName = () => getContext<(() => string | undefined) | undefined>(OWN);

export function provideChairs(chairs: Chairs): void {
  setContext(KEY, chairs);
}

/** Undefined where there is no live match: on the workbench and in replays. */
export function chairs(): Chairs | undefined {
  return getContext<Chairs | undefined>(KEY);
}
