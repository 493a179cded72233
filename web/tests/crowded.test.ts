import { afterAll, expect, it } from "vitest";
import { box, closeBrowser, laptop, small, touch, visit } from "./browser.ts";
import { type Fixture, fixture, show } from "./fixture.ts";
import { overlaps } from "./overlaps.ts";
import { house } from "./setup.ts";

afterAll(closeBrowser);

/** You hold the dagger. */
function holding(name: string): Fixture {
  const one = fixture(name);
  for (const place of one.view.scene.seats) place.turn = place.seat === one.you;
  return one;
}

it("dagger, candle and supply of Blood Bound cover nobody and not each other", async () => {
  for (const size of [laptop.viewport, { width: 1440, height: 900 }, { width: 1280, height: 600 }]) {
    const { page, leave } = await visit(house, { viewport: size });
    for (const name of ["blood-bound-fewest", "blood-bound-middle", "blood-bound-most"]) {
      await show(page, holding(name));
      const what = `${name} at ${size.width}x${size.height}`;
      expect(await overlaps(page, ".dagger svg", ".supply li, .candle, .face, .wounds, .setting .name"), what).toEqual([]);
      expect(await overlaps(page, ".supply li, .candle", ".face, .wounds, .setting .name"), what).toEqual([]);
    }
    await leave();
  }
});

it("on the smallest phone the dagger of twelve touches nobody's wounds, in both languages", async () => {
  for (const locale of ["en", "de"]) {
    const { page, leave } = await visit(house, { ...small, locale });
    await show(page, holding("blood-bound-most"));
    expect(await overlaps(page, ".dagger svg", ".face, .wounds, .setting .name, .things"), locale).toEqual([]);
    await leave();
  }
});

it("your card stays in sight, however much you have learned", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 1440, height: 620 } });
  const one = fixture("blood-bound-most");
  one.view.scene.knowledge = Array.from({ length: 12 }, (_, i) => ({ text: `Somebody has shown you the sign of the Beast, and this is number ${i}.` })) as never;
  await show(page, one);
  await page.keyboard.press("l");
  await page.locator(".side .held .card").first().waitFor();
  const [card, felt] = await page.evaluate(() => [".side .held .card", ".felt"].map((selector) => document.querySelector(selector)!.getBoundingClientRect().toJSON() as DOMRect));
  expect(card!.top).toBeGreaterThanOrEqual(felt!.top);
  expect(await page.locator(".side .whispers").evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await leave();
});

/** A card is played on you, which two of yours answer. */
function attacked(): Fixture {
  const one = fixture("bloodwood-fewest");
  const { scene } = one.view;
  scene.prompt = "{s2} plays Curse Mark on you. Two turns to be rid of it, or the mutation is for good. Answer it?";
  one.view.options = [
    { code: 1, action: "endure", label: "Let it happen" },
    { code: 2, action: "answer", label: "Hold up the Mirror", detail: "Answer: the Night card played on you falls on who played it." },
    { code: 3, action: "answer", label: "Grip the Amulet", detail: "Answer: the Night card played on you has no effect." },
  ];
  return one;
}

it("a long question is shown on a phone and beside the log, and its answers are not cut", async () => {
  for (const size of [touch, { ...touch, viewport: { width: 360, height: 640 } }, laptop]) {
    const { page, leave } = await visit(house, size);
    await show(page, attacked());
    const words = await page.locator(".prompt .words").evaluate((node) => ({ width: node.getBoundingClientRect().width, cut: node.scrollHeight > node.clientHeight + 1, inside: node.getBoundingClientRect().bottom <= innerHeight }));
    expect(words.width, `${size.viewport.width}`).toBeGreaterThan(150);
    expect(words, `${size.viewport.width}`).toMatchObject({ cut: false, inside: true });
    const cut = await page.locator(".prompt .options small").evaluateAll((all) => all.filter((node) => node.scrollHeight > node.clientHeight + 1).map((node) => node.textContent));
    expect(cut, `${size.viewport.width}`).toEqual([]);
    const out = await page.locator(".prompt .options button").evaluateAll((all) => all.filter((node) => node.getBoundingClientRect().bottom > innerHeight).map((node) => node.textContent));
    // On a very small phone the answers scroll.
    if (size.viewport.height > 700) expect(out, `${size.viewport.width}`).toEqual([]);
    await leave();
  }
});

