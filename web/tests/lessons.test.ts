import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { gameFiles } from "../build/game-files.ts";
import type { LessonCard } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { closeBrowser, laptop, phone, visit } from "./browser.ts";
import { House } from "./house.ts";
import { at, house, inPocket } from "./setup.ts";
import { games } from "./tables.ts";

afterAll(closeBrowser);

const lessons = await Promise.all(
  games.map(async (game) => {
    if (inPocket) return gameFiles(game).lessons.map(([name]) => ({ game, name }));
    const cards = (await (await fetch(`${house}/api/games/${game}/lessons`)).json()) as LessonCard[];
    return cards.map(({ name }) => ({ game, name }));
  }),
).then((all) => all.flat());

/** Which question the coach is at. */
async function place(page: Page): Promise<string> {
  return page.locator(".coach").evaluate((card) => [card.dataset.part, card.dataset.step, card.dataset.question, card.dataset.wants].join(" "));
}

/** Does something and waits until the coach has gone on. */
async function after(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await place(page);
  await act();
  await page.waitForFunction((before) => {
    const card = document.querySelector<HTMLElement>(".coach");
    return card && [card.dataset.part, card.dataset.step, card.dataset.question, card.dataset.wants].join(" ") !== before;
  }, before);
  return place(page);
}

/** The coach hides nothing it points at, and its buttons are in sight. */
async function inSight(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const card = document.querySelector(".coach")!.getBoundingClientRect();
    const felt = document.querySelector("#table")!.getBoundingClientRect();
    const button = document.querySelector(".coach .acts > *")!.getBoundingClientRect();
    return { said: document.querySelector(".coach .said")!.textContent!.trim(), overlap: Math.max(0, felt.bottom - card.top), below: Math.max(0, button.bottom - innerHeight), right: Math.max(0, button.right - innerWidth), felt: felt.height };
  });
  expect(found.said).not.toBe("");
  expect(found.overlap).toBeLessThan(1);
  expect([found.below, found.right]).toEqual([0, 0]);
  expect(found.felt).toBeGreaterThan(120);
}

async function walk(page: Page, show: () => Promise<unknown>, goOn: () => Promise<unknown>): Promise<void> {
  let now = await place(page);
  while (!(await page.getByText("That was the whole lesson.").isVisible())) {
    await inSight(page);
    now = await after(page, now.endsWith("choice") ? show : goOn);
  }
}

