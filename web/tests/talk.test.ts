import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { faults } from "./axe.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { fixture, show } from "./fixture.ts";
import { house } from "./setup.ts";
import { ask, sitDown } from "./tables.ts";

afterAll(closeBrowser);

const sheet = (page: Page) => page.locator("dialog.say");
const bubble = (page: Page, text: string) => page.locator(".bubble", { hasText: text }).first();

/** Two people at one table: a desktop and a phone. The game waits for people only, so nothing moves while we talk. */
async function pair(game: "blood-bound" | "bloodwood") {
  const ann = await visit(house);
  const bo = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
  const table = await sitDown(ann.page, game, { kind: "open" }, { start: false });
  const guests = [bo.page];
  await bo.page.goto("/");
  const join = (page: Page, id: string) => ask(page, "POST", `/api/tables/${table.id}/commands`, { type: "table", id, do: { act: "join", contribution: "" } });
  for (const [i, page] of guests.entries()) await join(page, `join ${i}`);
  for (let seat = 3; seat <= table.chairs.length; seat++) {
    await ask(ann.page, "POST", `/api/tables/${table.id}/commands`, { type: "table", id: `bot ${seat}`, do: { act: "seat-bot", seat, level: "easy" } });
  }
  await ask(ann.page, "POST", `/api/tables/${table.id}/commands`, { type: "table", id: "start", do: { act: "start" } });
  await bo.page.goto(`/table/${table.id}`);
  for (const { page } of [ann, bo]) await page.locator(".host .felt [data-id='seat/1']").waitFor();
  // Until the bots wait for one of them.
  await Promise.any([ann, bo].map(({ page }) => page.locator(".prompt.asked").waitFor()));
  return { ann, bo };
}

for (const [game, own, other, said] of [
  ["blood-bound", "I am Rose.", "is Beast.", "You are Beast."],
  ["bloodwood", "I am a Vampire.", "is a Werewolf.", "You are a Werewolf."],
] as const) {
  it(`${game}: claims by keys, by mouse and by touch are heard at the table`, async () => {
    const { ann, bo } = await pair(game);
    // What others claim is said once to a screen reader.
    await listen(bo.page);
    // By keys: open, go to the claim, say it.
    await ann.page.keyboard.press("t");
    await sheet(ann.page).waitFor();
    expect(await faults(ann.page)).toEqual([]);
    const focused = () => ann.page.evaluate(() => document.activeElement?.textContent?.trim());
    const first = await focused();
    await ann.page.keyboard.press("ArrowDown");
    await ann.page.keyboard.press("ArrowUp");
    expect(await focused()).toBe(first);
    // Who is struck is offered something else first.
    for (let step = 0; step < 4 && (await focused()) !== own; step++) await ann.page.keyboard.press("ArrowDown");
    expect(await focused()).toBe(own);
    await ann.page.keyboard.press("Enter");
    await sheet(ann.page).waitFor({ state: "detached" });
    await bubble(bo.page, own).waitFor();
    await bubble(ann.page, own).waitFor();
    await bo.page.waitForFunction((own) => (window as unknown as { said: string[] }).said.some((line) => line.includes(own)), own);
    expect(await faults(bo.page)).toEqual([]);
    // By touch: the bubble is answered.
    await bubble(bo.page, own).getByRole("button").tap();
    await sheet(bo.page).getByRole("button", { name: `No: “${own}”` }).tap();
    await bubble(ann.page, "I deny that.").waitFor();
    // By mouse: the button in the bar, whom, what.
    await ann.page.getByRole("button", { name: "Say something" }).first().click();
    await sheet(ann.page).locator(".about button").nth(1).click();
    await sheet(ann.page).getByRole("button", { name: other }).first().click();
    // What is said about somebody is said to them.
    await bubble(bo.page, said).waitFor();
    await bubble(ann.page, other).waitFor();
    // All of it is in the list, with the speaker.
    await ann.page.keyboard.press("t");
    await sheet(ann.page).waitFor();
    await ann.page.keyboard.press("t");
    const list = ann.page.getByRole("log");
    await list.getByText(other).first().waitFor();
    expect(await list.locator("p").count()).toBeGreaterThanOrEqual(3);
    expect(await faults(ann.page)).toEqual([]);
    await ann.leave();
    await bo.leave();
  });
}