it("on a phone every card to discard says so", async () => {
  const { page, leave } = await visit(house, touch);
  const one = fixture("bloodwood-fewest");
  const cards = ["Bite", "The Leshy", "Candle", "Amulet"];
  one.view.options = [{ code: 1, action: "light", label: "Light a Candle for {s2}" }, ...cards.map((card, i) => ({ code: 2 + i, action: { discard: card }, label: `Discard ${card}` }))];
  await show(page, one);
  const seen = await page.locator(".prompt .options button").evaluateAll((all) =>
    all.filter((node) => [...node.querySelectorAll<HTMLElement>(".around")].every((part) => getComputedStyle(part).position !== "absolute")).map((node) => (node as HTMLElement).innerText.replace(/\s+/g, " ").trim()),
  );
  for (const card of cards) expect(seen).toContain(`Discard ${card}`);
  await leave();
});

it("a card of Bloodwood that may be played on anybody lights your own seat like the others, and the bar says how many answers it does not show", async () => {
  for (const size of [laptop, small]) {
    const { page, leave } = await visit(house, size);
    const one = fixture("bloodwood-most");
    const card = one.view.scene.zones!.find((zone) => zone.id === "hand/1")!.pieces[0]!.id;
    one.view.options = [
      ...one.names.map((_, i) => ({ code: 500 + i, action: { "play-on": { card: "pandoras-box", target: i + 1 } } as never, label: `Open Pandora's Box on {s${i + 1}}`, touches: [card, `seat/${i + 1}`] })),
      { code: 600, action: { discard: "pandoras-box" } as never, label: "Discard Pandora's Box", touches: [card] },
    ];
    await show(page, one);
    await page.locator(`[data-id="${card}"]`).click();
    const rings = await page.locator(".creature").evaluateAll((all) => new Set(all.map((node) => getComputedStyle(node).boxShadow)).size);
    expect(rings).toBe(1);
    await page.getByTitle("12 more").getByText("+12").waitFor();
    if (size === small) {
      // Where there is nothing to do but discard, all that the card says is read beside four buttons.
      const [, like] = one.view.scene.zones!.find((zone) => zone.id === "hand/1")!.pieces;
      one.view.options = [{ code: 600, action: { discard: "night-eclipse" } as never, label: "Discard Eclipse", touches: [like!.id] }];
      one.view.may_undo = true;
      like!.face!.text = "Turns reverse, and the count starts again with you. Draw a card and play again. No more.";
      await show(page, one);
      await page.locator(`[data-id="${like!.id}"]`).click();
      await page.locator(".prompt .words.card").waitFor();
      expect(await page.locator(".prompt .tools button").count()).toBe(4);
      const [words, bar] = [await box(page, ".prompt .words"), await box(page, ".prompt")];
      expect([words.top >= bar.top, words.bottom <= bar.bottom]).toEqual([true, true]);
    }
    await leave();
  }
});

it("your own seat says You, and your name only where it is not cut", async () => {
  for (const [name, size] of [["bloodlust-most", small], ["bloodstones-middle", laptop]] as const) {
    const { page, leave } = await visit(house, size);
    await show(page, fixture(name));
    const seen = await page.locator(".felt .you :is(.name, .who b)").first().evaluate((node) => [node.textContent, node.scrollWidth - node.clientWidth]);
    expect(seen, name).toEqual(["You Carmilla", 0]);
    await leave();
  }
});
