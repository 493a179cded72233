import { untrack } from "svelte";

/** A page that any file server may offer, from any folder: it keeps the address behind a #. */
const POCKET = import.meta.env.MODE === "pocket";

/** The address that pages go by. In the pocket page a # without a path is a place on the present page. */
function here(before = "/"): URL {
  if (!POCKET) return new URL(location.href);
  const behind = location.hash.slice(1);
  return new URL(behind.startsWith("/") ? behind : `${before}${location.hash}`, "http://pocket");
}

/** The current address, and navigation without reloading the page. */
class Router {
  path: string = $state(here().pathname);
  query: URLSearchParams = $state.raw(here().searchParams);
  hash: string = $state(here().hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#update());
    addEventListener("hashchange", () => this.#update());
  }

  go(to: string): void {
    history.pushState(null, "", POCKET ? `#${to}` : to);
    this.#update();
    scrollTo(0, 0);
  }

  /** Changes the address without a new history entry. */
  replace(to: string): void {
    history.replaceState(null, "", POCKET ? `#${to}` : to);
    this.#update();
  }

  /** The whole address of a page, for people to copy. */
  address(of: string): string {
    return new URL(POCKET ? `#${of}` : of, location.href).href;
  }

  /** Handles a click on a link to a page of ours. */
  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  #update(): void {
    // What goes somewhere else does not depend on where it was: an effect that does would run for ever.
    const before = untrack(() => (this.query.size > 0 ? `${this.path}?${this.query.toString()}` : this.path));
    const { pathname, search, searchParams, hash } = here(before);
    // So that the page opens again at this place.
    if (POCKET && hash && !location.hash.startsWith("#/")) history.replaceState(null, "", `#${pathname}${search}${hash}`);
    this.path = pathname;
    this.query = searchParams;
    this.hash = hash.slice(1);
  }
}

export const router = new Router();
