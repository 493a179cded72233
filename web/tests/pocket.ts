import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { TableInfo } from "../src/wire.ts";
import { faults as axeFaults } from "./axe.ts";
import { closeBrowser, visit } from "./browser.ts";
import { FOLDER, TRAPS } from "./files.ts";
import { dice, playByMouse, spotToClick } from "./player.ts";
import { house as address } from "./setup.ts";
import { call, games, sitDownInPocket as sitDown } from "./tables.ts";

afterAll(closeBrowser);

async function open(options?: Parameters<typeof visit>[1], folder = FOLDER) {
  const seen = await visit(address, options);
  await seen.page.goto(folder);
  await seen.page.locator(".shelf button").first().waitFor();
  return seen;
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
    it(game === "bloodlust" ? `short: ${game}` : game, async () => {
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

it("short: loses nothing that was acknowledged when the worker dies", async () => {
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

/** The decisions of a table, each of which must follow the one before it: none is lost, none is there twice. */
async function expectWhole(page: Page, table: string): Promise<void> {
  const answer = await call<TableInfo>(page, "import", await call<string>(page, "record", table));
  expect((await recorded(page, answer.id)).actions).toEqual((await recorded(page, table)).actions);
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

it("short: goes on when a bot's worker traps", async () => {
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
    await page.goto(FOLDER);
    await page.getByText(sentence).first().waitFor();
    await leave();
  });
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
    const files: [string, string][] = [
      ["foreign.json", '{"name": "something else"}'],
      ["picture.json", "\u0000\u0001\u0002"],
      ["empty.json", ""],
      ["other-game.json", record.replace('"bloodwood"', '"chess"')],
      ["other-rules.json", record.replace(/"rules":\d+/, '"rules":99')],
      ["changed.json", record.replace(/"digest":"../, '"digest":"zz')],
    ];
    for (const [name, text] of files) {
      await page.locator('aside input[type="file"]').setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
      const alert = page.locator("aside [role=alert]");
      await alert.waitFor();
      expect((await alert.innerText()).length, name).toBeGreaterThan(20);
    }
    expect(await call<unknown[]>(page, "tables", "finished")).toEqual([]);
    // The way out: the right file opens.
    await page.locator('aside input[type="file"]').setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(record) });
    await page.waitForURL(/#\/table\//);
    await leave();
  });
});
