import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Worker as Thread } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, it } from "vitest";
import { closeBrowser, openBrowser, visit } from "./browser.ts";
import { FOLDER, type Line, serveFiles } from "./files.ts";
import { playByMouse } from "./player.ts";
import { call, games, sitDownInPocket } from "./tables.ts";

// `cargo xtask pocket --bench`: what the pages without a house cost, in Chromium. Figures, not tests: they depend on the machine.

/** How many times slower a phone is. */
const SLOWER = 4;
/** The line of somebody who opens the page for the first time. */
const LINE: Line = { megabits: 10, latency: 40 };
/** Turns of the search in the browser and in a program, one after the other; the best of each counts, as on an idle machine. */
const TURNS = 6;
const TURN = 400;

const report: string[] = [];
const row = (...cells: (string | number)[]) => void report.push(`| ${cells.join(" | ")} |`);
const KiB = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;

let server: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  server = await serveFiles();
});
afterAll(async () => {
  await closeBrowser();
  server.close();
  console.log(`\n${report.join("\n")}\n`);
});

it("size", async () => {
  const { page, leave } = await visit(server.url, { serviceWorkers: "block" });
  const names: string[] = [];
  page.on("request", (request) => void names.push(new URL(request.url()).pathname.slice(FOLDER.length) || "index.html"));
  await page.goto(FOLDER);
  await page.locator(".shelf button").first().waitFor();
  await page.waitForLoadState("networkidle");
  const packed = new Map(await Promise.all([...new Set(names)].map(async (name) => [name, gzipSync(await readFile(new URL(`../dist-pocket/${name}`, import.meta.url)), { level: 9 }).length] as const)));
  const rules = [...packed].find(([name]) => name.endsWith(".wasm"))![1];
  row("size, as servers send it", "measured", "goal");
  row("---", "--:", "--:");
  row("the rules and bots of all games", KiB(rules), "1229 KiB");
  row("the front page without them", KiB([...packed.values()].reduce((sum, bytes) => sum + bytes, 0) - rules), "250 KiB");
  report.push("");
  await leave();
});

/** Iterations a second of the search in a program that answers like the rules in the browser. */
class Native {
  #child: ChildProcess;
  #answers: AsyncIterator<string>;

