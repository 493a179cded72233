import { SvelteMap } from "svelte/reactivity";

/** SVG paths by icon name. A game registers its own when it is loaded; what was drawn before, such as the log, gets its icons then. */
const paths = new SvelteMap<string, string>();

/** Called by the modules that build/icons.ts generates. */
export function registerIcons(icons: Record<string, string>): void {
  for (const [name, path] of Object.entries(icons)) paths.set(name, path);
}

/** The SVG path of an icon in a 512 × 512 box; undefined if there is no such icon. */
export function iconPath(name: string): string | undefined {
  return paths.get(name);
}
