import type { Costly } from "../../lib/fatal.ts";
import { kind } from "../../lib/plan.svelte.ts";
import type { ActionName } from "../../shelf.ts";

/** What ends a turn, or plays the last card, where King's Blood has still to be called: it gives the call away. */
const SILENT: ActionName[] = ["play", "stop", "decline", "pass"];
const CALL: ActionName = "call";

export const costly: Costly = (option, options) => SILENT.includes(kind(option)) && options.some((other) => kind(other) === CALL);
