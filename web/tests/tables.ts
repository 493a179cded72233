import type { Page } from "playwright-core";
import type { ChairPlan, NewTable, TableInfo } from "../src/wire.ts";

/** The shortest set-up of each game that is still a whole game. */
export const games: Record<string, { players: number; options?: Record<string, unknown> }> = {
  "blood-bound": { players: 6 },
  bloodlust: { players: 3, options: { rounds: 1 } },
  bloodstones: { players: 2, options: { regroups: 1, map: "twin-fords" } },
  bloodwood: { players: 5, options: { rounds: 8 } },
  "kings-blood": { players: 3 },
};

/** Asks the house, as the person whose page this is. */
export async function ask<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await page.request.fetch(path, { method, data: body, headers: { origin: new URL(page.url()).origin } });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Sets up a table and goes there. The first chair is mine; the others are bots unless said otherwise. */
export async function sitDown(page: Page, game: string, others: ChairPlan = { kind: "bot", level: "greedy" }): Promise<TableInfo> {
  if (page.url() === "about:blank") await page.goto("/");
  const { players, options } = games[game]!;
  const wish: NewTable = {
    game,
    options: { players, ...options },
    chairs: [{ kind: "you" }, ...Array.from({ length: players - 1 }, () => others)],
    clock: { kind: "none" },
    timeout: "stand-in",
    spectators: { kind: "public" },
    start: true,
  };
  const table = await ask<TableInfo>(page, "POST", "/api/tables", wish);
  await page.goto(`/table/${table.id}`);
  return table;
}
