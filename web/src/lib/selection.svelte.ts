import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Choice } from "../wire.ts";
import { nameByContent } from "./accessible-name.ts";

/** The name of an element of a scene, such as `seat/3`. */
export type Id = string;

/** How an element stands to what is being chosen. */
export type ElementState = "idle" | "lit" | "picked" | "dim";

/**
 * Turns "what I have clicked so far" into the options it fits.
 *
 * Options name the elements they touch. An element is lit if some option that fits what is picked touches it. Picking it
 * narrows the options down:
 *
 * - one option is left and all it touches is picked: it is chosen;
 * - several are left and nothing more could tell them apart: `asking` is set, and the frame opens a small chooser at the element;
 * - else the next elements light up, and options that are complete already can be confirmed in the prompt bar.
 */
export class Selection {
  /** All options of the seat. */
  options: Choice[] = $state.raw([]);
  /** Goes up with every new question. */
  question = $state(0);
  /** What was picked, in order. */
  picked: Id[] = $state([]);
  /** The element at which several options wait to be told apart by their words. */
  asking: Id | null = $state(null);
  /** Elements that somebody speaks of: a line of the log or an option under the pointer. */
  mentioned: Id[] = $state.raw([]);
  /** Which options the table itself makes plain enough that the prompt bar can leave them in its folded list. */
  drawn: (option: Choice) => boolean = $state.raw(() => false);
  /** The options that fit what is picked. */
  fitting: Choice[] = $derived(this.options.filter((option) => this.picked.every((id) => touches(option, id))));
  /** Those of them that touch nothing beyond what is picked: ready to be confirmed. */
  complete: Choice[] = $derived(
    this.picked.length === 0 ? [] : this.fitting.filter((option) => (option.touches ?? []).every((id) => this.picked.includes(id))),
  );
  #lit: Set<Id> = $derived(
    new Set(this.fitting.flatMap((option) => option.touches ?? []).filter((id) => !this.picked.includes(id))),
  );
  /** What options begin with: before anything is picked only these glow fully. */
  #first: Set<Id> = $derived(new Set(this.options.flatMap((option) => option.touches?.slice(0, 1) ?? [])));
  /**
   * A table's own say before something is chosen, however it was chosen: true keeps the option back, because the table asks once
   * more and then chooses itself. For what ends a game.
   */
  guard: ((option: Choice) => boolean) | null = null;
  #choose: (code: number) => void;
  #elements = new Map<Id, Attachment<HTMLElement | SVGElement>>();

  constructor(choose: (code: number) => void) {
    this.#choose = choose;
  }

  /** A new question: what was picked is kept only as far as it still makes sense. */
  offer(options: Choice[]): void {
    untrack(() => {
      const same = options.length === this.options.length && options.every((option, i) => option.code === this.options[i]!.code);
      this.options = options;
      // Somebody spoke, or came back: the question is still the same, and so is what we were doing about it.
      if (same) return;
      this.question += 1;
      this.asking = null;
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

  /** How an element is to be drawn. Elements dim a little only while something is being put together. */
  stateOf(id: Id): ElementState {
    if (this.has(id)) return "picked";
    if (this.lit(id)) return "lit";
    return this.picked.length > 0 ? "dim" : "idle";
  }

  /** A click on an element: picks it, or lets it go again. */
  pick(id: Id): void {
    if (this.has(id)) {
      this.asking = null;
      this.picked = this.picked.filter((other) => other !== id);
      return;
    }
    if (!this.lit(id)) return;
    this.picked = [...this.picked, id];
    const [only, ...others] = this.fitting;
    if (only && others.length === 0 && this.complete.length === 1) this.choose(only.code);
    else if (this.#lit.size === 0) this.asking = id;
    else this.asking = null;
  }

  /** Chooses an option outright. */
  choose(code: number): void {
    this.clear();
    const option = this.options.find((option) => option.code === code);
    if (option && this.guard?.(option)) return;
    this.#choose(code);
  }

  /** Lets go of everything. */
  clear(): void {
    this.picked = [];
    this.asking = null;
  }

  /** Options that touch an element, whatever is picked. */
  about(id: Id): Choice[] {
    return this.options.filter((option) => touches(option, id));
  }

  /**
   * Makes a DOM or SVG element the element of the scene with this id: `{@attach selection.element(piece.id)}`.
   *
   * It gets `data-id` (motion and highlights find it by that) and `data-state` (theme.css makes it glow), and, while lit or
   * picked, is a button for mouse, touch, keyboard and screen reader. Give it an accessible name of its own (`aria-label` or text).
   */
  element(id: Id): Attachment<HTMLElement | SVGElement> {
    let attachment = this.#elements.get(id);
    // The same id gets the same attachment: a scene that is drawn again does not attach all its elements again.
    if (!attachment) this.#elements.set(id, (attachment = this.#attach(id)));
    return attachment;
  }

  #attach(id: Id): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.dataset.id = id;
      const click = (event: Event) => {
        if (!this.lit(id) && !this.has(id)) return;
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
        const now = [state, faint, mentioned].join();
        if (now === drawn) return;
        drawn = now;
        const active = state === "lit" || state === "picked";
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

function touches(option: Choice, id: Id): boolean {
  return option.touches?.includes(id) ?? false;
}
