import { afterAll, describe, expect, it } from "vitest";
import { box, closeBrowser, laptop, small, touch, visit } from "./browser.ts";
import { showTip } from "./fixture.ts";
import { house } from "./setup.ts";

afterAll(closeBrowser);

/** For each game a rule that is asked about and has a long first sentence. */
const longTips = { "blood-bound": "7.1", bloodlust: "6.2", bloodstones: "8.2", bloodwood: "5.12", "kings-blood": "6.1" };

describe("a tip covers nothing of the game, moves nothing and can be read whole", () => {
  for (const size of [small, touch, laptop]) {
    for (const [game, rule] of Object.entries(longTips)) {
      it(`${game}, ${size.viewport.width} × ${size.viewport.height}`, async () => {
        const { page, leave } = await visit(house, size);
        await showTip(page, `${game}-middle`, rule);
        const tip = await box(page, ".tip");
        // On a phone it has the room of the heading and of what happened last; the log is a tap away.
        for (const part of ["header", ".felt", ".prompt", ...(size === laptop ? [".strip"] : [])]) {
          const other = await box(page, part);
          expect(tip.bottom <= other.top + 1 || tip.top >= other.bottom - 1, `over ${part}`).toBe(true);
        }
        const text = page.locator(".tip p");
        expect(await text.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
        // Not squeezed between the edges.
        const words = await text.evaluate((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { top, bottom } = range.getBoundingClientRect();
          return { top, bottom };
        });
        expect([words.top >= tip.top - 1, words.bottom <= tip.bottom + 1]).toEqual([true, true]);
        const buttons = await page.locator(".tip button").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
        expect(buttons).toHaveLength(3);
        for (const { left, right, top, bottom } of buttons) {
          expect([left >= tip.left, right <= tip.right, top >= tip.top - 1, bottom <= tip.bottom + 1]).toEqual([true, true, true, true]);
          expect(bottom - top).toBeGreaterThanOrEqual(24);
        }
        const before = await box(page, ".felt");
        await page.locator(".tip").getByRole("button", { name: "Close" }).click();
        await page.locator(".tip").waitFor({ state: "detached" });
        expect(await box(page, ".felt")).toEqual(before);
        await leave();
      });
    }
  }
});

it("a tip does not lie over an open list", async () => {
  for (const size of [small, laptop]) {
    const { page, leave } = await visit(house, size);
    await showTip(page);
    await page.keyboard.press("o");
    await page.locator(".prompt.open").waitFor();
    expect(await page.locator(".tip").isVisible()).toBe(false);
    await leave();
  }
});

it("there are no more tips for who wants none", async () => {
  const { page, leave } = await visit(house, small);
  await showTip(page);
  await page.getByRole("button", { name: "No more tips" }).tap();
  await page.locator(".tip").waitFor({ state: "detached" });
  expect(await page.evaluate(() => (JSON.parse(localStorage.getItem("sanguis.settings")!) as { tips: boolean }).tips)).toBe(false);
  await leave();
});
