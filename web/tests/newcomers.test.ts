import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Choice, Line, News, Piece, Zone } from "../src/wire.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { fixture, hosting, openShot, show, tableOf } from "./fixture.ts";
import { at, house } from "./setup.ts";

// What people stumbled over who played for the first time.

afterAll(closeBrowser);

const laptop = { viewport: { width: 1280, height: 720 } };
const touch = { viewport: phone, hasTouch: true, isMobile: true };
const small = { ...touch, viewport: { width: 360, height: 640 } };
const box = (page: Page, selector: string) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
const set = (page: Page, settings: object) => page.addInitScript((settings) => localStorage.setItem("sanguis.settings", JSON.stringify(settings)), settings);
const sent = (page: Page) => page.evaluate(() => (JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as { code?: number }[]).map(({ code }) => code));

it("games that were played fit their boxes", async () => {
  const { page, leave } = await visit(house, laptop);
  await page.addInitScript(() => localStorage.setItem("sanguis.habits", JSON.stringify({ "blood-bound": {}, bloodwood: {} })));
  await page.goto(at("/"));
  await page.locator("#box-blood-bound select").first().waitFor();
  for (const id of ["blood-bound", "bloodwood"]) {
    const edge = (await box(page, `#box-${id}`)).right;
    for (const part of await page.locator(`#box-${id} :is(select, button, a, p)`).all()) expect((await part.boundingBox())!.x + (await part.boundingBox())!.width).toBeLessThanOrEqual(edge);
  }
  await leave();
});

describe("King's Blood", () => {
  it("does the only thing left to do, and says so first", async () => {
    const { page, leave } = await visit(house, laptop);
    await set(page, { pace: "slow", tips: false });
    const one = fixture("kings-blood-fewest");
    expect(one.view.options).toHaveLength(1);
    await show(page, one);
    await page.locator(".prompt .forced", { hasText: "Draw a card" }).waitFor();
    expect(await sent(page)).toEqual([]);
    expect(await page.locator(".prompt .words").innerText()).toContain("No card of yours fits");
    // A key goes on.
    await page.keyboard.press(" ");
    await expect.poll(() => sent(page)).toEqual([one.view.options[0]!.code]);
    await leave();
  });

  it("does it among people, too, after a time that says nothing", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("kings-blood-fewest");
    const { chairs } = tableOf(one);
    chairs[1]!.sitter = { kind: "person", id: "friend", name: "Friend" };
    await show(page, one, { chairs });
    await expect.poll(() => sent(page), { timeout: 15_000 }).toEqual([one.view.options[0]!.code]);
    await leave();
  });

  it("keeps the button that draws, however many cards fit", async () => {
    for (const size of [laptop, small]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("kings-blood-most");
      const like = one.view.options[0]!;
      const plays = Array.from({ length: 8 }, (_, i): Choice => ({ ...like, code: 9000 + i, action: { play: i } as never, label: `Play ${i}`, touches: [`hand/1/${i}`] }));
      one.view.options = [...plays, { ...like, code: 9100, action: "draw", label: "Draw a card", detail: "", touches: ["pile"] }];
      await show(page, one);
      await page.locator(".prompt .options button", { hasText: "Draw a card" }).waitFor({ timeout: 3000 });
      await leave();
    }
  });
});

it("a hint moves nothing on a desktop", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("bloodwood-most");
  await show(page, one);
  const options = one.view.options.slice(0, 2).map(({ code, label }) => ({ code, label, chance: 0.4, noise: 0.2 }));
  await page.route("**/hint", (route) => route.fulfill({ json: { look: one.view.options[0]!.touches ?? [], options, margin: "About as good.", reasons: [{ text: "Because.", rule: "" }] } }));
  const before = [await box(page, ".felt"), await box(page, ".prompt")];
  await page.keyboard.press("h");
  await page.locator(".hint").waitFor();
  expect([await box(page, ".felt"), await box(page, ".prompt")]).toEqual(before);
  await leave();
});

it("a tip covers neither the hand on a phone nor an open list", async () => {
  for (const size of [small, laptop]) {
    const { page, leave } = await visit(house, size);
    await set(page, { pace: "once", tips: true });
    const one = fixture("kings-blood-most");
    one.view.scene.help = "5.1";
    await show(page, one);
    await page.locator(".role").waitFor();
    await page.keyboard.press("Space");
    await page.locator(".tip").waitFor();
    if (size === small) expect((await box(page, ".tip")).bottom).toBeLessThanOrEqual((await box(page, ".tray")).top);
    await page.keyboard.press("o");
    await page.locator(".prompt.open").waitFor();
    expect(await page.locator(".tip").isVisible()).toBe(false);
    await leave();
  }
});

it("what is known may be long: the button below it stays in sight", async () => {
  for (const name of ["bloodstones-early", "bloodstones-most"]) {
    const { page, leave } = await visit(house, small);
    await set(page, { pace: "once", tips: true });
    await show(page, fixture(name));
    await page.locator(".role").waitFor();
    const [button, felt] = [await box(page, ".role .act"), await box(page, ".felt")];
    expect(button.bottom).toBeLessThanOrEqual(felt.bottom);
    expect(button.top).toBeGreaterThan(felt.top);
    await leave();
  }
});

