import type { ActionName } from "../shelf.ts";
import type { Choice } from "../wire.ts";
import { kind } from "./plan.svelte.ts";

/** Actions that end a game and cannot be taken back: every table asks once more before one is chosen. */
const FATAL: ActionName[] = ["declare"];

export const isFatal = (option: Choice) => FATAL.includes(kind(option));

/** What ends a turn, or plays the last card, where King's Blood has still to be called: it gives the call away. */
const SILENT: ActionName[] = ["play", "stop", "decline", "pass"];
const CALL: ActionName = "call";

/** Does it give away what is offered beside it, at a high price? Then it comes last, and is asked about once more. */
export const forfeits = (option: Choice, options: Choice[]) => SILENT.includes(kind(option)) && options.some((other) => kind(other) === CALL);