/** Collects what a screen reader is told of claims. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = ((window as unknown as { said: string[] }).said = []);
    const live = document.querySelectorAll(".unseen[aria-live]")[1]!;
    new MutationObserver(() => said.push(live.textContent ?? "")).observe(live, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

it("bubbles lie beside their seat inside the window and cover no seat, narrow or wide, and each claim is read out once", async () => {
  const { ann, bo } = await pair("blood-bound");
  const heard = await listen(bo.page);
  const claims = ["I do not lead my clan.", "I lead my clan."];
  for (const [i, width] of [360, 1280].entries()) {
    for (const { page } of [ann, bo]) await page.setViewportSize({ width, height: width < 600 ? 740 : 800 });
    await ann.page.keyboard.press("t");
    await sheet(ann.page).getByRole("button", { name: claims[i], exact: true }).click();
    for (const { page } of [ann, bo]) {
      await bubble(page, claims[i]!).waitFor();
      // A table moves its pieces after it is drawn, and bubbles follow.
      await page.waitForTimeout(1500);
      const misplaced = await page.locator(".bubble").evaluateAll((all) =>
        all.flatMap((one) => {
          const box = one.firstElementChild!.getBoundingClientRect();
          const seat = document.querySelector(`.felt [data-id="seat/${(one as HTMLElement).dataset.speaker}"]`)!.getBoundingClientRect();
          const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
          const meets = (other: DOMRect, by: number) => box.left < other.right + by && box.right > other.left - by && box.top < other.bottom + by && box.bottom > other.top - by;
          const covers = [...document.querySelectorAll('.felt [data-id^="seat/"][role]')].some((other) => meets(other.getBoundingClientRect(), -1));
          return inside && meets(seat, 8) && !covers ? [] : [`${one.textContent} at ${[box.left, box.top, box.right, box.bottom]}, seat ${[seat.left, seat.top, seat.right, seat.bottom]}`];
        }),
      );
      expect(misplaced).toEqual([]);
    }
  }
  const lines = await heard();
  for (const claim of claims) expect(lines.filter((line) => line.endsWith(claim))).toHaveLength(1);
  await ann.leave();
  await bo.leave();
});

it("on a phone nobody talks over an open notebook", async () => {
  const { ann, bo } = await pair("blood-bound");
  await ann.page.keyboard.press("t");
  await sheet(ann.page).getByRole("button", { name: "I am Rose." }).click();
  await bubble(bo.page, "I am Rose.").waitFor();
  await bo.page.getByRole("button", { name: "Notebook", exact: true }).first().click();
  await bubble(bo.page, "I am Rose.").waitFor({ state: "hidden" });
  await ann.leave();
  await bo.leave();
});

it("a tap on a seat opens what can be said about it; a list of seats is chosen", async () => {
  const { ann, bo } = await pair("bloodwood");
  // A seat that glows is chosen instead: the one who is not asked speaks.
  const [speaker, listener] = (await ann.page.locator(".prompt.asked").count()) > 0 ? [bo, ann] : [ann, bo];
  const { page } = speaker;
  const seat = page.locator('.felt [data-id^="seat/"]:not([data-state=lit])').first();
  const number = Number(/\d+/.exec((await seat.getAttribute("data-id"))!)![0]);
  await seat.click({ position: { x: 10, y: 10 } });
  await sheet(page).waitFor();
  // The speaker first, then the others, then everybody.
  const you = speaker === ann ? 1 : 2;
  const at = number === you ? 0 : number < you ? number : number - 1;
  const about = () => sheet(page).locator(".about button").evaluateAll((all) => all.findIndex((one) => one.getAttribute("aria-pressed") === "true"));
  expect(await about()).toBe(at);
  for (let left = at + 1; left > 0; left--) await page.keyboard.press("ArrowLeft");
  expect(await sheet(page).locator('.about [aria-pressed="true"]').innerText()).toBe("Everybody");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await sheet(page).getByRole("button", { name: "Say it" }).waitFor();
  expect(await sheet(page).getByRole("button", { name: "Say it" }).isDisabled()).toBe(true);
  await sheet(page).locator(".lines button").first().click();
  await sheet(page).getByRole("button", { name: "Say it" }).click();
  await bubble(listener.page, "On my side:").waitFor();
  await ann.leave();
  await bo.leave();
});

it("the notebook says who claimed what, and what the reader's own view makes of it", async () => {
  const { ann, bo } = await pair("blood-bound");
  await ann.page.keyboard.press("t");
  await sheet(ann.page).getByRole("button", { name: "I am Rose." }).click();
  await bubble(bo.page, "I am Rose.").waitFor();
  const noted = async (page: Page) => {
    await page.getByRole("button", { name: "Notebook", exact: true }).first().click();
    const lines = page.locator(".book li", { hasText: "I am Rose." });
    await lines.first().waitFor();
    expect(await faults(page)).toEqual([]);
    // Bots may have said the same.
    return (await lines.allInnerTexts()).join("\n");
  };
  // Ann knows what she is; to Bo, who has seen nothing of her, it is open or, if he sits on her left, half known by her clue.
  expect(await noted(ann.page)).toMatch(/^[✓✕]/m);
  expect(await noted(bo.page)).toMatch(/: I am Rose\./);
  await ann.leave();
  await bo.leave();
});

it("T opens the chat with the cursor in it, and what is typed there is no command", async () => {
  const { page, leave } = await visit(house);
  await show(page, fixture("bloodlust-middle"));
  await page.keyboard.press("t");
  const field = page.locator(".side .field");
  await field.waitFor();
  await page.keyboard.type("r1");
  expect(await field.inputValue()).toBe("r1");
  expect(await page.evaluate(() => [document.querySelector("dialog"), sessionStorage.getItem("sanguis.pending.shot")])).toEqual([null, null]);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await page.getByRole("dialog", { name: "Rules" }).waitFor();
  await leave();
});
