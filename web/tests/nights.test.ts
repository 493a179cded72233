import { afterAll, expect, it } from "vitest";
import type { News } from "../src/wire.ts";
import { closeBrowser, visit } from "./browser.ts";
import { type Fixture, fixture, hosting, openShot, show, tableOf } from "./fixture.ts";
import { overlaps } from "./overlaps.ts";
import { house } from "./setup.ts";

afterAll(closeBrowser);

const SIZES = [[1440, 900], [1280, 720], [390, 844], [360, 640]] as const;
const at = ([width, height]: readonly [number, number]) => ({ viewport: { width, height }, hasTouch: width < 600, isMobile: width < 600 });

/** The Invitation is asked. */
function invited(): Fixture {
  const middle = fixture("bloodlust-middle");
  const detail = "Gain 3 Bloodline if the next card has this sign, else lose 1 health.";
  const guesses = (["full", "half", "quarter"] as const).map((sign, i) => ({ code: i + 1, action: { accept: sign }, label: `Accept: ${sign} Moon`, detail }));
  middle.view.options = [{ code: 0, action: "decline", label: "Decline", detail: "Nothing to win, nothing to lose." }, ...guesses];
  return middle;
}

it("the choices of BloodLust cover neither the cards nor the vampires", async () => {
  for (const size of SIZES) {
    const { page, leave } = await visit(house, at(size));
    await show(page, invited());
    expect(await overlaps(page, ".sealed, .choice p", ".deck, .showing, .vampire"), `${size}`).toEqual([]);
    await leave();
  }
});

it("the end of a night covers neither a choice nor a vampire", async () => {
  for (const size of SIZES) {
    const { page, leave } = await visit(house, at(size));
    const before = fixture("bloodlust-middle");
    const after = fixture("bloodlust-middle");
    after.view = { ...after.view, version: after.view.version + 1, scene: { ...after.view.scene, round: after.view.scene.round! + 1 } };
    for (const zone of after.view.scene.zones ?? []) if (zone.id === "discard") [zone.pieces, zone.count] = [[], 0];
    const frame = (fixture: Fixture, revision: number): News => ({
      type: "frame",
      revision,
      now_at: Date.now(),
      table: tableOf(fixture),
      view: fixture.view,
      story: revision === 1 ? { from: 0, items: fixture.story } : { from: fixture.story.length, items: [] },
      talk: { from: 0, items: [] },
    });
    let dawn = () => {};
    await hosting(page, (send) => {
      send(frame(before, 1));
      dawn = () => send(frame(after, 2));
    });
    await openShot(page);
    await page.locator(".vampire").first().waitFor();
    await page.waitForLoadState("networkidle");
    dawn();
    await page.locator(".last-night").waitFor();
    expect(await overlaps(page, ".last-night", ".sealed, .vampire, .prompt, .sky .station"), `${size}`).toEqual([]);
    await leave();
  }
});

it("number keys mean the same, whether something else can be done or not", async () => {
  const { page, leave } = await visit(house, at([1280, 720]));
  const plain = fixture("bloodlust-middle");
  await show(page, plain);
  const keys = (where: string) => page.locator(`${where} kbd`).allInnerTexts();
  expect(await keys(".choice")).toEqual(["1", "2"]);
  plain.view.options = [...plain.view.options, { code: 99, action: { play: { event: 0 } }, label: "Play Daybreak" }];
  await show(page, plain);
  expect([await keys(".choice"), await keys(".prompt .options")]).toEqual([["1", "2"], ["3"]]);
  await leave();
});

it("the table keeps its height when the goal comes", async () => {
  for (const size of SIZES) {
    const { page, leave } = await visit(house, at(size));
    const early = fixture("bloodstones-early");
    await show(page, early);
    const felt = await page.locator(".felt").boundingBox();
    early.view.scene.goal = "";
    await show(page, early);
    expect(await page.locator(".felt").boundingBox(), `${size}`).toEqual(felt);
    await leave();
  }
});

