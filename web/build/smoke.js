// `cargo xtask release` tries what it has packed: a program opens a house, bots play a whole game there, its record is verified, and a
// backup is put into an empty store, where the game is found again.
//
//   node build/smoke.js PROGRAM…
//
// ROOT names the folder that the program takes for the root of all files, if it is another one.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [program, ...before] = process.argv.slice(2);
const root = process.env.ROOT ?? "";
const folder = mkdtempSync(join(root || tmpdir(), "sanguis-smoke-"));
/** A file in the folder, as the program names it. */
const named = (name) => join(folder, name).slice(root.length);
const run = (...args) => execFileSync(program, [...before, ...args], { encoding: "utf8" });

async function port() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Opens a house with this store for as long as `visit` takes. */
async function house(store, visit) {
  const at = await port();
  const child = spawn(program, [...before, "serve", "--port", String(at), "--db", `sqlite:${store}`, "--bot-pause", "0"], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${at}/healthz`)).ok);
    return await visit(`http://127.0.0.1:${at}`);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** Waits for something, for two minutes at most. */
async function until(holds) {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (await holds().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`This never came true: ${holds}`);
}

async function json(url, body, cookie = "") {
  const given = body ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", origin: new URL(url).origin, cookie } } : {};
  const answer = await fetch(url, given);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

try {
  console.log(run("--version").trim());
  const [store, kept, other] = ["house.db", "backup", "other.db"].map(named);
  const table = await house(store, async (url) => {
    const page = await fetch(url);
    if (!(await page.text()).includes("<html")) throw new Error("There is no start page.");
    const chairs = Array.from({ length: 3 }, () => ({ kind: "bot", level: "easy" }));
    const wish = { game: "bloodlust", options: { players: 3, rounds: 1 }, chairs, clock: { kind: "none" }, timeout: "stand-in", spectators: { kind: "public" }, start: true };
    const { id } = await json(`${url}/api/tables`, wish);
    await until(async () => (await json(`${url}/api/tables/${id}`)).stage === "finished");
    writeFileSync(join(folder, "record.json"), await (await fetch(`${url}/api/tables/${id}/record`)).text());
    run("verify", named("record.json"));
    run("backup", "--db", `sqlite:${store}`, kept);
    return id;
  });
  run("restore", "--db", `sqlite:${other}`, kept);
  await house(other, async (url) => {
    if ((await json(`${url}/api/tables/${table}`)).stage !== "finished") throw new Error("The game is not in the backup.");
  });
  console.log("It starts, serves, plays a game, and restores a backup.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
