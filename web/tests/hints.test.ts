import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { LessonFrame, LessonSoFar, PuzzleCard, TableInfo } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { box, closeBrowser, desktop, laptop, phone, visit } from "./browser.ts";
import { fixture, show } from "./fixture.ts";
import { playByMouse } from "./player.ts";
import { at, house, inPocket } from "./setup.ts";
import { ask, call, games, sitDown } from "./tables.ts";

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

// The requests of a page without a house go to its worker.
describe.skipIf(inPocket)("a hint that the test gives", () => {
  it.each(games)("moves and covers nothing at a table of %s on a desktop", async (game) => {
    for (const viewport of [laptop.viewport, desktop, { width: 2560, height: 1440 }]) {
      const { page, leave } = await visit(house, { viewport });
      const one = fixture(`${game}-most`);
      await show(page, one);
      const options = one.view.options.slice(0, 2).map(({ code, label }) => ({ code, label, chance: 0.4, noise: 0.2 }));
      await page.route("**/hint", (route) => route.fulfill({ json: { look: one.view.options[0]!.touches ?? [], options, margin: "About as good.", reasons: [{ text: "Because.", rule: "" }] } }));
      const before = [await box(page, ".felt"), await box(page, ".prompt")];
      await page.keyboard.press("h");
      await page.locator(".hint").waitFor();
      expect([await box(page, ".felt"), await box(page, ".prompt")]).toEqual(before);
      expect((await box(page, ".hint")).left).toBeGreaterThanOrEqual(before[0]!.right);
      await leave();
    }
  });

  it("is gone when a card is picked up", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("kings-blood-most");
    await show(page, one);
    const options = one.view.options.slice(0, 2).map(({ code, label }) => ({ code, label, chance: 0.4, noise: 0.2 }));
    await page.route("**/hint", (route) => route.fulfill({ json: { look: [], options, margin: "About as good.", reasons: [] } }));
    await page.keyboard.press("h");
    await page.locator(".hint").waitFor();
    await page.locator('.hand .card[data-state="lit"]').first().click();
    await page.locator(".hint").waitFor({ state: "detached" });
    await leave();
  });

  it("marks the button that the table draws for what it advises", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodlust-middle");
    const [stay, go] = one.view.options.map(({ code, label }, i) => ({ code, label, chance: 0.6 - i / 3, noise: 0 }));
    await show(page, one);
    await page.route("**/hint", (route) => route.fulfill({ json: { look: [], options: [stay, go], margin: "Better.", reasons: [] } }));
    await page.keyboard.press("h");
    await page.locator('.hint[data-stage="3"]').waitFor();
    await expect.poll(() => page.locator("[data-coach]").allInnerTexts()).toEqual([expect.stringContaining("Stay on the hunt")]);
    await leave();
  });

  it("marks what it advises in the bar, where nothing on the table shows it", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("kings-blood-most");
    one.view.options.push({ ...one.view.options[0]!, code: 9000, action: "pass", label: "Pass", detail: "", touches: [] });
    await show(page, one);
    await page.route("**/hint", (route) => route.fulfill({ json: { look: [], options: [{ code: 9000, label: "Pass", chance: 0.6, noise: 0 }, { code: one.view.options[0]!.code, label: "Play", chance: 0.3, noise: 0.01 }], margin: "Better.", reasons: [] } }));
    const marked = page.locator(".prompt [data-coach]");
    while (!(await page.locator('.hint[data-stage="3"]').isVisible())) {
      await page.keyboard.press("h");
      await page.locator(".hint").waitFor();
    }
    expect(await marked.allInnerTexts()).toEqual([expect.stringContaining("Pass")]);
    await page.locator(".hint").getByRole("button", { name: "Close" }).click();
    await marked.waitFor({ state: "detached" });
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
