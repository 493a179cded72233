import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { LessonFrame, LessonSoFar, PuzzleCard, TableInfo } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { playByMouse } from "./player.ts";
import { at, house, inPocket } from "./setup.ts";
import { ask, call, sitDown } from "./tables.ts";

afterAll(closeBrowser);

/** A table of this page's guest and easy bots. */
async function quick(page: Page, wish: object): Promise<TableInfo> {
  await page.goto(at("/"));
  return inPocket ? call(page, "quick", wish) : ask(page, "POST", "/api/tables/quick", wish);
}

describe("hints", () => {
  it("a player against bots gets a hint in three steps, by keyboard", async () => {
    const { page, leave } = await visit(house);
    const table = await quick(page, { game: "kings-blood", players: 2, level: "easy" });
    await page.goto(at(`/table/${table.id}`));
    await page.getByRole("button", { name: /^Hint/ }).waitFor();
    await page.keyboard.press(" ");
    // A step that would tell nothing is left out: with few options, the choice among them.
    const stages: number[] = [];
    while (stages.at(-1) !== 3) {
      await page.keyboard.press("h");
      await page.locator(`.hint:not([data-stage="${stages.at(-1)}"])`).waitFor();
      stages.push(Number(await page.locator(".hint").getAttribute("data-stage")));
    }
    expect(stages).toEqual([...new Set(stages)].sort());
    await expect.poll(() => page.locator(".hint .text").innerText()).toMatch(/take the one you like|of 100 games like this|no other choice/);
    expect(await faults(page)).toEqual([]);
    await page.locator(".hint").getByRole("button", { name: "Close" }).click();
    await page.locator(".hint").waitFor({ state: "detached" });
    await leave();
  });
});

describe("puzzles", () => {
  it("three a day, by touch: a wrong choice is shown and taken back, the right one is kept as solved", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(at("/puzzles/bloodlust"));
    const cards = await (inPocket ? call<PuzzleCard[]>(page, "puzzles", "bloodlust") : ask<PuzzleCard[]>(page, "GET", "/api/games/bloodlust/puzzles"));
    expect(cards.length).toBeGreaterThanOrEqual(30);
    await page.getByRole("heading", { name: "Puzzles of the day" }).waitFor();
    expect(await page.locator("h2 + ul").first().locator("li").count()).toBe(3);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("link", { name: "Puzzle 1", exact: true }).last().tap();
    await page.locator('.coach[data-wants="choice"]').waitFor();
    const begin: LessonSoFar = { part: 1, answers: [] };
    const { coach, view } = await (inPocket ? call<LessonFrame>(page, "lesson", "bloodlust", "puzzle-1", begin) : ask<LessonFrame>(page, "POST", "/api/games/bloodlust/lessons/puzzle-1", begin));
    const best = view.options.findIndex((option) => option.code === coach.hint[0]);
    const other = best === 0 ? 1 : 0;
    await page.keyboard.press(String(other + 1));
    await page.locator('.coach[data-wants="back"], .coach .remark:not(.right)').first().waitFor();
    if ((await page.locator(".coach").getAttribute("data-wants")) === "back") await page.getByRole("button", { name: "Take it back" }).tap();
    await page.locator('.coach[data-wants="choice"]').waitFor();
    await page.keyboard.press(String(best + 1));
    await page.getByText("That was the puzzle.").waitFor();
    expect(await page.locator(".coach .remark.right").innerText()).toMatch(/Right: your chance to win is then about \d+ %/);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("link", { name: "All puzzles" }).tap();
    await page.getByText(`1 of ${cards.length} solved`).waitFor();
    await leave();
  });
});

describe("after the game", () => {
  it("says what decided it, and one click plays on from an earlier moment", async () => {
    const { page, leave } = await visit(house);
    const table = await sitDown(page, "bloodlust");
    await playByMouse(page, 7);
    await page.goto(at(`/replay/${table.id}?review`));
    await page.locator(".account p").first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL(/\/table\/(?!.*\breplay\b)/);
    expect(page.url()).not.toContain(table.id);
    await page.getByRole("button", { name: /^Hint/ }).waitFor();
    await leave();
  });
});
