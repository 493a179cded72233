import { afterAll, describe, expect, it } from "vitest";
import { box, closeBrowser, laptop, phone, small, touch, visit } from "./browser.ts";
import { fixture, show } from "./fixture.ts";
import { at, house } from "./setup.ts";

// What somebody stumbled over who played for the first time.
afterAll(closeBrowser);

describe("the end", () => {
  it("of King's Blood is a slim ribbon above the tree", async () => {
    for (const options of [touch, laptop]) {
      const { page, leave } = await visit(house, options);
      await show(page, fixture("kings-blood-final"));
      await page.getByRole("button", { name: "Look at the table" }).click();
      const [ribbon, sheet, tree] = [await box(page, ".verdict"), await box(page, ".sheet"), await box(page, ".sheet .window .host")];
      expect(ribbon.height).toBeLessThan(sheet.height / 6);
      expect(ribbon.bottom).toBeLessThanOrEqual(tree.top + 1);
      await leave();
    }
  });

  it("shows every column of the points on a phone, the own one as You", async () => {
    const { page, leave } = await visit(house, touch);
    const one = fixture("bloodlust-final");
    const name = (i: number) => (i === 0 ? "Midnight Heronwood Elder" : `Bartholomew the ${i}th`);
    await show(page, one, { chairs: one.names.map((_, i) => ({ seat: i + 1, sitter: { kind: "person", id: String(i), name: name(i) }, present: true, thinking: false })) });
    const sheet = page.locator("dialog.end .sheet");
    await sheet.waitFor();
    expect(await sheet.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
    expect(await sheet.locator("th.own").innerText()).toBe("You");
    await leave();
  });
});

describe("a table", () => {
  it("of King's Blood stays where it is when a card is picked up, and so do the answers", async () => {
    const { page, leave } = await visit(house, laptop);
    await show(page, fixture("kings-blood-most"));
    const places = async () => ({ answer: await box(page, ".prompt .options button"), sheet: await box(page, ".sheet"), count: await box(page, ".count") });
    const before = await places();
    await page.locator('.hand .card[data-state="lit"]').first().click();
    await page.locator('.hand .card[data-state="picked"]').waitFor();
    const after = await places();
    expect([after.answer.left, after.sheet, after.count]).toEqual([before.answer.left, before.sheet, before.count]);
    await leave();
  });

  it("of King's Blood holds a whole hand, even a large one, beside the discards", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("kings-blood-fewest");
    const hand = one.view.scene.zones!.find((zone) => zone.id === `hand/${one.you}`)!;
    hand.pieces = Array.from({ length: 12 }, (_, i) => ({ ...hand.pieces[i % hand.pieces.length]!, id: `hand/${one.you}/more-${i}` }));
    one.view.options = [];
    await show(page, one);
    const [felt, gone] = [await box(page, ".felt"), await box(page, '[data-id="discards"]')];
    for (const card of await page.locator(".hand .card").all()) {
      const { left, bottom } = await card.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
      expect(bottom).toBeLessThanOrEqual(felt.bottom);
      expect(left).toBeGreaterThanOrEqual(gone.right - 4);
    }
    await leave();
  });

  it("keeps its size and its answers under a hint on a phone, which a picked card closes", async () => {
    for (const size of [touch, small]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("kings-blood-most");
      await show(page, one);
      const options = one.view.options.slice(0, 2).map(({ code, label }, i) => ({ code, label, chance: 0.38 - i / 50, noise: 0.24 }));
      await page.route("**/hint", (route) => route.fulfill({ json: { look: one.view.options[0]!.touches ?? [], options, margin: "About as good.", reasons: [] } }));
      const [felt, answer] = [await box(page, ".felt"), await box(page, ".prompt .options button")];
      await page.keyboard.press("h");
      await page.locator(".hint").waitFor();
      expect([await box(page, ".felt"), await box(page, ".prompt .options button")]).toEqual([felt, answer]);
      await page.locator('.hint[data-stage="3"]').waitFor();
      expect(await page.locator(".hint").innerText()).not.toContain("%");
      await page.locator('.hand .card[data-state="lit"]').last().tap();
      await page.locator(".hint").waitFor({ state: "detached" });
      await leave();
    }
  });
});

it("all games are in sight on a laptop, and one tap away on a phone", async () => {
  const wide = await visit(house, laptop);
  await wide.page.goto(at("/"));
  await wide.page.locator(".shelf article").nth(4).waitFor();
  const tops = await wide.page.locator(".shelf article").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await wide.leave();
  const narrow = await visit(house, touch);
  await narrow.page.goto(at("/"));
  await narrow.page.locator(".jump button").last().tap();
  const last = narrow.page.locator(".shelf article").last();
  await expect.poll(() => last.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(phone.height / 2);
  await narrow.leave();
});
