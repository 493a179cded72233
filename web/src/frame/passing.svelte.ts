import { kind } from "../lib/plan.svelte.ts";
import type { ActionName, GameId } from "../shelf.ts";
import type { Choice, View } from "../wire.ts";
import { FACTOR, type Pace } from "./director.ts";

/** Asked each time; only where something else can be done, as at first; not until the night is over. */
export type PassMode = "ask" | "idle" | "round";

interface Passes {
  /** What lets a window go by, or is the only thing left to do. */
  actions: ActionName[];
  /** The player's choice; none where only what is left to do is done. */
  modes: PassMode[];
  /** It is rare enough to be told, and stands in the bar until it is done. */
  told?: boolean;
  /** The rule such questions are about, where others are always asked. */
  rule?: string;
}

/** How windows that come often are let go by, and whether they come until the end of a round. */
const PASSES: Partial<Record<GameId, Passes>> = {
  bloodlust: { actions: ["pass"], modes: ["idle", "ask", "round"] },
  bloodwood: { actions: ["endure"], modes: ["idle", "ask"] },
  // Nothing fits, or the drawn card cannot be played.
  "kings-blood": { actions: ["draw", "accept", "stop", "pass"], modes: [], told: true },
  // A set-up in which nothing more can be built.
  bloodstones: { actions: ["done"], modes: [], told: true, rule: "4.5" },
};

/** Passes for a player who has asked for it. Others see the same as if the player passed by hand. */
export class Passing {
  mode: PassMode = $state("idle");
  #round = $state(0);

  /** The modes of a game; none where nothing is passed often. */
  modes(game: string | undefined): PassMode[] {
    return PASSES[game as GameId]?.modes ?? [];
  }

  /** The next mode in turn. */
  turn(game: string | undefined, view: View): void {
    const modes = this.modes(game);
    this.mode = modes[(modes.indexOf(this.mode) + 1) % modes.length] ?? "ask";
    this.#round = view.scene.round ?? 0;
  }

  /** The option that passes, if it may be chosen at all. */
  option(game: string | undefined, view: View): Choice | undefined {
    const passes = PASSES[game as GameId];
    if (passes?.rule && view.scene.help !== passes.rule) return undefined;
    return view.options.find((option) => passes?.actions.includes(kind(option)));
  }

  /** The option that is to be chosen for the player now. */
  answer(game: string | undefined, view: View): Choice | undefined {
    const pass = this.option(game, view);
    const over = this.mode === "round" && (view.scene.round ?? 0) !== this.#round;
    if (!pass || over || this.mode === "ask") return undefined;
    return this.mode === "round" || view.options.length === 1 ? pass : undefined;
  }

  /** Is it told that it is done for the player? */
  told(game: string | undefined): boolean {
    return PASSES[game as GameId]?.told ?? false;
  }

  /** How long to wait, in milliseconds: with others as long as somebody who thinks about it, whatever is in the hand; alone long enough to be read. */
  wait(game: string | undefined, alone: boolean, pace: Pace): number {
    if (!alone) return 1500 + Math.random() * 3000;
    return this.told(game) ? 2000 * FACTOR[pace] : 500;
  }
}
