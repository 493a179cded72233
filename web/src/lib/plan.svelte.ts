import type { ActionName } from "../shelf.ts";
import type { Choice, Scene } from "../wire.ts";

/** Picks the next decision of a plan from the options; undefined if the plan no longer works. */
export type Step = (options: Choice[]) => Choice | undefined;

/** The current question. */
export interface Question {
  scene: Scene;
  options: Choice[];
}

/**
 * One gesture that takes several decisions, such as dropping a card on a spot or paying with three tiles. The first is chosen at
 * once, the others as soon as their options arrive. A plan that no longer works, or of which a decision was refused or taken back
 * before it was sent, is dropped; only offered options are ever chosen.
 */
export class Plan {
  /** Are there steps left? */
  busy: boolean = $derived.by(() => this.#steps.length > 0);
  #steps: Step[] = $state.raw([]);
  #answered = "";
  #turnedDown = 0;
  #choose: (code: number) => void;

  constructor(choose: (code: number) => void) {
    this.#choose = choose;
  }

  /** Starts with one of the current options. */
  begin(question: Question, first: number, ...then: Step[]): void {
    this.#steps = then;
    this.#answered = fingerprint(question);
    this.#choose(first);
  }

  /** Call with every new question, and when the number of decisions that were turned down changes. */
  offer(question: Question, turnedDown = 0): void {
    if (turnedDown !== this.#turnedDown) this.#steps = [];
    this.#turnedDown = turnedDown;
    // The old question may come again, for instance when somebody joins or leaves.
    if (this.#steps.length === 0 || fingerprint(question) === this.#answered) return;
    const [step, ...rest] = this.#steps;
    const next = step?.(question.options);
    this.#steps = next ? rest : [];
    if (!next) return;
    this.#answered = fingerprint(question);
    this.#choose(next.code);
  }
}

function fingerprint({ scene, options }: Question): string {
  return scene.prompt + options.map((option) => `${option.code} ${option.detail ?? ""}`).join();
}

/** The kind of an option: the name of its action. */
export function kind({ action }: Choice): ActionName {
  return (typeof action === "string" ? action : Object.keys(Object(action))[0]) as ActionName;
}
