import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Barred, Choice, Line } from "../wire.ts";
import { nameByContent } from "./accessible-name.ts";
import type { Costly } from "./fatal.ts";

/** The id of an element of a scene, such as `seat/3`. */
export type Id = string;

/** How an element is highlighted while an option is being chosen. */
export type ElementState = "idle" | "lit" | "picked" | "dim";

/**
 * Turns the elements clicked so far into a choice among the options.
 *
 * Every option names the elements it touches. An element is lit if an option that touches everything picked so far touches it, too.
 * Picking it narrows the options down:
 *
 * - one option is left and everything it touches is picked: it is chosen;
 * - several are left and no further element distinguishes them: `asking` is set, and the frame opens a menu at the element;
 * - otherwise the next elements light up, and options that are already complete can be confirmed in the prompt bar.
 */
export class Selection {
  /** All options of your seat. */
  options: Choice[] = $state.raw([]);
  /** Elements that cannot be used now, and why. */
  barred: Barred[] = $state.raw([]);
  /** Counts the questions. */
  question = $state(0);
  /** Counts decisions that were not taken: refused, or not confirmed. */
  turnedDown = $state(0);
  /** The elements picked so far, in order. */
  picked: Id[] = $state([]);
  /** The element at which a menu asks which of several options is meant. */
  asking: Id | null = $state(null);
  /** Elements that the log line or option under the pointer mentions. */
  mentioned: Id[] = $state.raw([]);
  /** The options that a hint or a coach advises. */
  advised: number[] = $state.raw([]);
  /** Does the table show this option well enough itself? Then the prompt bar keeps it in its collapsed list. */
  drawn: (option: Choice) => boolean = $state.raw(() => false);
  /** Does the table number what it draws? Then those come first among the number keys. */
  numbers = $state(false);
  /** Can nothing be clicked on the table itself? Then the prompt bar shows options that touch something, too. */
  wordsOnly = $state(false);
  /** What the prompt bar says while the table itself keeps something picked up. */
  words = $state("");
  /** Does the table stage what happens now itself? */
  ownStage = $state(false);
  /** Lines that are nothing without being staged by the table: they are staged even in a lesson, before the table shows what comes of them. */
  stages: ((line: Line) => boolean) | null = null;
  /** The options that touch everything picked. */
  fitting: Choice[] = $derived(this.options.filter((option) => this.picked.every((id) => touches(option, id))));
  /** Those of them that touch nothing else: ready to be confirmed. */
  complete: Choice[] = $derived(
    this.picked.length === 0 ? [] : this.fitting.filter((option) => (option.touches ?? []).every((id) => this.picked.includes(id))),
  );
  #lit: Set<Id> = $derived(
    new Set(this.fitting.flatMap((option) => option.touches ?? []).filter((id) => !this.picked.includes(id))),
  );
  /** Everything that an option touches. */
  #touched: Set<Id> = $derived(new Set(this.options.flatMap((option) => option.touches ?? [])));
  /** The first element of each option: until something is picked only these glow fully. */
  #first: Set<Id> = $derived(new Set(this.options.flatMap((option) => option.touches?.slice(0, 1) ?? [])));
  /**
   * Lets a table confirm an option before it is chosen, by any means: true holds it back until the table chooses it itself. For
   * options that end a game.
   */
  guard: ((option: Choice) => boolean) | null = null;
  #choose: (code: number) => void;
  #elements = new Map<Id, Attachment<HTMLElement | SVGElement>>();

  constructor(choose: (code: number) => void) {
    this.#choose = choose;
  }

  /** Takes the options of a new view; picks that no longer fit are dropped. */
  offer(options: Choice[], barred: Barred[] = []): void {
    untrack(() => {
      this.barred = barred;
      const same = options.length === this.options.length && options.every((option, i) => option.code === this.options[i]!.code);
      this.options = options;
      // Frames also come for chat or presence: the question is the same, so keep the picks.
      if (same) return;
      this.question += 1;
      this.asking = null;
      this.mentioned = [];
      if (this.fitting.length === 0 || this.complete.length > 0) this.picked = [];
    });
  }

  /** Can it be picked now? */
  lit(id: Id): boolean {
    return this.#lit.has(id);
  }

  /** Is it one of the elements picked so far? */
  has(id: Id): boolean {
    return this.picked.includes(id);
  }

  /** Can it be picked instead of something? Such as another card of the hand. */
  #instead(id: Id): boolean {
    return !this.lit(id) && !this.has(id) && this.#touched.has(id) && this.picked.some((other) => areSiblings(other, id));
  }

  /** How to draw an element. Elements are dimmed only while an option is being put together. */
  stateOf(id: Id): ElementState {
    if (this.has(id)) return "picked";
    if (this.lit(id)) return "lit";
    if (this.#instead(id)) return "idle";
    return this.picked.length > 0 ? "dim" : "idle";
  }

  /** What gives something away at a high price: it comes last, and is asked about once more. */
  costly: Costly | null = $state.raw(null);
  /** Options that a click on an element alone never takes: somebody who taps a card may only want to read it. */
  careful: ((option: Choice) => boolean) | null = null;

  /** A click on an element: picks it, drops it if it was picked, or picks it instead of its sibling. */
  pick(id: Id): void {
    if (this.has(id)) {
      this.asking = null;
      this.picked = this.picked.filter((other) => other !== id);
      return;
    }
    if (this.#instead(id)) {
      this.picked = this.picked.filter((other) => !areSiblings(other, id));
      if (!this.lit(id)) this.picked = [];
    }
    if (!this.lit(id)) return;
    this.picked = [...this.picked, id];
    const [only, ...others] = this.fitting;
    if (only && others.length === 0 && this.complete.length === 1 && !this.careful?.(only)) this.choose(only.code);
    else if (this.#lit.size === 0) this.asking = id;
    else this.asking = null;
  }

  /** Chooses an option directly. */
  choose(code: number): void {
    this.clear();
    // The button that was hovered goes away without a `mouseleave`.
    this.mentioned = [];
    const option = this.options.find((option) => option.code === code);
    if (option && this.guard?.(option)) return;
    this.#choose(code);
  }

  /** Drops all picks. */
  clear(): void {
    this.picked = [];
    this.asking = null;
  }

  /** All options that touch an element, regardless of picks. */
  about(id: Id): Choice[] {
    return this.options.filter((option) => touches(option, id));
  }

  /**
   * Binds a DOM or SVG node to the element of the scene with this id: `{@attach selection.element(piece.id)}`.
   *
   * It gets `data-id` (for motion and highlights) and `data-state` (styled in theme.css). While lit or picked it is a button for
   * mouse, touch, keyboard and screen readers, so give it an accessible name (`aria-label` or text).
   */
  element(id: Id): Attachment<HTMLElement | SVGElement> {
    let attachment = this.#elements.get(id);
    // Always the same attachment for an id, so that a new scene does not re-attach every element.
    if (!attachment) this.#elements.set(id, (attachment = this.#attach(id)));
    return attachment;
  }

  #attach(id: Id): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.dataset.id = id;
      const click = (event: Event) => {
        if (!this.lit(id) && !this.has(id) && !this.#instead(id)) return;
        event.stopPropagation();
        this.pick(id);
      };
      const key = (event: Event) => {
        const { key, target } = event as KeyboardEvent;
        if (target !== node || (key !== "Enter" && key !== " ")) return;
        event.preventDefault();
        click(event);
      };
      node.addEventListener("click", click);
      node.addEventListener("keydown", key);
      const ownRole = node.getAttribute("role");
      let drawn = "";
      $effect(() => {
        const state = this.stateOf(id);
        const faint = this.picked.length === 0 && !this.#first.has(id);
        const mentioned = this.mentioned.includes(id);
        const instead = this.#instead(id);
        const now = [state, faint, mentioned, instead].join();
        if (now === drawn) return;
        drawn = now;
        const active = state === "lit" || state === "picked" || instead;
        node.dataset.state = state;
        node.toggleAttribute("data-faint", faint);
        node.toggleAttribute("data-mentioned", mentioned);
        if (node instanceof HTMLButtonElement) node.disabled = !active;
        else if (active) {
          node.setAttribute("role", "button");
          node.setAttribute("tabindex", "0");
        } else {
          if (ownRole) node.setAttribute("role", ownRole);
          else node.removeAttribute("role");
          node.removeAttribute("tabindex");
        }
        if (active) node.setAttribute("aria-pressed", String(state === "picked"));
        else node.removeAttribute("aria-pressed");
        nameByContent(node, active || node instanceof HTMLButtonElement);
      });
      return () => {
        node.removeEventListener("click", click);
        node.removeEventListener("keydown", key);
      };
    };
  }
}

/** Do both ids name things of one place, such as `hand/1/3` and `hand/1/5`? */
function areSiblings(one: Id, other: Id): boolean {
  const place = one.slice(0, one.lastIndexOf("/") + 1);
  return place !== "" && place === other.slice(0, other.lastIndexOf("/") + 1);
}

function touches(option: Choice, id: Id): boolean {
  return option.touches?.includes(id) ?? false;
}
