/** Where we are: the path of the page, and ways to go elsewhere without loading anew. */
class Router {
  path: string = $state(location.pathname);
  query: URLSearchParams = $state.raw(new URLSearchParams(location.search));
  hash: string = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#look());
    addEventListener("hashchange", () => this.#look());
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.#look();
    scrollTo(0, 0);
  }

  /** Changes the address without a new entry in the history. */
  replace(to: string): void {
    history.replaceState(null, "", to);
    this.#look();
  }

  /** Follows links inside the page. */
  click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  #look(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }
}

export const router = new Router();