/** A card in the hand, and as many signs at every vampire as there can be. */
function burdened(name: string): Fixture {
  const one = fixture(name);
  const face = { name: "Dark Healing", icon: "health-normal", tint: "teal" as const, sign: "Q", text: "Regain 2." };
  const { scene } = one.view;
  for (const zone of scene.zones ?? []) if (zone.id === `events/${one.you}`) [zone.pieces, zone.count] = [[{ id: `event/${one.you}/0`, count: 1, face, marks: [] }] as never, 1];
  for (const zone of scene.zones ?? []) if (zone.id === "discard") zone.count = 24;
  for (const place of scene.seats) {
    const slug = place.marks.find((mark) => mark.id.endsWith("/round"))?.id.split("/")[0];
    if (slug) place.marks = [...place.marks.filter((mark) => !mark.id.endsWith("/ability")), { id: `${slug}/ability`, label: "Ability used", icon: "cancel", tint: "plain" }];
  }
  return one;
}

it("every vampire is in sight with a card in the hand, and the pills are not cut", async () => {
  for (const size of [...SIZES, [2560, 1440]] as const) {
    const { page, leave } = await visit(house, at(size));
    for (const name of ["bloodlust-fewest", "bloodlust-middle", "bloodlust-most"]) {
      await show(page, burdened(name));
      const seen = await page.evaluate(() => {
        const felt = document.querySelector(".felt")!;
        const room = felt.getBoundingClientRect();
        const outside = [...felt.querySelectorAll(".vampire, .mine, .tale summary")].filter((node) => {
          const box = node.getBoundingClientRect();
          return box.bottom > room.bottom + 1 || box.right > room.right + 1 || box.left < room.left - 1;
        });
        // Ten at a very small phone are scrolled to, but never your own.
        if (innerHeight < 700 && felt.querySelectorAll(".vampire").length > 5) outside.splice(0, outside.length, ...outside.filter((node) => !node.matches(".vampire:not(.you)")));
        return { outside: outside.map((node) => node.getAttribute("aria-label") ?? node.className), cards: felt.querySelectorAll(".mine").length };
      });
      expect(seen, `${name} ${size}`).toEqual({ outside: [], cards: 1 });
      expect(await overlaps(page, ".mine", ".deck, .showing, .vampire, .stake, .tales"), `${name} ${size}`).toEqual([]);
    }
    await leave();
  }
});

it("the list of face-up cards is read to its end", async () => {
  for (const size of SIZES) {
    const { page, leave } = await visit(house, at(size));
    const one = fixture("bloodlust-final");
    await show(page, one, { stage: "playing" });
    await page.locator(".tale summary").click();
    await page.locator(".tale li").nth(5).waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const list = await page.locator(".tale ul").evaluate((node) => ({ above: node.getBoundingClientRect().top - node.closest(".felt")!.getBoundingClientRect().top, high: node.clientHeight }));
    expect(list.above, `${size}`).toBeGreaterThanOrEqual(0);
    expect(list.high, `${size}`).toBeGreaterThan(60);
    await leave();
  }
});

it("cards that were looked at say which comes next beside the moon, not on it", async () => {
  const { page, leave } = await visit(house, at([360, 640]));
  const one = burdened("bloodlust-middle");
  const deck = one.view.scene.zones!.find((zone) => zone.id === "deck")!;
  deck.pieces = [1, 2].map((i) => ({ id: `deck/${i}`, count: 1, face: { name: "Daylight", icon: "sun", tint: "gold", corner: "1", key: "half" }, marks: [] })) as never;
  await show(page, one);
  expect(await page.locator(".tops small").count()).toBe(2);
  expect(await overlaps(page, ".tops small", ".moon, .station")).toEqual([]);
  expect(await overlaps(page, ".mine", ".tops .seen, .deck, .showing, .vampire")).toEqual([]);
  await leave();
});
