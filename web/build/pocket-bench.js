// `cargo xtask pocket --bench`: how fast bots look ahead as WebAssembly, in the engine that Chromium has, and in the same code as a
// program of this machine, one after the other; both by processor time.

import { execFileSync } from "node:child_process";
import { request, rules } from "./pocket-rules.js";

const SECONDS = 1.5;
const [native] = process.argv.slice(2);
const here = await rules(() => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
});
// The first run is for the engine, which compiles what is hot.
const bench = (game) => [800, SECONDS * 1000].map((milliseconds) => request({ ask: "bench", game, milliseconds }));
const speed = (answers) => {
  const { iterations, milliseconds } = JSON.parse(answers.at(-1)).ok;
  return (iterations / milliseconds) * 1000;
};

console.log("| game, players | WebAssembly | program | share |\n|---|--:|--:|--:|");
for (const { id, name, usual_players } of JSON.parse(here(request({ ask: "games" }))).ok) {
  const inside = speed(bench(id).map(here));
  const outside = speed(execFileSync(native, { input: bench(id).join("\n"), encoding: "utf8" }).trim().split("\n"));
  console.log(`| ${name}, ${usual_players} | ${Math.round(inside)} | ${Math.round(outside)} | ${(inside / outside).toFixed(2)} |`);
}

// How long the host computes for a decision: what it decides, writes and shows, without the browser's own work. A game of the usual
// size, of which one seat is the player's; everybody plays at random or by instinct.
console.log("\n| a decision, processor time × 4 | median ms | 95 % ms | decisions |\n|---|--:|--:|--:|");
const me = { id: "bench", name: "Bench" };
let requests = 0;
const asked = (ask) => {
  requests += 1;
  const { ok, problem } = JSON.parse(here(JSON.stringify({ ...ask, now: 1, entropy: requests.toString(16).padStart(64, "0"), me })));
  if (problem) throw new Error(JSON.stringify(problem));
  return ok;
};
function oneGame(game, times) {
  const { table, entries } = asked({ ask: "quick", wish: { game, level: "easy" } });
  asked({ ask: "fold", table, entries });
  for (let n = 0; n < 600; n += 1) {
    const { frame } = asked({ ask: "look", table });
    if (frame.table.stage !== "playing") break;
    const { options = [] } = frame.view;
    if (options.length > 0) {
      const begin = process.cpuUsage();
      asked({ ask: "command", table, command: { type: "play", id: String(n), revision: frame.revision, code: options[(n * 7) % options.length].code } });
      asked({ ask: "written", table });
      const { user, system } = process.cpuUsage(begin);
      times.push(((user + system) / 1000) * 4);
      continue;
    }
    const { choices } = asked({ ask: "instinct", table });
    if (choices.length === 0) break;
    for (const choice of choices) {
      asked({ ask: "decided", table, choice });
      asked({ ask: "written", table });
    }
  }
  asked({ ask: "drop", table });
}
for (const { id: game, name } of asked({ ask: "games" })) {
  const times = [];
  for (let games = 0; games < 8 && times.length < 100; games += 1) oneGame(game, times);
  times.sort((a, b) => a - b);
  const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} | ${times.length} |`);
}
