import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Choice, Mark, News } from "../src/wire.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { type Fixture, fixture, show, tableOf, telling } from "./fixture.ts";
import { at, house } from "./setup.ts";

afterAll(closeBrowser);

const small = { width: 1280, height: 720 };

/** Moves the mouse to an element step by step, as a hand does, once it lies still. */
async function pointAt(page: Page, id: string): Promise<void> {
  await page.mouse.move(3, 3);
  const piece = page.locator(`.felt [data-id="${id}"]`).first();
  await piece.hover({ trial: true });
  const box = (await piece.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
}

async function pending(page: Page): Promise<{ code?: number }[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as { code?: number }[]);
}

describe("what is pointed at says what it is", () => {
  const pieces: [name: string, ids: string[]][] = [
    ["blood-bound-middle", ["seat/1", "seat/2", "supply/staff", "card/1"]],
    ["bloodstones-middle", ["seat/2", "area/2", "hand/1/0"]],
    ["bloodwood-middle", ["seat/1", "seat/2", "hand/1/4", "hand/1/11"]],
  ];
  it.each(pieces)("in %s", async (name, ids) => {
    const { page, leave } = await visit(house);
    await show(page, fixture(name));
    for (const id of ids) {
      await pointAt(page, id);
      await page.locator(".detail").waitFor();
      expect((await page.locator(".detail").innerText()).length, id).toBeGreaterThan(10);
      await page.mouse.move(3, 3, { steps: 3 });
      await page.locator(".detail").waitFor({ state: "detached" });
    }
    await leave();
  });

  it("but not what comes to lie under a mouse at rest", async () => {
    const { page, leave } = await visit(house);
    const one = fixture("bloodwood-middle");
    await show(page, one);
    const box = (await page.locator('.felt [data-id="seat/2"]').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.goto(at("/"));
    await show(page, one);
    await page.waitForTimeout(800);
    expect(await page.locator(".detail").count()).toBe(0);
    await leave();
  });
});

describe("Bloodwood", () => {
  it("lights the cards that The Leshy takes one of", async () => {
    const { page, leave } = await visit(house, { viewport: small });
    await show(page, fixture("bloodwood-early"));
    expect(await page.locator('.felt [data-id^="hand/1/"][data-state="lit"]').count()).toBe(3);
    expect(await page.locator(".felt .useless").count()).toBe(0);
    await leave();
  });

  it("shows an attack with what it does, inside the window", async () => {
    for (const viewport of [small, phone, { width: 360, height: 640 }, { width: 2560, height: 1440 }]) {
      const { page, leave } = await visit(house, { viewport });
      const one = fixture("bloodwood-middle");
      const text = "Two turns to be rid of it, or the mutation is for good.";
      one.view.scene.zones!.push({ id: "attack", label: "On the table", layout: "row", owner: 2, count: 1, pieces: [{ id: "attack/card", face: { name: "Curse Mark", text, icon: "evil-eyes", tint: "blue" }, count: 1 }] });
      await show(page, one);
      const attack = page.locator(".attack");
      expect(await attack.innerText()).toContain(text);
      const box = (await attack.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
      // Nobody's seat lies over it.
      const seats = await page.locator('.felt [data-id^="seat/"]').evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
      const covers = seats.filter((seat) => seat.width > 0 && seat.x < box.x + box.width - 4 && seat.right > box.x + 4 && seat.y < box.y + box.height - 4 && seat.bottom > box.y + 4);
      expect(covers).toEqual([]);
      await leave();
    }
  });

  it("says how many are on each side", async () => {
    const { page, leave } = await visit(house);
    const one = fixture("bloodwood-middle");
    for (const column of one.view.scene.notebook!.columns) column.corner = "[3]";
    await show(page, one);
    await page.getByRole("button", { name: "Notebook" }).click();
    expect(await page.locator(".book header").innerText()).toContain("3 Vampires, 3 Werewolves");
    await leave();
  });

  it("leaves the whole table in sight while you choose what to say", async () => {
    for (const viewport of [small, { width: 2560, height: 1440 }]) {
      const { page, leave } = await visit(house, { viewport });
      await show(page, fixture("blood-bound-middle"));
      await page.keyboard.press("t");
      const sheet = page.locator("dialog.say");
      await sheet.waitFor();
      const [table, said] = [(await page.locator(".felt").boundingBox())!, (await sheet.boundingBox())!];
      expect(said.x).toBeGreaterThanOrEqual(table.x + table.width - 1);
      expect(said.y + said.height).toBeLessThanOrEqual(viewport.height + 1);
      await leave();
    }
  });

  it("keeps the sheet of what can be said in its place, whomever it is about", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true });
    await show(page, fixture("bloodwood-middle"));
    await page.keyboard.press("t");
    const tabs = page.locator("dialog.say .about button");
    await tabs.first().waitFor();
    // A font that comes late changes the widths once.
    await page.evaluate(() => document.fonts.ready);
    // As laid out: a button that is pressed is drawn a pixel lower.
    const places = () =>
      page.locator("dialog.say, dialog.say .about button").evaluateAll((nodes) =>
        (nodes as HTMLElement[]).map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => [offsetLeft, offsetTop, offsetWidth, offsetHeight]),
      );
    const first = await places();
    for (let i = 0; i < (await tabs.count()); i++) {
      await tabs.nth(i).tap();
      expect(await places()).toEqual(first);
    }
    await leave();
  });
});

