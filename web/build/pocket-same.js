// `cargo xtask pocket --same [GAMES]`: every recorded game, every scenario and random games of each kind give the same answers as
// WebAssembly and as a program of this machine.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { request, rules } from "./pocket-rules.js";

const [native, count = "20"] = process.argv.slice(2);
const crates = new URL("../../crates/", import.meta.url);
const files = (folder, ending) =>
  readdirSync(crates, { recursive: true })
    .filter((path) => path.split("/")[1] === folder && path.endsWith(ending))
    .sort()
    .map((path) => [path, readFileSync(new URL(path, crates), "utf8")]);

const here = await rules();
const games = JSON.parse(here(request({ ask: "games" }))).ok.map(({ id }) => id);
const records = files("records", ".json").map(([name, text]) => [name, { ask: "verify", text }]);
const scenarios = files("scenarios", ".toml").map(([name, text]) => [name, { ask: "scenario", text }]);
const random = games.flatMap((game) => Array.from({ length: Number(count) }, (_, number) => [`${game}, random game ${number}`, { ask: "random", game, number }]));
const questions = [...records, ...scenarios, ...random];
if (records.length < games.length || scenarios.length < games.length) throw new Error("There are no records or no scenarios.");

const other = spawn(native, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: other.stdout })[Symbol.asyncIterator]();
const faults = [];
let actions = 0;
for (const [name, question] of questions) {
  const text = request(question);
  // Both work at the same time.
  other.stdin.write(`${text}\n`);
  const [mine, theirs] = [here(text), (await answers.next()).value];
  const { ok, problem } = JSON.parse(mine);
  actions += ok?.actions ?? ok?.steps ?? 0;
  if (problem) faults.push(`${name}: ${problem.reason}`);
  if (mine !== theirs) faults.push(`${name}: ${mine} here, ${theirs} there`);
}
other.stdin.end();
console.log(`${records.length} records, ${scenarios.length} scenarios and ${random.length} random games, ${actions} decisions: ${faults.length} differences.`);
for (const fault of faults.slice(0, 20)) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