  constructor(program: string) {
    this.#child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#answers = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  async bench(game: string): Promise<Bench> {
    this.#child.stdin!.write(`${JSON.stringify({ ask: "bench", game, milliseconds: TURN, now: 0, entropy: "", me: { id: "", name: "" } })}\n`);
    return (JSON.parse((await this.#answers.next()).value as string) as { ok: Bench }).ok;
  }

  close(): void {
    this.#child.stdin!.end();
  }
}
interface Bench {
  iterations: number;
  milliseconds: number;
}
const speed = ({ iterations, milliseconds }: Bench) => (iterations / milliseconds) * 1000;

it.runIf(process.env.ANSWERS)("speed", async () => {
  const native = new Native(process.env.ANSWERS!);
  const { page, leave } = await visit(server.url, { serviceWorkers: "block" });
  await page.goto(FOLDER);
  row("iterations a second", "in Chromium", `program (${process.env.PROFILE ?? "release"})`, "share", "goal");
  row("---", "--:", "--:", "--:", "--:");
  for (const game of games) {
    let [inside, outside] = [0, 0];
    for (let turn = 0; turn < TURNS; turn += 1) {
      inside = Math.max(inside, speed(await call<Bench>(page, "bench", game, TURN)));
      outside = Math.max(outside, speed(await native.bench(game)));
    }
    row(game, Math.round(inside), Math.round(outside), (inside / outside).toFixed(2), game === "kings-blood" || game === "bloodstones" ? 0.35 : 0.5);
  }
  report.push("");
  native.close();
  await leave();
});

/** Stops all of Chromium for most of the time, in short steps: a processor that is some times slower, for workers, too. */
async function slowly<T>(times: number, work: () => Promise<T>): Promise<T> {
  if (times === 1) return work();
  const devtools = await (await openBrowser()).newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  // With all the processes that it has started or will start.
  const group = -processInfo.find(({ type }) => type === "browser")!.id;
  const signals = new Thread(
    `const { parentPort, workerData: { group, times } } = require("node:worker_threads");
    const nothing = new Int32Array(new SharedArrayBuffer(8));
    const wait = (milliseconds) => { const begin = performance.now(); Atomics.wait(nothing, 0, 0, milliseconds); return performance.now() - begin; };
    let over = false;
    parentPort.once("message", () => (over = true));
    (function step() {
      const ran = wait(1);
      process.kill(group, "SIGSTOP");
      wait(ran * (times - 1));
      process.kill(group, "SIGCONT");
      if (over) parentPort.postMessage("over");
      else setImmediate(step);
    })();`,
    { eval: true, workerData: { group, times } },
  );
  try {
    return await work();
  } finally {
    const ended = new Promise((done) => signals.once("message", done));
    signals.postMessage("stop");
    await ended;
    await signals.terminate();
  }
}

/** Runs in the page: says when a command was sent. */
function stampCommands(): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
    const stamped = typeof message === "object" && message != null && !("module" in message) ? { ...message, sent: performance.timeOrigin + performance.now() } : message;
    postMessage.call(this, stamped, ...rest);
  } as typeof postMessage;
}

/** Goes before the host's worker: tells how long each answer took while a bot was thinking, and how much of that the browser wrote. */
const TELL = `{
  const tell = new BroadcastChannel("figures");
  const asked = new Map();
  const now = () => performance.timeOrigin + performance.now();
  let [thinking, written] = [0, 0];
  const { postMessage: ask } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.request?.ask === "think") {
      thinking += 1;
      this.addEventListener("message", function over({ data }) { if (data.id === message.id) { thinking -= 1; this.removeEventListener("message", over); } });
    }
    return ask.call(this, message, ...rest);
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const [made, begin] = [transaction.apply(this, given), now()];
    if (made.mode === "readwrite") made.addEventListener("complete", () => (written += now() - begin));
    return made;
  };
  addEventListener("message", ({ data }) => {
    const id = data.do === "command" ? data.command.id : data.id;
    if (id != null && thinking > 0) asked.set(id, { kind: data.do === "command" || data.method === "command" ? "command" : "question", sent: data.sent, written });
  });
  const { postMessage: answer } = self;
  self.postMessage = (message) => {
    const id = message.news?.type === "done" ? message.news.id : "ok" in message ? message.id : null;
    const about = asked.get(id);
    if (about) tell.postMessage({ kind: about.kind, took: now() - about.sent, wrote: written - about.written });
    asked.delete(id);
    answer.call(self, message);
  };
}
`;
interface Answered {
  kind: "command" | "question";
  took: number;
  /** How long the browser took to keep it. */
  wrote: number;
}

/** How long each game is played for the host's answers, in milliseconds. */
const SPELL = 10_000;

/** Plays, with lines said and questions asked at a steady pace; gives the host's answers while a bot was thinking. */
async function answersWhile(times: number): Promise<Answered[]> {
  const all: Answered[] = [];
  for (const game of games) {
    const { page, leave } = await visit(server.url, { serviceWorkers: "block" });
    await page.addInitScript(stampCommands);
    await page.addInitScript(() => {
      const found: Answered[] = [];
      new BroadcastChannel("figures").onmessage = ({ data }: MessageEvent<Answered>) => void found.push(data);
      Object.assign(window, { found });
    });
    await page.route(/host\.worker.*\.js$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: TELL + (await answer.text()) });
    });
    const table = await sitDownInPocket(page, game, { kind: "bot", level: "hard" });
    await page.locator(".prompt.asked").waitFor();
    await slowly(times, async () => {
      await page.evaluate((table) => {
        let said = 0;
        setInterval(() => {
          said += 1;
          void window.pocket.call("table", table);
          // Who says more is told to take a breath.
          if (said % 8 === 0) void window.pocket.call("command", table, { type: "say", id: `line ${said}`, text: `Line ${said}.` }).catch(() => {});
        }, 250);
      }, table.id);
      // A game that is not over by then is left.
      await Promise.race([playByMouse(page, 7).catch(() => {}), page.waitForTimeout(SPELL)]);
    });
    all.push(...(await page.evaluate(() => (window as unknown as { found: Answered[] }).found)));
    await leave();
  }
  return all;
}

function summary(times: number[]): string[] {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1) ?? "";
  return [at(0.5), at(0.95), String(times.length)];
}

it("answers", async () => {
  row("the host's answer while a bot thinks", "median ms", "95 % ms", "answers", "goal, 95 %");
  row("---", "--:", "--:", "--:", "--:");
  for (const times of [1, SLOWER]) {
    const all = await answersWhile(times);
    const [slow, goal] = times === 1 ? ["", ""] : [`, ${times} times slower`, 30];
    const commands = all.filter(({ kind }) => kind === "command");
    row(`to a question${slow}`, ...summary(all.filter(({ kind }) => kind === "question").map(({ took }) => took)), goal);
    row(`to a command${slow}`, ...summary(commands.map(({ took }) => took)), goal);
    row("of this the time to keep it", ...summary(commands.map(({ wrote }) => wrote)), "");
    row("the rest", ...summary(commands.map(({ took, wrote }) => took - wrote)), "");
  }
  report.push("");
});

/** From an empty browser to the first own decision, by a click on a game. */
async function firstDecision(times: number): Promise<number> {
  const slow = await serveFiles(LINE);
  const { page, leave } = await visit(slow.url);
  const begin = performance.now();
  const took = await slowly(times, async () => {
    await page.goto(FOLDER, { waitUntil: "commit" });
    await page.getByRole("button", { name: /BloodLust/ }).click();
    await page.locator(".prompt.asked").waitFor();
    return performance.now() - begin;
  });
  await leave();
  slow.close();
  return took;
}

it("first decision", async () => {
  row(`from an empty browser to the first decision, ${LINE.megabits} Mbit/s`, "s, best of three", "goal");
  row("---", "--:", "--:");
  for (const times of [1, SLOWER]) {
    const took = [await firstDecision(times), await firstDecision(times), await firstDecision(times)];
    row(times === 1 ? "this processor" : `${times} times slower`, (Math.min(...took) / 1000).toFixed(1), times === 1 ? 4 : "");
  }
});
