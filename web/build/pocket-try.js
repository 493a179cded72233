// `cargo xtask release` tries the pages that play without a house: all files of the service worker's list are there, and the rules
// among them play a game of each kind.
//
//   node build/pocket-try.js FOLDER

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { request, rules } from "./pocket-rules.js";

const [folder] = process.argv.slice(2);
const listed = JSON.parse(/LIST = (\[.*?\]);/s.exec(readFileSync(join(folder, "sw.js"), "utf8"))[1]);
const missing = listed.filter((name) => name !== "./" && !existsSync(join(folder, name)));
if (missing.length > 0) throw new Error(`These files are missing: ${missing.join(", ")}`);
const module = readdirSync(join(folder, "assets")).find((name) => name.endsWith(".wasm"));
const ask = await rules(undefined, join(folder, "assets", module));
for (const { id } of JSON.parse(ask(request({ ask: "games" }))).ok) {
  const { ok, problem } = JSON.parse(ask(request({ ask: "random", game: id, number: 1 })));
  if (!ok) throw new Error(`${id}: ${problem.reason}`);
}
console.log(`${listed.length} files, and the rules play.`);
