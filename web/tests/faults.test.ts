import { afterAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import type { Zone } from "../src/wire.ts";
import { closeBrowser, visit } from "./browser.ts";
import { type Fixture, fixture, show } from "./fixture.ts";
import { playByMouse } from "./player.ts";
import { at, house, inPocket } from "./setup.ts";
import { sitDown } from "./tables.ts";

afterAll(closeBrowser);

/** What the page has sent to the house. */
async function sent(page: Page): Promise<{ type: string; code?: number }[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as { type: string; code?: number }[]);
}

const labelled = (one: Fixture, label: RegExp) => one.view.options.find((option) => label.test(option.label))!;

describe("the text table", () => {
  it("asks once more before the end is declared, and offers everything else first", async () => {
    const { page, leave } = await visit(house);
    const one = fixture("bloodwood-most");
    const declare = labelled(one, /^Declare/);
    await show(page, one);
    await page.keyboard.press("v");
    await page.locator(".text").waitFor();
    const labels = await page.locator(".prompt .options button").allInnerTexts();
    expect(labels.length).toBeGreaterThan(3);
    expect(labels[0]).not.toContain("Declare");
    await page.keyboard.press("o");
    await page.locator(".prompt input").fill("declare");
    await page.keyboard.press("Enter");
    const sure = page.locator("dialog.sure");
    await sure.waitFor();
    expect(await sent(page)).toEqual([]);
    await sure.getByRole("button", { name: "Not yet" }).click();
    expect(await sent(page)).toEqual([]);
    await page.locator(".prompt .options button", { hasText: "Declare" }).click();
    await sure.getByRole("button", { name: "Yes, do it" }).click();
    await page.waitForFunction(() => sessionStorage.getItem("sanguis.pending.shot") != null);
    expect((await sent(page))[0]!.code).toBe(declare.code);
    await leave();
  });
});

describe("the log", () => {
  it("follows after a resize", async () => {
    const { page, leave } = await visit(house);
    await show(page, fixture("blood-bound-middle"));
    const rest = () => page.locator(".story").evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    for (const size of [{ width: 1440, height: 500 }, { width: 800, height: 600 }, { width: 1300, height: 420 }]) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await rest()).toBeLessThan(40);
    }
    await leave();
  });
});

describe("the map of Bloodstones", () => {
  const outside = (page: Page) =>
    page.evaluate(async () => {
      // The map follows its window one frame later.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      const [map, host] = [document.querySelector("svg.board")!.getBoundingClientRect(), document.querySelector(".map .host")!.getBoundingClientRect()];
      return { missing: Math.round(Math.max(host.left - map.left, host.top - map.top, map.right - host.right, map.bottom - host.bottom)), blank: Math.round(Math.max(map.left - host.left, map.top - host.top, host.right - map.right, host.bottom - map.bottom)), width: Math.round(map.width) };
    });

  it("fits by default, after a resize, and by the keys 0, + and - from anywhere", async () => {
    for (const name of ["bloodstones-fewest", "bloodstones-most"]) {
      const { page, leave } = await visit(house);
      await show(page, fixture(name));
      expect((await outside(page)).missing).toBeLessThanOrEqual(1);
      const { width } = await outside(page);
      await page.keyboard.press("+");
      await page.keyboard.press("+");
      expect((await outside(page)).width).toBeGreaterThan(width);
      await page.setViewportSize({ width: 1200, height: 760 });
      await outside(page);
      await page.keyboard.press("-");
      await page.keyboard.press("-");
      expect((await outside(page)).missing).toBeLessThanOrEqual(42);
      await page.keyboard.press("0");
      await page.waitForTimeout(300);
      expect((await outside(page)).missing).toBeLessThanOrEqual(1);
      await leave();
    }
  });

  it("never leaves the window to blank felt", async () => {
    const { page, leave } = await visit(house);
    await show(page, fixture("bloodstones-most"));
    for (let i = 0; i < 6; i++) await page.keyboard.press("+");
    await page.locator(".map .host").focus();
    for (let i = 0; i < 60; i++) await page.keyboard.press("ArrowRight");
    expect((await outside(page)).blank).toBeLessThanOrEqual(42);
    await leave();
  });
});

describe("a battle on a phone", () => {
  it("shows the condition of the odds, the units, and no name over a figure", async () => {
    const one = fixture("bloodstones-middle");
    const face = (name: string) => ({ name, icon: "sword-brandish", tint: "red" as const });
    const side = (word: string, owner: number): Zone => ({
      id: `battle/${word}`,
      label: "",
      owner,
      layout: "row",
      count: 1,
      pieces: [{ id: `battle/${word}/unit/0`, count: 3, face: face("Swords"), marks: [{ id: `battle/${word}/unit/0/strength`, label: "Strength", count: 3 }] }],
    }) as unknown as Zone;
    one.view.scene.zones = [...(one.view.scene.zones ?? []), side("attacker", 1), side("defender", 2)];
    const markers = ([["win", 89], ["tie", 4], ["lose", 7]] as const).map(([word, at]) => ({ id: `track/odds/${word}`, label: word, at, tint: "plain" as const }));
    one.view.scene.tracks = [...(one.view.scene.tracks ?? []), { id: "track/odds", label: "Your chances in a hundred, if nobody swaps", from: 0, to: 100, markers }];
    const { page, leave } = await visit(house, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
    const long = "Wolfgang-Amadeus Longname";
    await show(page, one, { chairs: one.names.map((name, i) => ({ seat: i + 1, sitter: { kind: "person", id: String(i), name: i === 1 ? long : name }, present: true, thinking: false })) });
    await page.getByText("if nobody swaps").waitFor();
    expect(await page.locator(".battle .unit").count()).toBe(2);
    for (const unit of await page.locator(".battle .token").all()) expect(await unit.isVisible()).toBe(true);
    const over = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".battle .who b")].some((name) => name.getBoundingClientRect().right > name.closest(".side")!.getBoundingClientRect().right + 1));
    expect(over).toBe(false);
    await leave();
  });
});