describe("lessons", () => {
  it.each(lessons)("$game: $name, by keyboard alone", async ({ game, name }) => {
    const { page, leave } = await visit(house);
    await page.goto(at(`/learn/${game}/${name}`));
    await page.locator(".coach").waitFor();
    await walk(page, () => page.keyboard.press("h"), () => page.keyboard.press("Enter"));
    await page.goto(at(`/learn/${game}`));
    await page.getByText("finished").first().waitFor();
    await leave();
  });

  it.each(lessons.slice(0, 2))("$game: $name, by touch on a phone", async ({ game, name }) => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(at(`/learn/${game}/${name}`));
    await page.locator(".coach").waitFor();
    const tap = () => page.locator(".coach .acts > button").tap();
    await walk(page, tap, tap);
    await page.locator(".coach").getByRole("button", { name: "Play now" }).tap();
    await page.waitForURL(/\/table\//);
    await leave();
  });

  it("cuts no answer off below the coach on a phone", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
    await page.goto(at("/learn/bloodwood/names-at-dawn"));
    await page.locator(".coach").waitFor();
    const answer = page.locator(".prompt .options button", { hasText: "Draw a Night card" });
    while (!(await answer.isVisible())) await after(page, () => page.locator(".coach .acts > button").tap());
    const [within, button] = [(await page.locator(".prompt .options").boundingBox())!, (await answer.boundingBox())!];
    expect(button.y).toBeGreaterThanOrEqual(within.y);
    expect(button.y + button.height).toBeLessThanOrEqual(within.y + within.height);
    await leave();
  });

  it("leads on to the next one", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
    const [, second] = lessons.filter(({ game }) => game === "blood-bound");
    await page.goto(at("/learn/blood-bound/four-wounds"));
    await page.locator(".coach").waitFor();
    const tap = () => page.locator(".coach .acts > button").tap();
    await walk(page, tap, tap);
    await inSight(page);
    await page.getByRole("link", { name: "Next: The power of a rank" }).tap();
    await page.waitForURL(new RegExp(`${second!.name}$`));
    await page.getByText("Part 1 of 5").waitFor();
    await leave();
  });

  it("leads back to an earlier part, and cuts no seat off on a laptop", async () => {
    const { page, leave } = await visit(house, laptop);
    await page.goto(at("/learn/bloodlust/one-more-card"));
    await page.getByText("Part 1 of 6").waitFor();
    const cut = () => page.locator("#table").evaluate((felt) => felt.scrollHeight - felt.clientHeight);
    expect(await cut()).toBe(0);
    expect(await page.getByRole("button", { name: "Back to the part before" }).isDisabled()).toBe(true);
    await after(page, () => page.getByRole("button", { name: "Skip this part" }).click());
    expect(await cut()).toBe(0);
    await after(page, () => page.getByRole("button", { name: "Back to the part before" }).click());
    expect(await place(page)).toMatch(/^1 1 /);
    await leave();
  });

  it("shows what a wrong choice leads to, and takes it back", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/learn/bloodlust"));
    await page.getByRole("link", { name: "One more card?" }).click();
    await page.getByText("You are Felicity").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("[data-coach]").length > 0);
    await after(page, () => page.getByRole("button", { name: /Leave the hunt/ }).click());
    await page.getByText("You are home, safe and hungry").waitFor();
    await after(page, () => page.getByRole("button", { name: "Take it back" }).click());
    await after(page, () => page.getByRole("button", { name: /Stay on the hunt/ }).click());
    await page.getByText("Use her ability").waitFor();
    await leave();
  });

  it.skipIf(inPocket)("goes on at the checkpoint after a reload and after the house was killed", async () => {
    const own = await House.open();
    const me = await visit(own.url);
    const { page } = me;
    await page.goto(at("/learn/bloodlust/one-more-card"));
    await page.locator(".coach").waitFor();
    await after(page, () => page.getByRole("button", { name: "Skip this part" }).click());
    await after(page, () => page.getByRole("button", { name: "Skip this part" }).click());
    await after(page, () => page.keyboard.press("Enter"));
    expect(await place(page)).toMatch(/^3 2 /);
    await own.kill();
    await page.keyboard.press("h");
    await page.getByRole("alert").waitFor();
    expect(await place(page)).toMatch(/^3 2 /);
    await own.start();
    await after(page, () => page.keyboard.press("h"));
    await page.getByText("You bank 6 and win").waitFor();
    await page.reload();
    await page.locator(".coach").waitFor();
    expect(await place(page)).toMatch(/^3 1 /);
    // The browser logs the failed request, too.
    expect(me.faults.filter((fault) => !/Failed to load/.test(fault))).toEqual([]);
    await page.context().close();
    await own.close();
  });

  it.each(["dark", "light"] as const)("pass axe (%s)", async (colorScheme) => {
    const { page, leave } = await visit(house, { colorScheme });
    await page.goto(at("/learn/bloodlust"));
    await page.getByRole("link", { name: "One more card?" }).waitFor();
    const found = await faults(page);
    await page.goto(at("/learn/bloodlust/one-more-card"));
    await page.locator(".coach").waitFor();
    found.push(...(await faults(page)));
    await after(page, () => page.getByRole("button", { name: /Leave the hunt/ }).click());
    found.push(...(await faults(page)));
    expect(found).toEqual([]);
    await leave();
  });

  it("speak German", async () => {
    const { page, leave } = await visit(house, { locale: "de" });
    await page.goto(at("/learn/bloodlust/one-more-card"));
    await page.getByText("Du bist Felicity").waitFor();
    await leave();
  });
});
