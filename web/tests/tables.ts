import type { Page } from "playwright-core";
import { GAMES, type GameId } from "../src/shelf.ts";
import type { ChairPlan, NewTable, TableInfo } from "../src/wire.ts";
import { FOLDER, inPocket } from "./files.ts";

export const games = Object.keys(GAMES) as GameId[];

/** Whole games, but short ones. A game that is not named here is played with its fewest players and its usual options. */
const short: Partial<Record<GameId, { players?: number; options?: Record<string, unknown> }>> = {
  bloodlust: { players: 3, options: { rounds: 1 } },
  bloodstones: { options: { regroups: 1, map: "twin-fords" } },
  bloodwood: { options: { rounds: 8 } },
  "kings-blood": { players: 3 },
};

export function playersIn(game: GameId): number {
  return short[game]?.players ?? GAMES[game].seats[0];
}

const known = new WeakSet<Page>();

/** A request to the house as this page's person. */
export async function ask<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  // Once the page's own requests have made it known to the house: otherwise this one may come as somebody else.
  if (!known.has(page)) await page.waitForLoadState("networkidle");
  known.add(page);
  const answer = await page.request.fetch(path, { method, data: body, headers: { origin: new URL(page.url()).origin } });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A short game. The first chair is ours; the others are bots by default. */
export function wishFor(game: GameId, others: ChairPlan = { kind: "bot", level: "easy" }, rest: Partial<NewTable> = {}): NewTable {
  const players = playersIn(game);
  return {
    game,
    options: { players, ...short[game]?.options },
    chairs: [{ kind: "you" }, ...Array.from({ length: players - 1 }, () => others)],
    clock: { kind: "none" },
    timeout: "stand-in",
    spectators: { kind: "public" },
    talk: "open",
    start: true,
    ...rest,
  };
}

/** A request to the host in the page, where there is no house. */
export function call<T>(page: Page, method: string, ...args: unknown[]): Promise<T> {
  return page.evaluate(([method, args]) => (window as unknown as { pocket: { call(method: string, ...args: unknown[]): Promise<T> } }).pocket.call(method, ...args), [method, args] as const) as Promise<T>;
}

/** Sets up a table without a house and opens it. */
export async function sitDownInPocket(page: Page, game: GameId, others?: ChairPlan, rest?: Partial<NewTable>, folder = FOLDER): Promise<TableInfo> {
  await page.goto(folder);
  const table = await call<TableInfo>(page, "open", wishFor(game, others, rest));
  await page.goto(`${folder}#/table/${table.id}`);
  await page.locator(".page[data-revision]").waitFor();
  return table;
}

/** Sets up a table and opens it. */
export async function sitDown(page: Page, game: GameId, others?: ChairPlan, rest?: Partial<NewTable>): Promise<TableInfo> {
  if (inPocket) return sitDownInPocket(page, game, others, rest);
  if (page.url() === "about:blank") await page.goto("/");
  const table = await ask<TableInfo>(page, "POST", "/api/tables", wishFor(game, others, rest));
  await page.goto(`/table/${table.id}`);
  return table;
}
