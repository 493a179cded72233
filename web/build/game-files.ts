// The files of each game that its lessons, examples and puzzles are made of, as a module that the pages without a house load with
// the first of them. `virtual:game-files` loads them by game id.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { GAMES } from "../src/shelf.ts";

const LOADERS = "virtual:game-files";
const PREFIX = `${LOADERS}/`;

/** The name and the text of each file. */
type Named = [string, string][];

/** What `lessons::Files` reads. */
export interface GameFiles {
  lessons: Named;
  examples: Named;
  puzzles: string;
}

/** The files that a game's `INFO` lists. */
export function gameFiles(game: string): GameFiles {
  const crate = resolve(import.meta.dirname, "../../crates", game);
  const text = (path: string) => readFileSync(resolve(crate, path), "utf8");
  const listed = [...text("src/lib.rs").matchAll(/\("([a-z0-9-]+)",\s*table::text_file!\(\s*"\.\.\/((lessons|scenarios)\/[^"]+)"\s*\)/g)];
  const from = (folder: string): Named => listed.filter(([, , , of]) => of === folder).map(([, name, path]) => [name!, text(path!)]);
  const files = { lessons: from("lessons"), examples: from("scenarios"), puzzles: text("puzzles.toml") };
  if (files.lessons.length === 0 || files.examples.length === 0) throw new Error(`No lessons or no examples are listed in ${crate}/src/lib.rs.`);
  return files;
}

export function filesOfGames(): Plugin {
  return {
    name: "sanguis-game-files",
    resolveId: (id) => (id === LOADERS || id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LOADERS}`) {
        const loaders = Object.keys(GAMES).map((game) => `"${game}": async () => (await import("${PREFIX}${game}")).default`);
        return `export const gameFiles = { ${loaders.join(", ")} };\n`;
      }
      if (id.startsWith(`\0${PREFIX}`)) return `export default ${JSON.stringify(gameFiles(id.slice(PREFIX.length + 1)))};\n`;
    },
  };
}
