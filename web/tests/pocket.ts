import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Hint, LessonFrame, TableInfo } from "../src/wire.ts";
import { faults as axeFaults } from "./axe.ts";
import { closeBrowser, visit } from "./browser.ts";
import { FOLDER, TRAPS } from "./files.ts";
import { dice, playByMouse, spotToClick } from "./player.ts";
import { house as address } from "./setup.ts";
import { call, games, sitDownInPocket as sitDown } from "./tables.ts";

afterAll(closeBrowser);

async function open(options?: Parameters<typeof visit>[1], folder = FOLDER) {
  const seen = await visit(address, options);
  await front(seen.page, folder);
  return seen;
}

async function front(page: Page, folder = FOLDER): Promise<void> {
  await page.goto(folder);
  await page.locator(".shelf button").first().waitFor();
}

/** Plays on for a few clicks. */
const playOn = (page: Page, seed: number, clicks: number) => playByMouse(page, seed, clicks).catch((error: Error) => expect(error.message).toMatch(/not over after/));

/** Clicks until the device goes to somebody else, or the game is over. */
async function untilHandedOver(page: Page, seed: number): Promise<void> {
  const roll = dice(seed);
  for (let clicks = 0; clicks < 500; clicks += 1) {
    if ((await page.locator(".curtain, dialog.end[open]").count()) > 0) return;
    const spot = await spotToClick(page, roll);
    if (spot) await page.mouse.click(spot.x, spot.y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  throw new Error("The device stays where it is.");
}

interface Recorded {
  actions: unknown[];
}
const recorded = async (page: Page, table: string) => JSON.parse(await call<string>(page, "record", table)) as Recorded;

describe("whole games without a house and without a connection", () => {
  for (const game of games) {
    it(game, async () => {
      const { page, leave } = await open();
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.context().setOffline(true);
      await page.reload();
      const table = await sitDown(page, game);
      await playByMouse(page, 7);
      const review = await call<string>(page, "review", table.id);
      expect(JSON.parse(review)).toHaveProperty("judgement");
      const last = await call<{ of: number }>(page, "moment", table.id, "last", "all");
      expect(last.of).toBe((await recorded(page, table.id)).actions.length);
      await leave();
    });
  }
});

it("helps, without a connection: hints, a puzzle, an example, and a finished game that is played on", async () => {
  const { page, leave } = await open();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.reload();
  const table = await sitDown(page, "bloodlust");
  await page.locator(".prompt.asked").waitFor();
  const asked = { revision: Number(await page.locator(".page").getAttribute("data-revision")) };
  const hints = await Promise.all([call<Hint>(page, "hint", table.id, asked), call<Hint>(page, "hint", table.id, asked)]);
  for (const hint of hints) expect(hint.options.length).toBeGreaterThan(0);
  await expect(call(page, "hint", table.id, { revision: 0 })).rejects.toThrow("The table has moved on");
  await expect(call(page, "playOn", table.id, { version: 1, seat: 1 })).rejects.toThrow("when it is over");
  await playByMouse(page, 7);
  const { actions } = await recorded(page, table.id);
  const again = await call<TableInfo>(page, "playOn", table.id, { version: 3, seat: 2 });
  expect([again.stage, again.you]).toEqual(["playing", 2]);
  expect((await recorded(page, again.id)).actions.map((action) => (action as unknown[]).slice(0, 2))).toEqual(actions.slice(0, 3).map((action) => (action as unknown[]).slice(0, 2)));
  await expect(call(page, "playOn", table.id, { version: actions.length, seat: 1 })).rejects.toThrow("no such moment");
  for (const [game, lesson] of [["bloodlust", "dawn"], ["bloodlust", "puzzle-1"]]) expect((await call<LessonFrame>(page, "lesson", game, lesson, { part: 1, answers: [] })).coach.parts).toBe(1);
  await expect(call(page, "lesson", "bloodlust", "puzzle-1000", { part: 1, answers: [] })).rejects.toThrow("has puzzles 1 to");
  await expect(call(page, "lesson", "chess", "puzzle-1", { part: 1, answers: [] })).rejects.toThrow("nothing here");
  await leave();
});

it("lets people make claims, and writes them down", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "blood-bound");
  await page.locator(".prompt.asked").waitFor();
  await page.getByRole("button", { name: "Say something" }).first().click();
  await page.locator("dialog.say").getByRole("button", { name: "I am Rose." }).click();
  await page.locator(".bubble", { hasText: "I am Rose." }).first().waitFor();
  const { talk } = JSON.parse(await call<string>(page, "record", table.id)) as { talk: unknown[] };
  expect(talk.length).toBeGreaterThan(0);
  await leave();
});

