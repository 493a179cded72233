// How many iterations of the search the rules make in a second of processor time, in Node and as a program of this machine, in turns:
// for a machine that others use, too, where a clock on the wall says little. After `cargo xtask pocket`, in `web/`:
//
//   cargo build --release --package pocket --example answers
//   node build/pocket-speed.js ../target/release/examples/answers

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { request, rules } from "./pocket-rules.js";

const TURNS = 4;
const here = await rules();
const child = spawn(process.argv[2], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
/** Processor time of the program in seconds. Linux counts it in hundredths. */
function spent() {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

for (const { id } of JSON.parse(here(request({ ask: "games" }))).ok) {
  const question = request({ ask: "bench", game: id, milliseconds: 1500 });
  let [inside, outside] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begin = process.cpuUsage();
    const { iterations } = JSON.parse(here(question)).ok;
    const { user, system } = process.cpuUsage(begin);
    inside = Math.max(inside, iterations / ((user + system) / 1e6));
    const before = spent();
    child.stdin.write(`${question}\n`);
    const theirs = JSON.parse((await answers.next()).value).ok;
    outside = Math.max(outside, theirs.iterations / (spent() - before));
  }
  console.log(id, Math.round(inside), Math.round(outside), (inside / outside).toFixed(2));
}
child.stdin.end();