describe("Bloodstones", () => {
  it("shows the hand while a tile may be swapped into a battle", async () => {
    for (const size of [small, touch]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("bloodstones-middle");
      const side = (id: string, owner: number): Zone => {
        const piece = (name: string, more: Partial<Piece>): Piece => ({ id: `battle/${id}/${name}`, face: { name, corner: "5", icon: "crossed-swords", tint: "gold" }, count: 1, ...more }) as Piece;
        const unit = piece("unit/1", { marks: [{ id: `battle/${id}/unit/1/strength`, label: "", count: 2, tint: "plain" }] });
        return { id: `battle/${id}`, label: id, layout: "row", owner, count: 5, pieces: [unit, piece("0", {}), piece("1", {}), piece("2", {}), ...(owner === 1 ? [] : [piece("swapped", { face: undefined, back: "tile" })])] } as Zone;
      };
      one.view.scene.zones!.push(side("attacker", 2), side("defender", 1));
      const chances = { win: 80, tie: 5, lose: 15 };
      const markers = Object.entries(chances).map(([word, share]) => ({ id: `track/odds/${word}`, label: word, at: share, tint: "plain" as const }));
      one.view.scene.tracks = [{ id: "track/odds", label: "Your chances in a hundred, any of their hidden tiles may be swapped in", from: 0, to: 100, markers }];
      const like = one.view.options[0]!;
      const hand = one.view.scene.zones!.find((zone) => zone.id === "hand/1")!;
      one.view.options = hand.pieces.map((piece, i) => ({ ...like, code: 9200 + i, action: { swap: i } as never, label: `Swap ${i}`, detail: "", touches: [piece.id] }));
      await show(page, one);
      await page.locator(".battle").waitFor();
      expect((await box(page, ".battle")).bottom).toBeLessThanOrEqual((await box(page, ".hand")).top);
      await leave();
    }
  });

  it("cuts off no tile of a large hand on a laptop", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-middle");
    const hand = one.view.scene.zones!.find((zone) => zone.id === "hand/1")!;
    hand.pieces = Array.from({ length: 9 }, (_, i) => ({ ...hand.pieces[i % hand.pieces.length]!, id: `hand/1/${i + 20}` }));
    await show(page, one);
    const felt = await box(page, ".felt");
    for (const tile of await page.locator(".hand li").all()) {
      const { top, bottom } = await tile.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
      expect(top).toBeGreaterThanOrEqual(felt.top);
      expect(bottom).toBeLessThanOrEqual(felt.bottom);
    }
    await leave();
  });

  it("draws no name over units", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-middle");
    const like = one.view.options[0]!;
    one.view.options = [{ ...like, code: 9300, action: { go: 2 } as never, label: "Go there", detail: "", cost: 2, touches: ["area/2"] }];
    await show(page, one);
    await page.locator(".board .over").waitFor({ state: "attached" });
    // What comes later in the picture lies above.
    expect(await page.evaluate(() => !!(document.querySelector(".board .over")!.compareDocumentPosition(document.querySelector(".board .stack")!) & Node.DOCUMENT_POSITION_FOLLOWING))).toBe(true);
    await leave();
  });
});

it("the next night is asked about when the end of the last one has been seen", async () => {
  const { page, leave } = await visit(house, laptop);
  await set(page, { pace: "usual", tips: false });
  const one = fixture("bloodlust-middle");
  const dawn: Line = { version: one.view.version + 1, text: "Dawn ends night 3.", beat: { weight: "huge", icon: "sunrise", opens: true } };
  const frame = (revision: number, version: number): News => ({
    type: "frame",
    revision,
    now_at: Date.now(),
    table: tableOf(one),
    view: { ...one.view, version: one.view.version + version, options: version === 0 ? [] : one.view.options, waiting: version === 0 ? [] : one.view.waiting },
    story: { from: version === 0 ? 0 : one.story.length, items: version === 0 ? one.story : [dawn] },
    talk: { from: 0, items: [] },
  });
  let tell: (news: News) => void = () => {};
  await hosting(page, (send) => {
    tell = send;
    send(frame(1, 0));
  });
  await openShot(page);
  await page.locator(".felt .deck").waitFor();
  tell(frame(2, 1));
  await page.getByRole("button", { name: "Skip to your question" }).waitFor();
  expect(await page.locator(".felt .choice button").count()).toBe(0);
  await page.getByRole("button", { name: "Skip to your question" }).click();
  await page.locator(".felt .choice button").first().waitFor();
  await leave();
});

it("the way back to the result covers no words on a phone", async () => {
  const { page, leave } = await visit(house, small);
  await show(page, fixture("kings-blood-final"));
  await page.locator("dialog.end .next button").click();
  const result = await box(page, ".result");
  expect(result.top).toBeGreaterThanOrEqual((await box(page, ".prompt")).top);
  await leave();
});

it("the points of the result stay inside it on a phone", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodstones-final");
  await show(page, one);
  await page.locator("dialog.end li").first().waitFor();
  for (const row of await page.locator("dialog.end li").all()) {
    const [edge, score] = await Promise.all([row.boundingBox(), row.locator(".score").boundingBox()]);
    expect(score!.x + score!.width).toBeLessThanOrEqual(edge!.x + edge!.width);
  }
  await leave();
});

it("a question to you is answered with what you can say about yourself", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("blood-bound-middle");
  const claim = { number: 1, after: one.view.version, speaker: 2, code: 200, class: "question", about: 1, icon: "help", text: "Which rank are you?" };
  await hosting(page, (send) =>
    send({ type: "frame", revision: 1, now_at: Date.now(), table: tableOf(one), view: one.view, story: { from: 0, items: one.story }, talk: { from: 0, items: [{ seat: 2, name: "Bertram", text: "", at: 0, claim }] } } as unknown as News),
  );
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "", contributions: [] } }));
  await openShot(page);
  await page.locator(".bubble button").click();
  await page.locator("dialog.say").waitFor();
  expect(await page.locator("dialog.say .lines").innerText()).toContain("I am Rose.");
  await leave();
});
