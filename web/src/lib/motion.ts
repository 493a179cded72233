/** How far an element has moved, in screen pixels. */
interface Move {
  dx: number;
  dy: number;
  /** Screen pixels per pixel of the element. */
  step: number;
  /** Its own `translate`. */
  own: string;
}

/**
 * Animates updates (FLIP): an element that has moved slides from its old place, wherever it is in the DOM now. Elements are
 * identified by `data-key`, or else `data-id`. A new one flies in from the element named in `data-from` (a deck, a seat). Nothing
 * inside `data-still` is animated. Off with reduced motion.
 */
export class Motion {
  #before = new Map<string, DOMRect>();

  constructor(
    private root: () => Element | null,
    private reducedMotion: () => boolean,
  ) {}

  /** Call just before the DOM is updated. */
  before(): void {
    this.#before.clear();
    if (this.reducedMotion()) return;
    for (const node of this.#nodes()) this.#before.set(key(node), node.getBoundingClientRect());
  }

  /** Call just after. */
  after(): void {
    if (this.reducedMotion() || this.#before.size === 0) return;
    const moves = new Map<Element, Move>();
    // Measure all before moving any: one layout instead of one each.
    for (const node of this.#nodes()) {
      const now = node.getBoundingClientRect();
      const then = this.#before.get(key(node)) ?? this.#before.get(node.getAttribute("data-from") ?? "");
      if (!then || now.width === 0 || then.width === 0) continue;
      const dx = then.left + then.width / 2 - now.left - now.width / 2;
      const dy = then.top + then.height / 2 - now.top - now.height / 2;
      if (Math.abs(dx) + Math.abs(dy) > 2) moves.set(node, { dx, dy, step: step(node, now), own: getComputedStyle(node).translate });
    }
    for (const [node, { dx, dy, step, own }] of moves) {
      const carrier = node.parentElement?.closest("[data-id], [data-key]");
      const carried = carrier && moves.get(carrier);
      slide(node, (dx - (carried?.dx ?? 0)) / step, (dy - (carried?.dy ?? 0)) / step, own);
    }
    this.#before.clear();
  }

  #nodes(): Iterable<HTMLElement | SVGElement> {
    return this.root()?.querySelectorAll<HTMLElement | SVGElement>(":is([data-id], [data-key]):not([data-still] *)") ?? [];
  }
}

function key(node: HTMLElement | SVGElement): string {
  // Attributes, because `dataset` creates an object for every node.
  return node.getAttribute("data-key") ?? node.getAttribute("data-id") ?? "";
}

/** Screen pixels per pixel of the element: not 1 inside a zoomed sheet. */
function step(node: Element, now: DOMRect): number {
  if (node instanceof SVGGraphicsElement && node.ownerSVGElement) return node.getScreenCTM()?.a || 1;
  return node instanceof HTMLElement && node.offsetWidth > 0 ? now.width / node.offsetWidth : 1;
}

function slide(node: Element, dx: number, dy: number, own: string): void {
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  // Starts from the element's own `translate`. `composite: "add"` would be simpler, but browsers then animate on the main thread.
  const [x = "0px", y = "0px"] = own === "none" ? [] : own.split(" ");
  node.animate([{ translate: `calc(${x} + ${dx}px) calc(${y} + ${dy}px)` }, { translate: `${x} ${y}` }], {
    // Longer distances take a little longer.
    duration: 160 + Math.min(120, Math.hypot(dx, dy) / 5),
    easing: "cubic-bezier(.2, .8, .3, 1)",
  });
}

/** Does the system or the player ask for no motion? */
export function reducedMotion(): boolean {
  reducedMotionQuery ??= matchMedia("(prefers-reduced-motion: reduce)");
  return document.documentElement.dataset.motion === "off" || reducedMotionQuery.matches;
}

let reducedMotionQuery: MediaQueryList | undefined;
