import { readFile, readdir } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GameId } from "../src/shelf.ts";
import type { ChairPlan, TableInfo } from "../src/wire.ts";
import { faults as axeFaults } from "./axe.ts";
import { closeBrowser, visit } from "./browser.ts";
import { dice, playByMouse, spotToClick } from "./player.ts";
import { games, wishFor } from "./tables.ts";

const FOLDER = "/any/folder/";
const KINDS: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

let server: Server;
let address = "";

beforeAll(async () => {
  // A file server as plain as they come: it knows nothing but files.
  server = createServer((request, response) => {
    const path = new URL(request.url!, "http://x").pathname;
    const file = normalize(path.slice(FOLDER.length) || "index.html");
    if (!path.startsWith(FOLDER)) return void response.writeHead(404).end();
    readFile(join(import.meta.dirname, "../dist-pocket", file)).then(
      (bytes) => response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closeBrowser();
  server.close();
});

function call<T>(page: Page, method: string, ...args: unknown[]): Promise<T> {
  return page.evaluate(([method, args]) => (window as unknown as { pocket: { call(method: string, ...args: unknown[]): Promise<T> } }).pocket.call(method, ...args), [method, args] as const) as Promise<T>;
}

async function open(options?: Parameters<typeof visit>[1]) {
  const seen = await visit(address, options);
  await seen.page.goto(FOLDER);
  await seen.page.locator(".shelf button").first().waitFor();
  return seen;
}

async function sitDown(page: Page, game: GameId, others?: ChairPlan): Promise<TableInfo> {
  const table = await call<TableInfo>(page, "open", wishFor(game, others));
  await page.goto(`${FOLDER}#/table/${table.id}`);
  await page.locator(`.page[data-revision]`).waitFor();
  return table;
}

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

it("loses nothing that was acknowledged when the worker dies", async () => {
  const { page, leave } = await open();
  const table = await sitDown(page, "kings-blood");
  let before = 0;
  for (let round = 0; round < 4; round += 1) {
    await playByMouse(page, round, 3, (now) => now.over).catch(() => {});
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
  await playByMouse(page, 3, 4, (now) => now.over).catch(() => {});
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
  await playByMouse(page, 2, 6, (now) => now.over).catch(() => {});
  const revision = await page.locator(".page").getAttribute("data-revision");
  await other.waitForFunction((revision) => Number(document.querySelector<HTMLElement>(".page")?.dataset.revision) >= Number(revision), revision);
  await playByMouse(other, 4);
  expect((await recorded(page, table.id)).actions.length).toBeGreaterThan(3);
  await leave();
});

it("verifies every recorded game inside WebAssembly, digest by digest", async () => {
  const { page, leave } = await open();
  const crates = join(import.meta.dirname, "../../crates");
  const records = (await readdir(crates, { recursive: true }))
    .filter((path) => /^[^/]+\/records\/.*\.json$/.test(path))
    // Games by older rules can be verified, not hosted.
    .filter((path) => !path.includes("--rules-"));
  expect(records.length).toBeGreaterThan(games.length);
  for (const path of records) {
    const table = await call<TableInfo>(page, "import", await readFile(join(crates, path), "utf8"));
    expect(table.stage, path).toBe("finished");
  }
  await leave();
});
