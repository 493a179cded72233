/** What has to travel: from how far, in pixels on the screen. */
interface Move {
  dx: number;
  dy: number;
  /** Pixels on the screen for a pixel of the element. */
  step: number;
  /** Its own `translate`. */
  own: string;
}

/**
 * Makes things travel: what had a place before an update and has another one after it slides there, wherever in the page it is
 * drawn now. Elements are told apart by `data-key`, or `data-id` where there is none. Something new flies in from the element
 * that `data-from` names (a deck, a seat). What lies inside `data-still` is left alone. Off with reduced motion.
 */
export class Motion {
  #before = new Map<string, DOMRect>();

  constructor(
    private root: () => Element | null,
    private reducedMotion: () => boolean,
  ) {}

  /** Just before the update is drawn. */
  before(): void {
    this.#before.clear();
    if (this.reducedMotion()) return;
    for (const node of this.#nodes()) this.#before.set(key(node), node.getBoundingClientRect());
  }

  /** Just after. */
  after(): void {
    if (this.reducedMotion() || this.#before.size === 0) return;
    const moves = new Map<Element, Move>();
    // All are measured before any is moved: one layout, not one for each.
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
  // Attributes, because a data set is put together anew for each node that is asked for it.
  return node.getAttribute("data-key") ?? node.getAttribute("data-id") ?? "";
}

/** How many pixels on the screen a pixel of the element is: inside a sheet that is zoomed, not one. */
function step(node: Element, now: DOMRect): number {
  if (node instanceof SVGGraphicsElement && node.ownerSVGElement) return node.getScreenCTM()?.a || 1;
  return node instanceof HTMLElement && node.offsetWidth > 0 ? now.width / node.offsetWidth : 1;
}

function slide(node: Element, dx: number, dy: number, own: string): void {
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  // It begins beside the place that the element has of its own; adding to that place (`composite: "add"`) would be simpler, but
  // browsers then draw every step on the page's own thread.
  const [x = "0px", y = "0px"] = own === "none" ? [] : own.split(" ");
  node.animate([{ translate: `calc(${x} + ${dx}px) calc(${y} + ${dy}px)` }, { translate: `${x} ${y}` }], {
    // Far things take a little longer, never long.
    duration: 160 + Math.min(120, Math.hypot(dx, dy) / 5),
    easing: "cubic-bezier(.2, .8, .3, 1)",
  });
}

/** Does the system or the person ask for no movement? */
export function reducedMotion(): boolean {
  reducedMotionQuery ??= matchMedia("(prefers-reduced-motion: reduce)");
  return document.documentElement.dataset.motion === "off" || reducedMotionQuery.matches;
}

let reducedMotionQuery: MediaQueryList | undefined;
