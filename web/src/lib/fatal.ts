import type { ActionName } from "../shelf.ts";
import type { Choice } from "../wire.ts";
import { kind } from "./plan.svelte.ts";

/** Actions that end a game and cannot be taken back: every table asks once more before one is chosen. */
const FATAL: ActionName[] = ["declare"];

export const isFatal = (option: Choice) => FATAL.includes(kind(option));

/** A game's `costly.ts`: does an option give away what is offered beside it, at a high price? Then it comes last, and is asked about once more. */
export type Costly = (option: Choice, options: Choice[]) => boolean;