it("gives no hints where several people play", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "bloodlust", { kind: "open" });
  await page.locator(".curtain button").click();
  await page.locator(".prompt.asked").waitFor();
  await expect(call(page, "hint", table.id, { revision: 100 })).rejects.toThrow("alone against bots");
  await leave();
});

it("loses nothing that was acknowledged when the worker dies", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "kings-blood");
  let before = 0;
  for (let round = 0; round < 4; round += 1) {
    await playOn(page, round, 3);
    await page.evaluate(() => (window as unknown as { pocket: { restart(): void } }).pocket.restart());
    const { actions } = await recorded(page, table.id);
    expect(actions.length).toBeGreaterThanOrEqual(before);
    before = actions.length;
  }
  await page.reload();
  await playByMouse(page, 5);
  await leave();
});

it("hides the table between people at one device", async () => {
  const { page, leave } = await open();
  await sitDown(page, "bloodlust", { kind: "open" });
  const curtain = page.locator(".curtain");
  const names = new Set<string>();
  for (let turn = 0; turn < 6; turn += 1) {
    await curtain.waitFor();
    names.add(await curtain.locator("h1").innerText());
    expect(await page.locator(".prompt.asked").count(), "nobody is asked behind the curtain").toBe(0);
    if (turn === 0) expect(await axeFaults(page, ".curtain")).toEqual([]);
    await curtain.locator("button").click();
    await page.locator(".prompt.asked").waitFor();
    await untilHandedOver(page, turn);
    if ((await page.locator("dialog.end[open]").count()) > 0) break;
  }
  expect(names.size).toBeGreaterThan(1);
  await leave();
});

it("saves a running game and opens it again", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "bloodwood");
  await playOn(page, 3, 4);
  const text = await call<string>(page, "record", table.id);
  const again = await call<TableInfo>(page, "import", text);
  expect(again.id).not.toBe(table.id);
  expect(again.stage).toBe("playing");
  expect((await recorded(page, again.id)).actions).toEqual((JSON.parse(text) as Recorded).actions);
  await expect(call(page, "import", "{}")).rejects.toThrow();
  await leave();
});

it("plays the same table in two tabs", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "bloodlust");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".prompt.asked").waitFor();
  await playOn(page, 2, 6);
  const revision = await page.locator(".page").getAttribute("data-revision");
  await other.waitForFunction((revision) => Number(document.querySelector<HTMLElement>(".page")?.dataset.revision) >= Number(revision), revision);
  await playByMouse(other, 4);
  expect((await recorded(page, table.id)).actions.length).toBeGreaterThan(3);
  await leave();
});

it("plays the same table in two tabs that do not hear of each other", async () => {
  const { page, leave } = await visit(address, { serviceWorkers: "block" });
  const other = await page.context().newPage();
  for (const tab of [page, other]) await plant(tab, () => (BroadcastChannel.prototype.postMessage = () => {}));
  const table = await sitDown(page, "kings-blood");
  await page.locator(".prompt.asked").waitFor();
  await other.goto(page.url());
  await other.locator(".prompt.asked").waitFor();
  await playOn(page, 2, 4);
  await playByMouse(other, 4);
  await expectWhole(other, table.id);
  await leave();
});

/** The decisions of a table, each of which must follow the one before it: none is lost, none is there twice. */
async function expectWhole(page: Page, table: string): Promise<void> {
  // The table itself may go on meanwhile.
  const text = await call<string>(page, "record", table);
  const again = await call<TableInfo>(page, "import", text);
  expect((await recorded(page, again.id)).actions).toEqual((JSON.parse(text) as Recorded).actions);
}

it("carries out a decision once, though the worker dies while it is on its way", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "bloodwood");
  for (let round = 0; round < 5; round += 1) {
    await page.locator(".prompt.asked").waitFor();
    const spot = await spotToClick(page, dice(round));
    if (spot) await page.mouse.click(spot.x, spot.y);
    await page.evaluate(() => (window as unknown as { pocket: { restart(): void } }).pocket.restart());
    await page.locator('.page[data-sending="false"]').waitFor();
  }
  await expectWhole(page, table.id);
  await playByMouse(page, 5);
  await leave();
});

it("goes on when a bot's worker traps", async () => {
  const { page, leave } = await open({ serviceWorkers: "block" }, TRAPS);
  const table = await sitDown(page, "bloodlust", undefined, undefined, TRAPS);
  await playByMouse(page, 3);
  await expectWhole(page, table.id);
  await leave();
});

