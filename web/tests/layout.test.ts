import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, visit } from "./browser.ts";
import { fixture, fixtures, show } from "./fixture.ts";
import { playByMouse } from "./player.ts";
import { house } from "./setup.ts";
import { sitDown } from "./tables.ts";

afterAll(closeBrowser);

const sizes = [[360, 640], [390, 844], [1280, 720], [1440, 900], [2560, 1440]] as const;

/** What lies outside the felt or the window, or under the bar. Maps and trees are panned, so only their windows count. */
function cutOff(): string[] {
  const felt = document.querySelector(".felt")!;
  const room = felt.getBoundingClientRect();
  const bar = document.querySelector(".prompt")!.getBoundingClientRect();
  const found: string[] = [];
  if (felt.scrollHeight > felt.clientHeight + 1) found.push(`the table needs ${felt.scrollHeight} of ${felt.clientHeight} pixels`);
  if (bar.height > innerHeight * 0.24) found.push(`the bar is ${bar.height} high`);
  for (const node of document.querySelectorAll(".felt [data-id^='seat/'], .felt [data-state=lit], .felt button:not(:disabled), .prompt button, header button, header a")) {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || node.closest(".sheet > *, svg.board")) continue;
    const edge = node.closest(".felt") ? room : new DOMRect(0, 0, innerWidth, innerHeight);
    const over = Math.max(edge.left - box.left, edge.top - box.top, box.right - edge.right, box.bottom - edge.bottom);
    if (over > 1) found.push(`${node.getAttribute("data-id") ?? node.textContent?.trim()}: ${Math.round(over)}`);
  }
  return found;
}

describe("nothing is cut off with the fewest and the most players", () => {
  for (const [width, height] of sizes) {
    it(`${width} × ${height}`, async () => {
      const { page, leave } = await visit(house, { viewport: { width, height }, hasTouch: width < 600, isMobile: width < 600 });
      const found: string[] = [];
      for (const name of fixtures.filter((name) => /-(fewest|most)$/.test(name))) {
        await show(page, fixture(name));
        found.push(...(await page.evaluate(cutOff)).map((what) => `${name}: ${what}`));
      }
      expect(found).toEqual([]);
      await leave();
    });
  }
});

it("nothing lies on Blood Bound's notebook button", async () => {
  for (const width of [1024, 1280]) {
    const { page, leave } = await visit(house, { viewport: { width, height: 720 } });
    await show(page, fixture("blood-bound-middle"));
    await page.getByRole("button", { name: "Log", exact: true }).first().waitFor();
    const covered = await page.evaluate(() => {
      const button = document.querySelector(".toggle")!.getBoundingClientRect();
      const meets = (box: DOMRect) => box.left < button.right && button.left < box.right && box.top < button.bottom && button.top < box.bottom;
      return [...document.querySelectorAll(".felt .at, .dagger svg")].filter((node) => meets(node.getBoundingClientRect())).length;
    });
    expect(covered, `${width} wide`).toBe(0);
    await leave();
  }
});

it("the table stays where it is from question to question", async () => {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    const { page, leave } = await visit(house, { viewport });
    await sitDown(page, "bloodwood");
    await page.locator(".prompt.asked").waitFor();
    const before = await page.locator(".felt").boundingBox();
    let clicks = 0;
    await playByMouse(page, 5, 400, (now) => now.over || clicks++ > 25);
    expect(await page.locator(".felt").boundingBox()).toEqual(before);
    await leave();
  }
});
