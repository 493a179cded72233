/** The current address, and navigation without reloading the page. */
class Router {
  path: string = $state(location.pathname);
  query: URLSearchParams = $state.raw(new URLSearchParams(location.search));
  hash: string = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#update());
    addEventListener("hashchange", () => this.#update());
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#update();
    scrollTo(0, 0);
  }

  /** Changes the address without a new history entry. */
  replace(to: string): void {
    history.replaceState(null, "", to);
    this.#update();
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
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }
}

export const router = new Router();