describe("long names", () => {
  it("end in an ellipsis at every table", async () => {
    const name = "Maximiliane von und zu B";
    for (const game of ["blood-bound", "bloodwood", "bloodlust", "kings-blood", "bloodstones"]) {
      const { page, leave } = await visit(house, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
      const one = fixture(`${game}-most`);
      await show(page, one, { chairs: one.names.map((_, i) => ({ seat: i + 1, sitter: { kind: "person", id: String(i), name }, present: true, thinking: false })) });
      const clipped = await page.evaluate((name) => {
        const texts = [...document.querySelectorAll<HTMLElement>(".felt *")].filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.includes(name)));
        return texts.filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline" && getComputedStyle(node).textOverflow !== "ellipsis").map((node) => node.className);
      }, name);
      expect(clipped, game).toEqual([]);
      await leave();
    }
  });

  it("cannot be typed longer than the house takes them", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/settings"));
    expect(await page.locator("#name").getAttribute("maxlength")).toBe("24");
    await leave();
  });
});

it.skipIf(inPocket)("a spectator is not invited to write", async () => {
  const me = await visit(house);
  const table = await sitDown(me.page, "bloodlust");
  const other = await visit(house);
  await other.page.goto(`/table/${table.id}`);
  await other.page.locator(".watch").waitFor();
  await other.page.keyboard.press("t");
  await other.page.getByText("Only players can write").waitFor();
  await other.leave();
  await me.leave();
});

it("a replay shows every seat, also with the review open", async () => {
  const { page, leave } = await visit(house);
  const table = await sitDown(page, "bloodwood");
  await playByMouse(page, 3);
  for (const size of [{ width: 360, height: 640 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await page.goto(at(`/replay/${table.id}?review`));
    await page.locator("figure figcaption").waitFor();
    // A click on a better move or a turning point goes there.
    await page.locator(".judged details[open] li button").first().click();
    await page.locator(".judged li button.here").first().waitFor();
    for (const summary of await page.locator(".judged details:not([open]) summary").all()) await summary.click();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const outside = await page.evaluate(() => {
      const felt = document.querySelector(".felt")!.getBoundingClientRect();
      return [...document.querySelectorAll(".felt [data-id^='seat/']")].filter((seat) => seat.getBoundingClientRect().bottom > felt.bottom + 1).length;
    });
    expect(outside, `${size.width} wide`).toBe(0);
  }
  await leave();
});

it("what Bloodwood says why not goes with the next tap", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const one = fixture("bloodwood-most");
  one.view.options = one.view.options.filter(({ action }) => action !== "declare");
  await show(page, one);
  const why = page.locator(".tools .why");
  await page.locator(".declare").tap({ force: true });
  await why.waitFor();
  await page.locator(".clearing").tap({ position: { x: 195, y: 330 }, force: true });
  await why.waitFor({ state: "detached" });
  await leave();
});

it("on a phone the list of options opens without a keyboard", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await show(page, fixture("bloodwood-most"));
  await page.locator(".prompt .tools [aria-expanded]").tap();
  await page.locator(".prompt .field").waitFor();
  expect(await page.locator(".prompt .field").evaluate((node) => node === document.activeElement)).toBe(false);
  await leave();
});

it("Bloodwood's buttons stay in sight beside an open notebook", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 1280, height: 720 } });
  await show(page, fixture("bloodwood-most"));
  await page.getByRole("button", { name: "Notebook", exact: true }).click();
  await page.getByRole("heading", { name: "Notebook" }).waitFor();
  const declare = page.getByRole("button", { name: "Declare the end", exact: true });
  // Fails if anything covers it.
  await declare.click({ trial: true });
  const [button, hand] = [(await declare.boundingBox())!, (await page.locator(".foot .hand").first().boundingBox())!];
  expect(button.y + button.height <= hand.y || button.x >= hand.x + hand.width, "not on a card").toBe(true);
  await leave();
});

describe("the form for a new table", () => {
  it("offers only maps for as many players as there are", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/new/bloodstones"));
    const maps = () => page.getByLabel("Map", { exact: true }).locator("option").allInnerTexts();
    await page.locator("label.number", { hasText: "6" }).click();
    expect(await maps()).toEqual(["default", "The wide realm", "your own text"]);
    await page.locator("label.number", { hasText: "4" }).click();
    await page.getByLabel("Map", { exact: true }).selectOption({ label: "Inner sea" });
    // A map that does not fit any more is let go.
    await page.locator("label.number", { hasText: "2" }).click();
    expect(await maps()).not.toContain("Inner sea");
    expect(await page.getByLabel("Map", { exact: true }).inputValue()).toBe("");
    await page.locator("form button[type=submit]").click();
    await page.locator(".felt").waitFor();
    await leave();
  });

  it("asks for a target only where points are counted", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/new/kings-blood"));
    await page.locator("#knob-scoring").selectOption("none");
    expect(await page.locator("#knob-target").count()).toBe(0);
    await page.locator("#knob-scoring").selectOption("a");
    await page.locator("#knob-target").waitFor();
    await leave();
  });
});
