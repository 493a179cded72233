import type { ActionName } from "../shelf.ts";
import type { Choice } from "../wire.ts";
import { kind } from "./plan.svelte.ts";

/** Actions that end a game and cannot be taken back: every table asks once more before one is chosen. */
const FATAL: ActionName[] = ["declare"];

export const isFatal = (option: Choice) => FATAL.includes(kind(option));
