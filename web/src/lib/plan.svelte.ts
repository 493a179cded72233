import type { Choice, Scene } from "../wire.ts";

/** Finds the next decision of a plan among the options, or nothing if the plan no longer makes sense. */
export type Step = (options: Choice[]) => Choice | undefined;

/** What is asked at the moment. */
export interface Question {
  scene: Scene;
  options: Choice[];
}

/**
 * One gesture that takes several decisions: a card is dropped on a place, a bill is paid with three tiles. The first is chosen
 * at once, each other one as soon as its options are there. A plan that no longer makes sense is dropped; nothing is ever
 * chosen that is not offered.
 */
export class Plan {
  /** Is something still to follow? */
  busy: boolean = $derived.by(() => this.#steps.length > 0);
  #steps: Step[] = $state.raw([]);
  #answered = "";
  #choose: (code: number) => void;

  constructor(choose: (code: number) => void) {
    this.#choose = choose;
  }

  /** Begins with an option of those offered now. */
  begin(question: Question, first: number, ...then: Step[]): void {
    this.#steps = then;
    this.#answered = fingerprint(question);
    this.#choose(first);
  }

  /** To be told of every new question. */
  offer(question: Question): void {
    // The house may send the old question again, for instance when somebody comes or goes.
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

/** What kind of decision an option is: the name of its action. */
export function kind(option: Choice): string {
  const { action } = option;
  return typeof action === "string" ? action : action && typeof action === "object" ? (Object.keys(action)[0] ?? "") : "";
}
