import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { Choice, News, Said } from "../src/wire.ts";
import { box, closeBrowser, laptop, small, touch, visit } from "./browser.ts";
import { fixture, show, showTip, tableOf, telling } from "./fixture.ts";
import { house, inPocket } from "./setup.ts";
import { ask, sitDown } from "./tables.ts";

// What people stumbled over at full tables and with friends.

afterAll(closeBrowser);

const sent = (page: Page) => page.evaluate(() => (JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as { code?: number }[]).map(({ code }) => code));

/** An ability that may be used on anybody, or not. */
function fan() {
  const one = fixture("blood-bound-most");
  const on = one.view.scene.seats.filter((place) => !place.you).map(({ seat, id }): Choice => ({ code: 8000 + seat, action: { "use-on": seat } as never, label: `Give a Fan to {s${seat}}`, touches: [id] }));
  one.view.options = [...on, { code: 8100, action: "forgo", label: "Let it be", touches: ["seat/1"] }];
  one.view.scene.prompt = "Choose who gets a Fan";
  return one;
}

it("not to use an ability is a button, and a tap on your own seat asks first", async () => {
  for (const size of [small, touch, laptop]) {
    const { page, leave } = await visit(house, size);
    await show(page, fan());
    await page.locator(".prompt .options button", { hasText: "Let it be" }).waitFor();
    await page.locator('.felt [data-id="seat/1"]').click();
    await page.locator(".chooser", { hasText: "Let it be" }).waitFor();
    expect(await sent(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator(".prompt .options button", { hasText: "Let it be" }).click();
    await expect.poll(() => sent(page)).toEqual([8100]);
    await leave();
  }
});

it("all options say so where there is room", async () => {
  const { page, leave } = await visit(house, laptop);
  await show(page, fixture("blood-bound-most"));
  expect((await box(page, ".prompt .tools .roomy .long")).width).toBeGreaterThan(60);
  await leave();
});

/** A table at which something is said, once it stands. */
async function talking(page: Page, name: string, said: Said[]): Promise<void> {
  const one = fixture(name);
  const frame = (revision: number, items: Said[]): News =>
    ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: one.view, story: { from: 0, items: one.story }, talk: { from: 0, items } }) as News;
  const tell = await telling(page, frame(1, []));
  await page.locator(".felt [data-id]").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  tell(frame(2, said));
  await page.locator(".bubble.placed").first().waitFor();
}

const claim = (speaker: number, text: string): Said => ({
  name: "Bertram",
  seat: speaker,
  said_at: 0,
  text,
  claim: { number: 1, after: 1e6, speaker, code: 9, claim: {}, class: "fact", about: speaker, group: "clan", icon: "rose", text, by: "bot" } as never,
});

it.each(["blood-bound", "bloodwood"])("a bubble stays with its seat when the notebook opens: %s", async (game) => {
  const { page, leave } = await visit(house, { viewport: { width: 1280, height: 720 } });
  await talking(page, `${game}-middle`, [claim(1, "I am what I am.")]);
  // It has come to rest.
  await page.waitForTimeout(1500);
  await page.getByRole("button", { name: "Notebook" }).click();
  await page.locator(".notebook").first().waitFor();
  const apart = () =>
    page.evaluate(() => {
      const [bubble, seat] = [document.querySelector(".bubble")!, document.querySelector('.felt [data-id="seat/1"]')!].map((node) => node.getBoundingClientRect());
      return Math.max(bubble!.left - seat!.right, seat!.left - bubble!.right, bubble!.top - seat!.bottom, seat!.top - bubble!.bottom);
    });
  await expect.poll(apart, { timeout: 4000 }).toBeLessThan(8);
  await page.waitForTimeout(1500);
  expect(await apart()).toBeLessThan(8);
  await leave();
});

it("on a large screen what is said at a seat is as large as the frame, and lies beside the seat", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 2560, height: 1440 } });
  await talking(page, "blood-bound-middle", [claim(2, "I am what I am.")]);
  await page.waitForTimeout(1500);
  const [words, heading] = await page.evaluate(() => [".bubble button", ".heading"].map((selector) => document.querySelector<HTMLElement>(selector)!).map((node) => node.getBoundingClientRect().height / node.offsetHeight));
  expect(words).toBeCloseTo(heading!, 1);
  const [bubble, seat] = [await box(page, ".bubble"), await box(page, '.felt [data-id="seat/2"]')];
  expect(Math.max(bubble.left - seat.right, seat.left - bubble.right, bubble.top - seat.bottom, seat.top - bubble.bottom)).toBeLessThan(8);
  await leave();
});

