import { afterAll, expect, it } from "vitest";
import type { News } from "../src/wire.ts";
import { closeBrowser, small, touch, visit } from "./browser.ts";
import { type Fixture, fixture, hosting, openShot, show, tableOf } from "./fixture.ts";
import { house } from "./setup.ts";

afterAll(closeBrowser);

const frame = (one: Fixture, revision: number): News => ({
  type: "frame",
  revision,
  now_at: Date.now(),
  table: tableOf(one),
  view: { ...one.view, version: revision },
  story: { from: 0, items: one.story },
  talk: { from: 0, items: [] },
});

it("a button that has just come under a finger is not pressed by it", async () => {
  const asked = (...labels: string[]) => {
    const one = fixture("bloodlust-middle");
    one.view.options = labels.map((label, i) => ({ code: 40 + i + label.length * 10, action: label, label }));
    return one;
  };
  const { page, leave } = await visit(house, small);
  let change = () => {};
  await hosting(page, (send) => {
    send(frame(asked("One thing", "Another"), 1));
    change = () => send(frame(asked("Something else", "More"), 2));
  });
  await openShot(page);
  const first = page.locator(".prompt .options button").first();
  await first.waitFor();
  await page.waitForLoadState("networkidle");
  const { x, y } = await first.evaluate((node) => {
    const box = node.getBoundingClientRect();
    // A finger that comes down as soon as the question changes.
    new MutationObserver((_, observer) => {
      if (node.isConnected) return;
      observer.disconnect();
      document.querySelector(".prompt .options button")!.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "touch" }));
    }).observe(document.querySelector(".prompt")!, { subtree: true, childList: true });
    return { x: box.x + 20, y: box.y + box.height / 2 };
  });
  const sent = () => page.evaluate(() => (JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as unknown[]).length);
  change();
  await page.getByText("Something else").waitFor();
  expect(await sent()).toBe(0);
  await page.waitForTimeout(400);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => sessionStorage.getItem("sanguis.pending.shot") != null);
  expect(await sent()).toBe(1);
  await leave();
});

it("picks another card with one tap, though the first one asks what is meant", async () => {
  const { page, leave } = await visit(house, touch);
  await show(page, fixture("bloodwood-middle"));
  const [first, second] = [page.locator('[data-id="hand/1/11"]'), page.locator('[data-id="hand/1/13"]')];
  await first.tap();
  await page.locator(".chooser").waitFor();
  const { x, y, width, height } = (await second.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect.poll(() => second.getAttribute("data-state")).toBe("picked");
  expect(await first.getAttribute("data-state")).not.toBe("picked");
  await leave();
});