describe("a menu at what was clicked", () => {
  it("is the only place that shows its options, and dims the table alone", async () => {
    const { page, leave } = await visit(house, { viewport: small });
    const one = fixture("bloodwood-most");
    await show(page, one);
    const card = one.view.options.flatMap((option) => option.touches ?? []).find((id) => {
      const about = one.view.options.filter((option) => option.touches?.includes(id));
      return about.length > 1 && about.every((option) => option.touches!.length === 1);
    })!;
    await page.locator(`.felt [data-id="${card}"]`).click();
    const menu = page.locator("dialog.chooser:popover-open");
    await menu.waitFor();
    expect(await page.locator(".prompt .options button").count()).toBe(0);
    expect(await menu.boundingBox()).toEqual(await page.locator(".felt").boundingBox());
    const felt = (await page.locator(".felt").boundingBox())!;
    for (const line of await menu.locator("button").all()) {
      const box = (await line.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(felt.y);
      expect(box.y + box.height).toBeLessThanOrEqual(felt.y + felt.height);
    }
    // The bar's own buttons still work.
    await page.locator(".prompt .tools button", { hasText: /cancel selection/i }).click();
    await menu.waitFor({ state: "detached" });
    await leave();
  });
});

/** A set-up with build points left. */
function setUp(): Fixture {
  const one = fixture("bloodstones-early");
  const done = one.view.options.find((option) => option.action === "done")!;
  Object.assign(done, { label: "End your set-up", detail: "4 build points would be lost", cost: 4 } satisfies Partial<Choice>);
  return one;
}

describe("Bloodstones", () => {
  it("asks once more before build points are lost", async () => {
    const { page, leave } = await visit(house);
    await show(page, setUp());
    const bar = page.locator(".prompt .options button", { hasText: "End your set-up" });
    await bar.click();
    const order = page.locator(".order", { hasText: "4 build points would be lost" });
    await order.waitFor();
    expect(await pending(page)).toEqual([]);
    await order.getByRole("button", { name: "Not now" }).click();
    await order.waitFor({ state: "detached" });
    expect(await pending(page)).toEqual([]);
    await bar.click();
    await order.getByRole("button", { name: "End your set-up" }).click();
    await page.waitForFunction(() => sessionStorage.getItem("sanguis.pending.shot") != null);
    await leave();
  });

  it("what was asked once more goes with its question, even where the next one can be ended, too", async () => {
    const { page, leave } = await visit(house);
    const one = setUp();
    const frame = (revision: number): News => ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: one.view, story: { from: 0, items: one.story }, talk: { from: 0, items: [] } });
    const tell = await telling(page, frame(1));
    await page.locator(".prompt .options button", { hasText: "End your set-up" }).click();
    const order = page.locator(".order", { hasText: "4 build points would be lost" });
    await order.waitFor();
    const done = one.view.options.find((option) => option.action === "done")!;
    one.view = { ...one.view, version: one.view.version + 1, options: [{ ...done, label: "End your turn", detail: undefined, cost: undefined }] };
    tell(frame(2));
    await page.locator(".prompt .options button", { hasText: "End your turn" }).waitFor();
    await order.waitFor({ state: "detached", timeout: 2000 });
    await leave();
  });

  it("tells the odds before a march among enemies", async () => {
    const { page, leave } = await visit(house);
    const one = fixture("bloodstones-middle");
    const like = one.view.options[0]!;
    const odds = "Cavalry for 2 pips, 2 in all; against Agnes: win 10 %, tie 5 %, lose 85 %, swap or not";
    one.view.options = [{ ...like, code: 90001, action: { go: 2 } as never, label: "Go to Wintergreen", detail: odds, cost: 2, touches: ["area/2", "seat/2"] }];
    await show(page, one);
    await page.locator('.felt [data-id="area/2"]').first().click();
    const order = page.locator(".order");
    await order.waitFor();
    expect(await order.innerText()).toContain("lose 85 %");
    expect(await pending(page)).toEqual([]);
    await order.getByRole("button", { name: /Go to Wintergreen/ }).click();
    await page.waitForFunction(() => sessionStorage.getItem("sanguis.pending.shot") != null);
    await leave();
  });

  it("keeps the map where it is between taps", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true });
    const one = fixture("bloodstones-middle");
    await show(page, one);
    const sheet = page.locator(".felt .sheet").first();
    const march = one.view.options.find((option) => option.label.startsWith("Move from") && option.touches?.[0]?.startsWith("area/"))!;
    const area = page.locator(`.felt [data-id="${march.touches![0]}"]`).first();
    const box = (await area.boundingBox())!;
    const before = await sheet.evaluate((node) => (node as HTMLElement).style.transform);
    await page.touchscreen.tap(Math.min(380, Math.max(10, box.x + box.width / 2)), box.y + box.height / 2);
    await page.waitForTimeout(600);
    expect(await sheet.evaluate((node) => (node as HTMLElement).style.transform)).toBe(before);
    await leave();
  });

  it("asks in a narrow strip on a phone", async () => {
    const { page, leave } = await visit(house, { viewport: phone, hasTouch: true });
    const one = fixture("bloodstones-middle");
    const own = one.view.scene.seats.find((place) => place.you)!;
    own.marks.push({ id: "seat/1/due", label: "Pips to pay", icon: "boot-prints", count: 5, tint: "red" } as Mark);
    const like = one.view.options[0]!;
    const hand = one.view.scene.zones!.find((zone) => zone.id === "hand/1")!;
    one.view.options = hand.pieces.map((piece, i) => ({ ...like, code: 90100 + i, action: { spend: i } as never, label: `Spend ${piece.face!.name}`, detail: "", touches: [piece.id] }));
    await show(page, one);
    const order = page.locator(".order");
    await order.waitFor();
    expect((await order.boundingBox())!.height).toBeLessThanOrEqual(60);
    // What is of no other use pays first.
    expect(await order.innerText()).toContain("Blank");
    await leave();
  });
});
