import type { Attachment } from "svelte/attachments";
import type { Face, Mark } from "../wire.ts";

/** What the detail view shows. */
export interface Shown {
  title: string;
  /** A face is shown as a large card, with the portrait that goes by this id. */
  face?: Face;
  id?: string;
  /** Sentences below. */
  lines?: string[];
  marks?: Mark[];
}

/** Does it glow? What can be used says nothing of what it cannot be used for as well. */
export const canBeChosen = (element: HTMLElement): boolean => ["lit", "picked"].includes(element.dataset.state ?? "");

/** The detail view: at most one is open. Detail.svelte draws it. */
class Detail {
  #what: (() => Shown | null | undefined) | null = $state.raw(null);
  /** Asked again whenever the scene changes, so that an open view never shows old figures. */
  shown: Shown | null = $derived(this.#what?.() ?? null);
  at: DOMRect | null = $state.raw(null);
  /** What one chooses between there (`data-choices`): it is not covered. */
  clear: DOMRect | null = $state.raw(null);
  /** Why the element with this id cannot be used now; empty if it can. */
  whyNot: (id: string) => string = $state.raw(() => "");
  #id = $state("");
  reason: string = $derived(this.#what && this.#id ? this.whyNot(this.#id) : "");

  show(node: Element, what: () => Shown | null | undefined): void {
    this.#what = what;
    const element = node.closest<HTMLElement>("[data-id]");
    this.#id = element && !canBeChosen(element) ? (element.dataset.id ?? "") : "";
    this.at = node.getBoundingClientRect();
    this.clear = node.closest("[data-choices]")?.getBoundingClientRect() ?? null;
  }

  hide(what = this.#what): void {
    if (this.#what === what) this.#what = null;
  }
}

export const detail = new Detail();

/** Has the mouse itself moved with this event? What comes to lie under a mouse at rest was not pointed at. */
let moved = false;
let at = "";
export const hasMoved = (): boolean => moved;
addEventListener(
  "pointermove",
  ({ screenX, screenY }) => {
    moved = at !== `${screenX} ${screenY}`;
    at = `${screenX} ${screenY}`;
  },
  { capture: true, passive: true },
);
/** Of elements inside one another the innermost is pointed at. */
let taken: Event | null = null;

/**
 * Opens the detail view on hover, long press, or the `i` key: `{@attach detailed(() => ({ title, face }))}`. Nothing opens if the
 * function returns nothing.
 */
export function detailed(what: () => Shown | null | undefined): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    const show = () => detail.show(node, what);
    let pointed = false;
    // Not `pointerenter`: browsers report no movement with it.
    const move = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "mouse" || !moved || taken === event) return;
      taken = event;
      if (pointed) return;
      pointed = true;
      timer = setTimeout(show, 250);
    };
    const leave = () => {
      pointed = false;
      clearTimeout(timer);
      detail.hide(what);
    };
    const press = (event: Event) => {
      // Somebody who clicks has read enough.
      if ((event as PointerEvent).pointerType === "mouse") {
        clearTimeout(timer);
        detail.hide(what);
        return;
      }
      held = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        held = true;
        show();
      }, 450);
    };
    const release = () => clearTimeout(timer);
    // A long press is not a click.
    const click = (event: Event) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event) => {
      if (held) event.preventDefault();
    };
    const key = (event: Event) => {
      const { key, target } = event as KeyboardEvent;
      if (target !== node || key !== "i") return;
      if (detail.shown) detail.hide();
      else show();
    };
    const listeners: [string, (event: Event) => void, boolean?][] = [
      ["pointermove", move],
      ["pointerleave", leave],
      ["pointerdown", press],
      ["pointerup", release],
      ["pointercancel", release],
      ["click", click, true],
      ["contextmenu", menu],
      ["keydown", key],
      // A focused element that is removed fires blur during an update, when state must not change.
      ["blur", () => queueMicrotask(() => detail.hide(what))],
    ];
    for (const [name, listener, capture] of listeners) node.addEventListener(name, listener, capture);
    return () => {
      clearTimeout(timer);
      // Not in the middle of the update that removes the element.
      queueMicrotask(() => detail.hide(what));
      for (const [name, listener, capture] of listeners) node.removeEventListener(name, listener, capture);
    };
  };
}
