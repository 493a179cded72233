import { type Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { TableCard } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { fixture, show } from "./fixture.ts";
import { playByKeyboard, takeFirst } from "./player.ts";
import { at, house, inPocket } from "./setup.ts";
import { ask, call, sitDown } from "./tables.ts";

afterAll(closeBrowser);

/** Plays until a card in the hand says why it cannot be used. A game that is over before is followed by another. */
async function whyNot(page: Page, touch: boolean) {
  const card = page.locator('.felt [data-id^="hand/1/"]:not([data-state=lit], [data-state=picked])').first();
  const reason = page.locator(".reason");
  for (;;) {
    await page.locator(".prompt.asked, dialog.end[open]").first().waitFor();
    if ((await page.locator("dialog.end[open]").count()) > 0) {
      await sitDown(page, "kings-blood");
      continue;
    }
    if ((await card.count()) > 0) {
      await (touch ? card.tap({ force: true }) : card.hover({ force: true }));
      // Somebody who is asked in another's turn has no card in mind.
      const told = await reason.waitFor({ timeout: 3000 }).then(() => true, () => false);
      if (told) return reason;
    }
    await takeFirst(page);
    await page.waitForTimeout(300);
  }
}

it("a card that cannot be played says why: under the mouse, when tapped, and in the text table", async () => {
  for (const touch of [false, true]) {
    const { page, leave } = await visit(house, touch ? { viewport: phone, hasTouch: true } : {});
    await sitDown(page, "kings-blood");
    const reason = await whyNot(page, touch);
    expect(await reason.innerText()).toMatch(/\(\d+\.\d+/);
    expect(await faults(page)).toEqual([]);
    if (!touch) {
      await page.mouse.move(5, 5);
      await reason.waitFor({ state: "detached" });
      await page.keyboard.press("v");
      await page.getByRole("heading", { name: "Not possible now" }).waitFor();
    }
    await leave();
  }
});

it("what slides under a mouse at rest does not say why it cannot be used", async () => {
  const { page, leave } = await visit(house);
  await show(page, fixture("kings-blood-middle"));
  const card = page.locator('.felt [data-id="hand/1/money-9-m"]').first();
  // The browser says that the mouse is over it, with no movement.
  await page.mouse.move(5, 5);
  await card.dispatchEvent("pointerover", { pointerType: "mouse" });
  await page.waitForTimeout(600);
  expect(await page.locator(".reason").count()).toBe(0);
  await card.hover({ force: true });
  await page.locator(".reason").waitFor();
  await leave();
});

it("windows can be passed until something can be done, or for a whole night, and the list says how it ended", async () => {
  const { page, leave } = await visit(house);
  const { id } = await sitDown(page, "bloodlust", undefined, { options: { players: 3, rounds: 2 } });
  const passing = page.locator(".prompt .tools button", { has: page.locator("kbd", { hasText: "P" }) });
  await passing.waitFor();
  // Each turn of the button says what it has changed; the first one takes nothing out of your hands.
  for (const [mode, words] of [["off", "asked each time"], ["tonight", "until the night is over"]] as const) {
    await page.keyboard.press("p");
    expect(await passing.innerText()).toContain(mode);
    await page.getByRole("status").getByText(words).waitFor();
  }
  // Passed for us; what is left to decide tonight is something else.
  await page.waitForFunction(() => !/^Pass\b/m.test(document.querySelector<HTMLElement>(".prompt .options")?.innerText ?? ""));
  await playByKeyboard(page, 3);
  const sheet = page.locator("dialog.end table");
  expect(await sheet.locator("tbody tr").allInnerTexts()).toEqual([expect.stringMatching(/^Banked in night 1/), expect.stringMatching(/^Banked in night 2/), expect.stringMatching(/^In all/)]);
  expect(await faults(page)).toEqual([]);
  // Every column adds up.
  const rows = await sheet.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
  expect(rows[0]!.map((first, i) => first + rows[1]![i]!)).toEqual(rows[2]);
  const { winners } = (await (inPocket ? call<TableCard[]>(page, "tables", "finished") : ask<TableCard[]>(page, "GET", "/api/tables?shelf=finished"))).find((table) => table.id === id)!;
  await page.goto(at("/"));
  const row = page.locator(`a[href$="/table/${id}"]`);
  expect(await row.locator(".result").innerText()).toBe(winners.includes(1) ? "Victory" : "Defeat");
  await leave();
});
