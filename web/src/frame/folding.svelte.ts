import { kind } from "../lib/plan.svelte.ts";
import type { ActionName, GameId } from "../shelf.ts";
import type { Choice, Scene, View } from "../wire.ts";
import type { Key as Word } from "../words/en.ts";
import { t } from "../words/words.svelte.ts";

/** A question that another one always follows, and the answers to that one. */
interface Fold {
  /** The rules that such questions are about, and what is asked instead. */
  asks: Record<string, Word>;
  /** What is said before the first question while it is asked by itself, and before one that is asked once more. */
  alone: Word;
  again: Word;
  /** The same, where it is known who acted since. */
  againBy: Word;
  /** What is asked when such a question comes after another one was answered with what it only puts off. */
  still: Word;
  /** What goes on to the next question. */
  pass: ActionName;
  then: {
    action: ActionName;
    label: Word;
    detail: (scene: Scene) => string;
    /** Does it go by every other such question that comes before it? */
    through?: boolean;
  }[];
  /** Options of the table under which the next question is another one. */
  unless: string[];
}

/** What you have gathered tonight. */
const tonight = (scene: Scene): number => scene.seats.find((place) => place.you)?.marks.find((mark) => mark.id.endsWith("/round"))?.count ?? 0;

const FOLDS: Partial<Record<GameId, Fold>> = {
  // Before a draw: use something, then stay or leave.
  bloodlust: {
    asks: { "8.7": "lust.ask-look", "8.1": "lust.ask-use" },
    alone: "lust.first",
    again: "lust.again",
    againBy: "lust.again-by",
    still: "lust.ask-still",
    pass: "pass",
    then: [
      { action: "stay", label: "lust.stay", detail: (scene) => scene.tracks?.find((track) => track.note)?.note ?? "" },
      { action: "leave", label: "lust.leave", through: true, detail: (scene) => (tonight(scene) > 0 ? t("lust.leave-detail", { tonight: tonight(scene) }) : t("lust.leave-nothing")) },
    ],
    unless: ["spoken", "two-vampires"],
  },
};

/** Asks two questions that follow one another at once. The house gets the answers one by one, as it asks, and others see no difference. */
export class Folding {
  /** What is chosen when the next question comes, how the table looked when that was decided, and the questions before it that were passed. */
  #plan: { action: ActionName; table: string; passed: string[]; fold: Fold } | null = $state.raw(null);
  /** The version of the last question that was passed because of it. */
  #through = $state(-1);
  /** The version of the view in which it was chosen. */
  #answered = $state(-1);
  /** The version of a question that is asked by itself. */
  #open = $state(-1);
  /** The question that was passed last, and its version. */
  #passed = $state.raw({ question: "", version: -1 });

  /** The view with both questions in it; without any, if the second one is answered already. `actor` is who acted last after a version. */
  fold(game: string | undefined, view: View | null, options: Record<string, unknown> | undefined, actor: (after: number) => string | undefined = () => undefined): View | null {
    const fold = FOLDS[game as GameId];
    if (!fold || !view) return view;
    if (this.#planned(view)) return unasked(view);
    const ask = fold.asks[view.scene.help];
    const you = view.scene.seats.find((place) => place.you);
    if (view.options.length < 2) return view;
    const who = actor(this.#passed.version);
    const again = !this.#asksAgain(view) ? undefined : who ? t(fold.againBy, { name: who }) : t(fold.again);
    if (!ask || you?.out || fold.unless.some((option) => options?.[option])) return asking(view, view.scene.prompt, again);
    if (view.version === this.#open) return asking(view, view.scene.prompt, t(fold.alone));
    const then = fold.then.map(({ action, label, detail }, i): Choice => ({ code: -1 - i, action, label: t(label), detail: detail(view.scene) }));
    return { ...asking(view, t(!again && this.#comesBetween(view) ? fold.still : ask), again), options: [...then, ...view.options.filter((option) => kind(option) !== fold.pass)] };
  }

  /** What an option of the folded view means to the house. */
  choose(game: string | undefined, view: View, code: number): number | undefined {
    this.forget();
    const fold = FOLDS[game as GameId];
    const then = code < 0 ? fold?.then[-1 - code] : undefined;
    const chosen = view.options.find((option) => option.code === code);
    if (then || (chosen && kind(chosen) === fold?.pass)) this.#passed = { question: question(view), version: view.version };
    if (!then) return code;
    this.#plan = { action: then.action, table: stakes(view), passed: [view.scene.help], fold: fold! };
    return view.options.find((option) => kind(option) === fold?.pass)?.code;
  }

  /** The answer to the second question, to be sent once. */
  answer(view: View): Choice | undefined {
    const planned = this.#answered < 0 && this.#through !== view.version ? this.#planned(view) : undefined;
    if (!planned) return undefined;
    if (kind(planned) === this.#plan?.action) this.#answered = view.version;
    else {
      this.#through = view.version;
      this.#passed = { question: question(view), version: view.version };
      this.#plan = { ...this.#plan!, passed: [...this.#plan!.passed, view.scene.help] };
    }
    return planned;
  }

  /** What is chosen here, if nothing that matters to it has changed. */
  #planned(view: View): Choice | undefined {
    const plan = this.#plan;
    const over = this.#answered >= 0 && this.#answered !== view.version;
    if (!plan || over || plan.table !== stakes(view)) return undefined;
    const chosen = view.options.find((option) => kind(option) === plan.action);
    const goesBy = plan.fold.then.some(({ action, through }) => through && action === plan.action) && (this.#comesBetween(view) || this.#through === view.version);
    return chosen ?? (goesBy ? view.options.find((option) => kind(option) === plan.fold.pass) : undefined);
  }

  /** Is this another question before the one that is answered already? */
  #comesBetween({ scene }: View): boolean {
    const plan = this.#plan;
    return plan != null && this.#answered < 0 && plan.fold.asks[scene.help] != null && !plan.passed.includes(scene.help);
  }

  /** Is this a question that was answered already? Then somebody has acted since. */
  #asksAgain(view: View): boolean {
    const { question: passed, version } = this.#passed;
    const planned = this.#answered < 0 && view.options.some((option) => kind(option) === this.#plan?.action);
    return planned || (version < view.version && passed === question(view));
  }

  /** What was decided is taken back. */
  forget(): void {
    [this.#plan, this.#answered, this.#through, this.#passed] = [null, -1, -1, { question: "", version: -1 }];
  }

  /** Asks this question by itself, or none. */
  open(view: View | null): void {
    this.#open = view?.version ?? -1;
  }
}

/** Asks in these words, with a sentence before them. */
function asking(view: View, prompt: string, before?: string): View {
  return { ...view, scene: { ...view.scene, prompt: before ? `${before} ${prompt}` : prompt } };
}

/** What is asked, and about which draw. */
const question = ({ scene }: View): string => `${scene.help} ${scene.heading}`;

/** The same for somebody who is not asked. */
export function unasked(view: View): View {
  const you = view.scene.seats.find((place) => place.you)?.seat;
  return { ...view, options: [], waiting: view.waiting.filter((seat) => seat !== you) };
}

/** What you have, and what threatens it. */
function stakes({ scene }: View): string {
  const own = scene.seats.find((place) => place.you)?.marks.map(({ id, count }) => [id, count]);
  return JSON.stringify([scene.round, own, scene.tracks?.map((track) => track.markers)]);
}
