import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, phone, visit } from "./browser.ts";
import { playByKeyboard, playByMouse } from "./player.ts";
import { house } from "./setup.ts";
import { games, sitDown } from "./tables.ts";

afterAll(closeBrowser);

describe("whole games against bots", () => {
  for (const game of games) {
    it(`${game}, by mouse`, async () => {
      const { page, leave } = await visit(house);
      await sitDown(page, game);
      await playByMouse(page, 7);
      await expectTheEnd(page);
      await leave();
    });
  }

  for (const game of ["bloodlust", "kings-blood"] as const) {
    it(`${game}, by keyboard alone`, async () => {
      const { page, leave } = await visit(house);
      await sitDown(page, game);
      await playByKeyboard(page, 3);
      await expectTheEnd(page);
      await leave();
    });
  }

  for (const game of ["blood-bound", "bloodwood"] as const) {
    it(`${game}, on a phone`, async () => {
      const { page, leave } = await visit(house, { viewport: phone, hasTouch: true, isMobile: true });
      await sitDown(page, game);
      await playByMouse(page, 11);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
      await leave();
    });
  }

  it("closing a chooser chooses nothing", async () => {
    const { page, leave } = await visit(house);
    const chooser = page.locator("dialog.chooser");
    const revision = () => page.locator(".page").getAttribute("data-revision");
    /** Some games end before a chooser opens: then play another one. */
    const untilChoosing = async () => {
      do {
        await sitDown(page, "blood-bound");
        await playByMouse(page, 7, 2000, (now) => now.choosing || now.over);
      } while ((await chooser.count()) === 0);
      return revision();
    };
    for (const close of [() => page.keyboard.press("Escape"), () => page.mouse.click(3, 3)]) {
      const asked = await untilChoosing();
      expect(await chooser.locator("button").first().evaluate((line) => line === document.activeElement), "the chooser has the focus").toBe(true);
      await close();
      await chooser.waitFor({ state: "detached" });
      expect(await revision()).toBe(asked);
    }
    // The number keys work in an open chooser.
    const asked = await untilChoosing();
    await page.keyboard.press("1");
    await page.waitForFunction((asked) => document.querySelector<HTMLElement>(".page")?.dataset.revision !== asked, asked);
    await leave();
  });

  it("a click gives up the focus, a key keeps it", async () => {
    const { page, leave } = await visit(house);
    const option = page.locator(".host:has(.prompt.asked) :is(.felt, .options) button:enabled").first();
    const ways: [string | null, () => Promise<void>][] = [["BODY", () => option.click()], [null, () => option.press("Enter")]];
    for (const [held, choose] of ways) {
      await sitDown(page, "bloodlust");
      await option.waitFor();
      // Checked at once: later a button that waits for the house's answer loses the focus anyway.
      await page.evaluate(() => {
        const { blur } = HTMLElement.prototype;
        HTMLElement.prototype.blur = function () {
          blur.call(this);
          document.body.dataset.held = document.activeElement?.tagName;
        };
      });
      await choose();
      expect(await page.locator("body").getAttribute("data-held")).toBe(held);
    }
    await leave();
  });

  it("bloodlust as text", async () => {
    const { page, leave } = await visit(house);
    await sitDown(page, "bloodlust");
    await page.keyboard.press("v");
    await page.locator(".text").waitFor();
    await playByKeyboard(page, 5);
    await leave();
  });
});

async function expectTheEnd(page: import("playwright-core").Page): Promise<void> {
  expect(await page.locator("dialog.end h2").innerText()).not.toBe("");
  // The page checks the proof of the shuffle.
  await page.locator("dialog.end .good").waitFor();
  expect(await page.locator("dialog.end ol li").count()).toBeGreaterThan(1);
  await page.locator("dialog.end .next button").click();
  expect(await page.locator(".felt").isVisible()).toBe(true);
}
