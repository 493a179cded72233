// Picks from the thousands of game-icons only those that the code names: one module for the frame, one for each game.
// `import "virtual:icons/bloodlust"` registers that game's icons with Icon.svelte; `virtual:icons` loads them by game id.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { GAMES } from "../src/shelf.ts";

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

const LOADERS = "virtual:icons";
const PREFIX = `${LOADERS}/`;
const root = resolve(import.meta.dirname, "../..");
/** What the scenes of random games name. */
const inScenes = new Set(JSON.parse(readFileSync(join(import.meta.dirname, "scene-icons.json"), "utf8")) as string[]);

function* files(folder: string): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    // Sounds and portraits have words of their own that are also names of icons.
    else if (/\.(rs|toml|ts|svelte)$/.test(entry.name) && !/^(sounds|voices|portraits?)\.|\.test\.ts$/.test(entry.name)) yield path;
  }
}

/** The folders whose code names a module's icons. */
function folders(module: string): string[] {
  const games = join(root, "web/src/games");
  if (module === "frame") return ["frame", "lib", "pages"].map((name) => join(root, "web/src", name));
  return [join(root, "crates", module, "src"), join(root, "crates", module, "data"), join(games, module)];
}

function named(module: string, set: IconSet): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders(module)) {
    for (const file of files(folder)) {
      const rules = !/\.(ts|svelte)$/.test(file);
      // Names of classes are no names of icons.
      const code = readFileSync(file, "utf8").replaceAll(/\b(class|data-[a-z]+)="[^"]*"/g, "");
      for (const [, word] of code.matchAll(/["'`]([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["'`]/g)) {
        const name = set.aliases?.[word!]?.parent ?? word!;
        const body = set.icons[name]?.body;
        // A single word in the rules is an icon only if scenes say so: there are also terrains, moods and the like.
        if (body && (!rules || /[-\d]/.test(word!) || inScenes.has(word!))) found.set(word!, body);
      }
    }
  }
  return found;
}

/** Path data on a grid of 512 with one decimal, which no eye can tell from three. Paths with arcs are left alone: their flags may stand together. */
export function shortened(path: string): string {
  if (/a/i.test(path)) return path;
  let short = "";
  for (const [token] of path.matchAll(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi)) {
    const word = /[a-z]/i.test(token) ? token : String(Math.round(Number(token) * 10) / 10).replace(/^(-?)0\./, "$1.");
    const apart = /^\d/.test(word) ? /\d$/.test(short) : word.startsWith(".") && /(^|[^\d.])\d+$/.test(short);
    short += apart ? ` ${word}` : word;
  }
  return short;
}

export function icons(): Plugin {
  let set: IconSet;
  return {
    name: "sanguis-icons",
    buildStart() {
      const path = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
      set = JSON.parse(readFileSync(path, "utf8")) as IconSet;
    },
    resolveId: (id) => (id === LOADERS || id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LOADERS}`) {
        const loaders = Object.keys(GAMES).map((game) => `"${game}": () => import("${PREFIX}${game}")`);
        return `export const gameIcons = { ${loaders.join(", ")} };\n`;
      }
      if (!id.startsWith(`\0${PREFIX}`)) return;
      const picked = named(id.slice(PREFIX.length + 1), set);
      // Every icon of this set is a path filled with the current colour; only the path data is sent.
      const paths = [...picked].sort().map(([name, body]) => [name, [...body.matchAll(/ d="([^"]+)"/g)].map((m) => shortened(m[1]!)).join("")]);
      return `import { registerIcons } from "/src/lib/icons.ts";\nregisterIcons(${JSON.stringify(Object.fromEntries(paths))});\n`;
    },
  };
}