it("what somebody writes is heard at their seat, and a click opens the chat", async () => {
  for (const [size, game] of [[laptop, "blood-bound"], [touch, "kings-blood"]] as const) {
    const { page, leave } = await visit(house, size);
    await talking(page, `${game}-middle`, [{ name: "Bertram", seat: 2, said_at: 0, text: "Whom should I strike first?" }]);
    const bubble = page.locator('.bubble[data-speaker="2"]');
    expect(await bubble.innerText()).toContain("Whom should I strike first?");
    await bubble.getByRole("button").click();
    await page.getByRole("log").getByText("Whom should I strike first?").waitFor();
    await leave();
  }
});

it.each(["blood-bound", "bloodwood"])("at the end nothing tells you what to do, and the news can be read: %s", async (game) => {
  for (const size of [small, touch, laptop]) {
    const { page, leave } = await visit(house, size);
    const one = fixture(`${game}-final`);
    expect(one.view.scene.goal).toBeTruthy();
    await show(page, one);
    expect(await page.locator(".goal .words").count()).toBe(0);
    expect(await page.locator(".strip .words").evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
    await leave();
  }
});

it.skipIf(inPocket)("people who wait read what the others write, and the deal is not covered by it", async () => {
  const ann = await visit(house, laptop);
  const bo = await visit(house, touch);
  for (const { page } of [ann, bo]) await page.addInitScript(() => localStorage.setItem("sanguis.settings", JSON.stringify({ pace: "usual", tips: true })));
  const table = await sitDown(ann.page, "blood-bound", { kind: "bot", level: "easy" }, { start: false, chairs: [{ kind: "you" }, { kind: "open" }, ...Array.from({ length: 4 }, () => ({ kind: "bot", level: "easy" }) as const)] });
  await bo.page.goto("/");
  await ask(bo.page, "POST", `/api/tables/${table.id}/commands`, { type: "table", id: "join", do: { act: "join", contribution: "" } });
  await bo.page.goto(`/table/${table.id}`);
  await ann.page.locator(".gathering li.you", { hasText: "You" }).waitFor();
  // Nothing is lit that is not open.
  expect(await ann.page.locator('header nav [aria-expanded="true"]').count()).toBe(0);
  await bo.page.getByRole("button", { name: "Chat" }).first().tap();
  await bo.page.getByRole("textbox", { name: "Message to the table" }).fill("Is it hard?");
  await bo.page.getByRole("button", { name: "Send" }).tap();
  await ann.page.locator(".gathering .said", { hasText: "Is it hard?" }).waitFor();
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await bo.page.locator(".role").waitFor();
  await bo.page.getByRole("button", { name: "To the table" }).tap();
  await bo.page.locator(".role").waitFor({ state: "detached" });
  await ann.leave();
  await bo.leave();
});

it.skipIf(inPocket)("an invitation says what is played and where to learn it", async () => {
  const ann = await visit(house, laptop);
  const table = await sitDown(ann.page, "bloodwood", { kind: "invited" }, { start: false });
  await ann.page.locator(".gathering").waitFor();
  const { link } = await ask<{ link: string }>(ann.page, "GET", `/api/tables/${table.id}`);
  const bo = await visit(house, small);
  await bo.page.goto(link);
  await bo.page.getByText("Vampire or werewolf?").waitFor();
  await bo.page.getByRole("link", { name: "Learn Bloodwood" }).click();
  await bo.page.waitForURL(/learn\/bloodwood$/);
  await bo.leave();
  await ann.leave();
});

it.skipIf(inPocket)("a table for friends only is set up by one button, and another chair is theirs too", async () => {
  const { page, leave } = await visit(house, small);
  await page.goto("/new/bloodlust");
  await page.getByRole("button", { name: "Friends, by link" }).tap();
  await page.locator(".number", { hasText: "5" }).tap();
  await page.locator("#chair-4").waitFor();
  expect(await page.locator("[id^=chair-]").evaluateAll((nodes) => nodes.map((node) => (node as HTMLSelectElement).value))).toEqual(["you", "invited", "invited", "invited", "invited"]);
  await page.getByRole("button", { name: "Set up the table" }).tap();
  await page.locator(".gathering .copy").waitFor();
  await leave();
});

it("your role lists what you know of others, not what anybody can count on the table", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodstones-middle");
  expect(one.view.scene.knowledge?.length).toBeGreaterThan(0);
  await show(page, one);
  await page.locator("button.goal").click();
  await page.locator(".role").waitFor();
  expect(await page.locator(".role li").count()).toBe(0);
  await leave();
});
