import { kind } from "../lib/plan.svelte.ts";
import type { ActionName, GameId } from "../shelf.ts";
import type { Choice, View } from "../wire.ts";

/** Asked each time; only where something else can be done, as at first; not until the night is over. */
export type PassMode = "ask" | "idle" | "round";

/** How windows that come often are let go by, and whether they come until the end of a round. */
const PASSES: Partial<Record<GameId, { action: ActionName; modes: PassMode[] }>> = {
  bloodlust: { action: "pass", modes: ["idle", "ask", "round"] },
  bloodwood: { action: "endure", modes: ["idle", "ask"] },
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
    const pass = PASSES[game as GameId]?.action;
    return view.options.find((option) => kind(option) === pass);
  }

  /** The option that is to be chosen for the player now. */
  answer(game: string | undefined, view: View): Choice | undefined {
    const pass = this.option(game, view);
    const over = this.mode === "round" && (view.scene.round ?? 0) !== this.#round;
    if (!pass || over || this.mode === "ask") return undefined;
    return this.mode === "round" || view.options.length === 1 ? pass : undefined;
  }

  /** How long to wait, in milliseconds: as long as somebody who thinks about it, whatever is in the hand. */
  wait(alone: boolean): number {
    return alone ? 500 : 1500 + Math.random() * 3000;
  }
}
