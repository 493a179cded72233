import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
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
  await page.routeWebSocket("**/socket", (socket) => socket.send(JSON.stringify(news)));
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: table.commitment, contributions: [] } }));
}

/** Lays a position, opens its table and waits until it stands. */
export async function show(page: Page, fixture: Fixture, change: Partial<TableInfo> = {}): Promise<void> {
  await lay(page, fixture, change);
  await page.goto("/table/shot");
  await page.locator(".felt").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  // The tables measure themselves, and what may lag comes a paint later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}