/** Runs something in the host's worker before its script: a worker has its own globals. */
async function plant(page: Page, what: () => void): Promise<void> {
  await page.route(/host\.worker.*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${what.toString()})();${await answer.text()}` });
  });
}

it("goes on when the rules trap in the host", async () => {
  const { page, faults, leave } = await visit(address, { serviceWorkers: "block" });
  await plant(page, () => {
    const real = WebAssembly.instantiate as unknown as (...given: unknown[]) => Promise<{ exports: { pocket_ask(at: number, length: number): bigint } }>;
    let asked = 0;
    WebAssembly.instantiate = (async (...given: unknown[]) => {
      const { exports } = await real(...given);
      const ask = (at: number, length: number) => {
        asked += 1;
        if (asked % 40 === 0 && asked < 250) throw new WebAssembly.RuntimeError("planted");
        return exports.pocket_ask(at, length);
      };
      return { exports: { ...exports, pocket_ask: ask } };
    }) as never;
  });
  const table = await sitDown(page, "kings-blood");
  await playByMouse(page, 3);
  await expectWhole(page, table.id);
  // Only the traps are in the console.
  const others = faults.filter((fault) => !fault.startsWith("console: RuntimeError: planted"));
  expect(faults.length).toBeGreaterThan(2);
  faults.splice(0, faults.length, ...others);
  await leave();
});

it("goes on when somebody decides before the browser has given back the lock of the bots", async () => {
  const { page, leave } = await visit(address, { serviceWorkers: "block" });
  await plant(page, () => {
    const { request } = LockManager.prototype;
    LockManager.prototype.request = async function (this: LockManager, ...given: never[]) {
      const done: unknown = await Reflect.apply(request, this, given);
      await new Promise((late) => setTimeout(late, 1000));
      return done;
    } as never;
  });
  await sitDown(page, "kings-blood");
  await playOn(page, 3, 6);
  await leave();
});

describe("a browser that keeps nothing more", () => {
  it("says so when there is no room, changes nothing, and goes on when there is", async () => {
    const { page, leave } = await visit(address, { serviceWorkers: "block" });
    await plant(page, () => {
      const { add } = IDBObjectStore.prototype;
      let full = false;
      new BroadcastChannel("room").onmessage = ({ data }: MessageEvent<boolean>) => (full = data);
      // What a browser does that has no room: the whole step is undone.
      IDBObjectStore.prototype.add = function (...given) {
        const request = add.apply(this, given);
        if (full) this.transaction.abort();
        return request;
      };
    });
    const table = await sitDown(page, "bloodlust");
    await page.locator(".prompt.asked").waitFor();
    const before = (await recorded(page, table.id)).actions;
    const room = (full: boolean) => page.evaluate((full) => new BroadcastChannel("room").postMessage(full), full);
    await room(true);
    await playByMouse(page, 1, 20, () => false).catch(() => {});
    await page.getByText("This could not be written down").first().waitFor();
    expect((await recorded(page, table.id)).actions).toEqual(before);
    await room(false);
    await page.reload();
    await playByMouse(page, 2);
    await expectWhole(page, table.id);
    await leave();
  });

  it("says that a game was deleted, and begins another", async () => {
    const { page, leave } = await open();
    await sitDown(page, "bloodlust");
    await page.locator(".prompt.asked").waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Storage.clearDataForOrigin", { origin: new URL(address).origin, storageTypes: "indexeddb" });
    const spot = await spotToClick(page, dice(1));
    await page.mouse.click(spot!.x, spot!.y);
    await page.getByText("This browser has deleted the game").first().waitFor();
    await sitDown(page, "bloodlust");
    await playByMouse(page, 2);
    await leave();
  });

  it.each([
    ["no WebAssembly", (): void => void Reflect.deleteProperty(globalThis, "WebAssembly"), "This browser cannot run the rules"],
    ["no storage", (): void => void Object.defineProperty(IDBFactory.prototype, "open", { value: (): never => { throw new DOMException("", "SecurityError"); } }), "does not let the page keep anything"],
  ] as const)("%s: says what is the matter", async (_, break_, sentence) => {
    const { page, leave } = await visit(address, { serviceWorkers: "block" });
    await plant(page, break_);
    for (const path of ["", "#/new/bloodlust"]) {
      await page.goto(FOLDER + path);
      await page.getByText(sentence).first().waitFor();
      expect(await page.getByText("One moment").count(), "nobody waits for what does not come").toBe(0);
    }
    await leave();
  });

  it.each([
    ["the host's script", /host\.worker.*\.js$/],
    ["the rules", /\.wasm$/],
  ])("%s cannot be fetched: says so, and goes on when it can", async (_, file) => {
    const { page, leave } = await visit(address, { serviceWorkers: "block" });
    await page.route(file, (route) => route.abort());
    await page.goto(FOLDER);
    await page.getByText("This browser cannot run the rules").first().waitFor();
    expect(await page.getByText("One moment").count()).toBe(0);
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".shelf button").first().waitFor();
    await expect.poll(() => page.locator("[role=alert]").count()).toBe(0);
    await leave();
  });
});

it("plays from a folder of Python's file server, and then without it", async () => {
  const root = await mkdtemp(join(tmpdir(), "sanguis-"));
  await mkdir(join(root, "some"));
  await symlink(join(import.meta.dirname, "../dist-pocket"), join(root, "some/where"));
  const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", root], { stdio: ["ignore", "pipe", "ignore"] });
  const [said] = (await once(server.stdout, "data")) as [Buffer];
  const url = /http:\/\/[^/]+/.exec(said.toString())![0];
  const { page, leave } = await visit(url);
  await page.goto("/some/where/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const table = await sitDown(page, "bloodlust", undefined, undefined, "/some/where/");
  await playOn(page, 1, 3);
  server.kill();
  await once(server, "exit");
  await page.reload();
  await playByMouse(page, 2);
  await expectWhole(page, table.id);
  await leave();
  await rm(root, { recursive: true });
});

it("shows a game of other rules as far as it goes, says why it stops, and begins another", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "bloodlust");
  await page.locator(".prompt.asked").waitFor();
  // As if an old version of the page had written it.
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const entries = (await done(indexedDB.open("sanguis"))).transaction("entries", "readwrite").objectStore("entries");
    for (const key of await done(entries.getAllKeys())) {
      const text = JSON.stringify(await done(entries.get(key)));
      await done(entries.put(JSON.parse(text.replace(/"rules":\d+/, '"rules":0')), key));
    }
  });
  await page.reload();
  await page.getByText(/The rules have changed since/).first().waitFor();
  await page.goto(FOLDER);
  expect((await call<TableInfo>(page, "table", table.id)).stage).toBe("frozen");
  await sitDown(page, "bloodlust");
  await playByMouse(page, 2);
  await leave();
});

it("is no heavier than promised: the front page with any one game, and the rules", async () => {
  const KiB = 1024;
  for (const game of games) {
    const { page, leave } = await visit(address, { serviceWorkers: "block" });
    const names = new Set<string>();
    page.on("request", (request) => names.add(new URL(request.url()).pathname.slice(FOLDER.length) || "index.html"));
    await front(page);
    await sitDown(page, game);
    await page.waitForLoadState("networkidle");
    const packed = await Promise.all([...names].map(async (name) => [name, gzipSync(await readFile(join(import.meta.dirname, "../dist-pocket", name)), { level: 9 }).length] as const));
    const rules = packed.filter(([name]) => name.endsWith(".wasm")).reduce((sum, [, bytes]) => sum + bytes, 0);
    const pages = packed.reduce((sum, [, bytes]) => sum + bytes, -rules);
    console.log(`figure: front page and ${game}: ${(pages / KiB).toFixed(0)} KiB, rules ${(rules / KiB).toFixed(0)} KiB`);
    expect(pages).toBeLessThanOrEqual(250 * KiB);
    expect(rules).toBeLessThanOrEqual(1.2 * KiB * KiB);
    await leave();
  }
});

describe("a file that is none of ours", () => {
  const named = async (game: string, part: string) => {
    const folder = join(import.meta.dirname, "../../crates", game, "records");
    const name = (await readdir(folder)).find((name) => name.includes(part))!;
    return readFile(join(folder, name), "utf8");
  };
  it("is refused with a sentence, and changes nothing", async () => {
    const { page, leave } = await open();
    const record = await named("bloodwood", ".json");
    const files: [string, string, RegExp][] = [
      ["foreign.json", '{"name": "something else"}', /not a record/],
      ["picture.json", "\u0000\u0001\u0002", /not a whole JSON file: expected value/],
      ["empty.json", "", /not a whole JSON file: EOF .* column 0/],
      ["other-game.json", record.replace('"bloodwood"', '"chess"'), /no game "chess"/],
      ["other-rules.json", record.replace(/"rules":\d+/, '"rules":99'), /version 99 of the rules/],
      ["old-rules.json", record.replace(/"rules":\d+/, '"rules":0'), /version 0 of the rules/],
      ["old-format.json", record.replace(/"format":\d+/, '"format":0'), /has format 0/],
      ["half.json", record.slice(0, record.length / 2), /not a whole JSON file: EOF .* string/],
      ["changed.json", record.replace(/"digest":"../, '"digest":"zz'), /it was changed/],
    ];
    for (const [name, text, why] of files) {
      await page.locator('aside input[type="file"]').setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
      await page.locator("aside [role=alert]", { hasText: why }).getByText("Nothing has changed. Open another file").waitFor();
    }
    expect(await call<unknown[]>(page, "tables", "finished")).toEqual([]);
    // The way out: the right file opens.
    await page.locator('aside input[type="file"]').setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(record) });
    await page.waitForURL(/#\/table\//);
    await leave();
  });
});
