import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { at, inPocket } from "./files.ts";
import type { Line, News, Seat, TableInfo, View } from "../src/wire.ts";

const folder = resolve(import.meta.dirname, "../fixtures");
/** The names of all fixtures. */
export const fixtures = readdirSync(folder).map((file) => file.replace(/\.json$/, "")).sort();
export const fixture = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Fixture;

/** A position of a real match, written by `cargo xtask fixtures`. */
export interface Fixture {
  game: string;
  you: Seat;
  names: string[];
  view: View;
  story: Line[];
}

/** The table at which a position is played against bots. */
export function tableOf(fixture: Fixture, change: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "shot",
    game: fixture.game,
    options: {},
    stage: fixture.view.outcome ? "finished" : "playing",
    notice: "",
    chairs: fixture.names.map((name, i) => ({
      seat: i + 1,
      sitter: i === 0 ? { kind: "person", id: "you", name: "Carmilla" } : { kind: "bot", level: "normal", name },
      present: true,
      thinking: false,
    })),
    clock: { kind: "none" },
    timeout: "stand-in",
    spectators: { kind: "public" },
    talk: "open",
    watching: 0,
    you: fixture.you,
    host: true,
    commitment: "0".repeat(64),
    cancel_votes: [],
    ...change,
  };
}

/** Shows a position as if the house had sent it. */
export async function lay(page: Page, fixture: Fixture, change: Partial<TableInfo> = {}): Promise<void> {
  const table = tableOf(fixture, change);
  const news: News = {
    type: "frame",
    revision: 1,
    now_at: Date.now(),
    table,
    view: fixture.view,
    story: { from: 0, items: fixture.story },
    talk: { from: 0, items: [] },
  };
  await hosting(page, (send) => send(news));
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: table.commitment, contributions: [] } }));
}

/** Has the test host the table "shot": `begin` is called when a page looks at it. Commands are sent, and never answered. */
export async function hosting(page: Page, begin: (send: (news: News) => void) => void): Promise<void> {
  if (!inPocket) return page.routeWebSocket("**/socket", (socket) => begin((news) => socket.send(JSON.stringify(news))));
  const send = (news: News) => void page.evaluate((news) => (window as unknown as { tell(news: unknown): void }).tell(JSON.parse(news)), JSON.stringify(news));
  if (!looked.has(page)) {
    await page.exposeFunction("looked", () => looked.get(page)!(send));
    await page.addInitScript(standIn);
  }
  looked.set(page, begin);
}
const looked = new WeakMap<Page, (send: (news: News) => void) => void>();

/** Runs in the page: what is meant for the host's worker about this table goes to the test. */
function standIn(): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: { id?: number; table?: string; do?: string; args?: unknown[] }, ...rest: never[]) {
    const answer = (data: unknown) => this.dispatchEvent(new MessageEvent("message", { data }));
    if (message.do === "look" && message.table === "shot") {
      const test = window as unknown as { tell(news: unknown): void; looked(): void };
      test.tell = (news) => answer({ table: "shot", news, curtain: null });
      test.looked();
    } else if (message.args?.[0] === "shot") answer({ id: message.id, ok: { commitment: "0".repeat(64), contributions: [] } });
    else if (message.table !== "shot") postMessage.call(this, message, ...rest);
  } as typeof postMessage;
}

/** Opens a table of which the test tells: what it is like first, and then whatever is sent. */
export async function telling(page: Page, first: News): Promise<(news: News) => void> {
  let tell: (news: News) => void = () => {};
  await hosting(page, (send) => {
    tell = send;
    send(first);
  });
  await openShot(page);
  return (news) => tell(news);
}

/** Opens the table "shot". Behind a # the same address again would load nothing. */
export async function openShot(page: Page): Promise<void> {
  const again = inPocket && page.url() !== "about:blank";
  await page.goto(at("/table/shot"));
  if (again) await page.reload();
}

/** Lays a position, opens its table and waits until it stands. */
export async function show(page: Page, fixture: Fixture, change: Partial<TableInfo> = {}): Promise<void> {
  await lay(page, fixture, change);
  await openShot(page);
  await page.locator(".felt").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  // The tables measure themselves, and what may lag comes a paint later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

/** The settings that a page is opened with. */
export const set = (page: Page, settings: object) => page.addInitScript((settings) => localStorage.setItem("sanguis.settings", JSON.stringify(settings)), settings);

/** Opens a table with tips and reads the role: the first tip is shown. */
export async function showTip(page: Page, name = "kings-blood-most", rule = "5.1"): Promise<void> {
  await set(page, { pace: "once", tips: true });
  const one = fixture(name);
  one.view.scene.help = rule;
  await show(page, one);
  await page.locator(".role").waitFor();
  await page.keyboard.press("Space");
  await page.locator(".tip").waitFor();
}
