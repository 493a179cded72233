/** Pictures by name. Games bring their own along when they are loaded. */
const paths = new Map<string, string>();

/** Makes pictures known: called by the modules that the build writes (see build/icons.ts). */
export function registerIcons(icons: Record<string, string>): void {
  for (const [name, path] of Object.entries(icons)) paths.set(name, path);
}

/** The outline of a picture in a 512 × 512 box, or nothing if there is none of that name. */
export function iconPath(name: string): string | undefined {
  return paths.get(name);
}
