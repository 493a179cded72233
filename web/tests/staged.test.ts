import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Beat, Choice, Face, Line, News, Scene, View } from "../src/wire.ts";
import { box, closeBrowser, desktop, laptop, small, touch, visit } from "./browser.ts";
import { type Fixture, fixture, show, tableOf, telling } from "./fixture.ts";
import { at, house, inPocket } from "./setup.ts";

// What is told of others' moves: what it covers, and what comes first.

afterAll(closeBrowser);

/** A table that is told of line by line. */
async function told(page: Page, one: Fixture, pace: string) {
  await page.addInitScript((pace) => localStorage.setItem("sanguis.settings", JSON.stringify({ pace, tips: false })), pace);
  let [revision, version, lines] = [0, one.view.version, 0];
  const frame = (items: Line[], view: Partial<View>): News => {
    const from = lines;
    lines += items.length;
    return { type: "frame", revision: ++revision, now_at: Date.now(), table: tableOf(one), view: { ...one.view, version, ...view }, story: { from, items }, talk: { from: 0, items: [] } };
  };
  const tell = await telling(page, frame(one.story, { options: [], waiting: [2] }));
  await page.locator(".felt").waitFor();
  return (said: [string, Beat][], asked = false, scene: Partial<Scene> = {}) => {
    version += 1;
    const items = said.map(([text, beat]) => ({ version, text, beat }));
    tell(frame(items, { ...(asked ? {} : { options: [], waiting: [2] }), scene: { ...one.view.scene, ...scene } }));
  };
}

const boxes = (page: Page, selector: string) => page.locator(selector).evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON() as DOMRect).filter(({ width }) => width > 0));
const meet = (a: DOMRect, b: DOMRect) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
const bloodlust: Face = { name: "Bloodlust", corner: "3", sign: "Half Moon", icon: "drop", tint: "red", text: "Every hunter gains 3." };

describe("BloodLust", () => {
  it("the line over the table is read to its end on a phone", async () => {
    for (const size of [small, touch]) {
      const { page, leave } = await visit(house, size);
      const act = await told(page, fixture("bloodlust-middle"), "slow");
      act([["{s2} uses the ability on {s3}'s Corvin: no vampire can leave now.", { weight: "large", icon: "drop", by: 2, on: [3] }]]);
      const words = page.locator(".strip.staged .words", { hasText: "leave now." });
      await words.waitFor();
      expect(await words.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThan(2);
      await leave();
    }
  });

  it("what is told covers no vampire, not the deck and not the card", async () => {
    for (const viewport of [desktop, laptop.viewport, { width: 2560, height: 1440 }]) {
      const { page, leave } = await visit(house, { viewport });
      const act = await told(page, fixture("bloodlust-middle"), "slow");
      act([["{s2} draws Bloodlust 3 (Half Moon). Every hunter gains 3.", { weight: "large", icon: "drop", by: 2, on: [1], opens: true, face: bloodlust }]]);
      await page.locator(".stage .middle .card").waitFor();
      const middle = await box(page, ".stage .middle");
      for (const selector of [".felt .vampire", ".felt .deck", ".felt .last-night"]) expect((await boxes(page, selector)).filter((other) => meet(middle, other))).toEqual([]);
      // The sign is as high as its words.
      const sign = page.locator(".stage .card .sign");
      expect(await sign.evaluate((node) => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight)).toBe(true);
      await leave();
    }
  });

  it("what is told on a phone covers no vampire and not the card, and says once what the card does", async () => {
    for (const size of [small, touch]) {
      const { page, leave } = await visit(house, size);
      const act = await told(page, fixture("bloodlust-middle"), "slow");
      const tells = async (text: string, face: Face) => {
        act([[text, { weight: "large", icon: face.icon, by: 2, on: [1], face }]]);
        await page.locator(".stage .middle", { hasText: text.slice(5) }).waitFor();
        const middle = await box(page, ".stage .middle");
        for (const selector of [".felt .vampire", ".felt .turned"]) expect((await boxes(page, selector)).filter((other) => meet(middle, other))).toEqual([]);
        expect((await page.locator(".stage .middle").innerText()).split(face.text!)).toHaveLength(2);
      };
      await tells("{s2} plays Mist Form.", { name: "Mist Form", sign: "Half Moon", icon: "fog", tint: "green", text: "This Slayer does nothing to you." });
      await page.locator(".strip .go").first().tap();
      await tells("{s2} draws Bloodlust 3 (Half Moon). Every hunter gains 3.", bloodlust);
      await leave();
    }
  });

  it("what was done to you stays in the line above, with who did it", async () => {
    const { page, leave } = await visit(house, laptop);
    const act = await told(page, fixture("bloodlust-middle"), "once");
    act([["{s3} uses the ability on you to take 1 Bloodline.", { weight: "large", icon: "horned-skull", by: 3, on: [1] }], ["You lose 1 Bloodline.", { weight: "small", icon: "drop", on: [1] }], ["{s3} gains 1 Bloodline.", { weight: "small", icon: "drop", on: [3] }]], true);
    const mine = page.locator(".strip .mine", { hasText: "on you to take 1 Bloodline" });
    await mine.waitFor();
    expect(await mine.locator(".unseen").innerText()).toContain(fixture("bloodlust-middle").names[2]);
    await leave();
  });

  it("every guess at the next moon says how likely it is", async () => {
    const { page, leave } = await visit(house);
    const one = fixture("bloodlust-middle");
    const like = one.view.options[0]!;
    const guess = (moon: string, i: number, unseen: string): Choice => ({ ...like, code: 9500 + i, action: { accept: moon } as never, label: `Accept: ${moon}`, detail: unseen, touches: [] });
    one.view.options = [{ ...like, code: 9499, action: "decline" as never, label: "Decline", detail: "Nothing to win.", touches: [] }, guess("full", 0, "19 of 58 unseen"), guess("half", 1, "20 of 58 unseen"), guess("quarter", 2, "19 of 58 unseen")];
    await show(page, one);
    expect(await page.locator(".choice .accept small").allInnerTexts()).toEqual(["19 of 58 unseen", "20 of 58 unseen", "19 of 58 unseen"]);
    await leave();
  });
});

describe("King's Blood", () => {
  it("the last card: the prompt names the call, not the end of the turn", async () => {
    for (const size of [laptop, touch]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("kings-blood-early");
      const like = one.view.options[0]!;
      one.view.scene.prompt = "You have no other sibling to lay: end your turn";
      one.view.options = [{ ...like, code: 9600, action: "end" as never, label: "End your turn without the call", detail: "", touches: [] }, { ...like, code: 9601, action: "call" as never, label: "Call", detail: "", touches: [] }];
      await show(page, one);
      await page.locator(".seal").waitFor();
      expect(await page.locator(".prompt .words").innerText()).toContain("call King's Blood!");
      await leave();
    }
  });

  it("a sign that is told of is as wide as its words on a phone", async () => {
    const { page, leave } = await visit(house, touch);
    const act = await told(page, fixture("kings-blood-early"), "slow");
    const face: Face = { name: "Adair Eskerling", corner: "5♂", sign: "Romance", tint: "red", text: "Man. Skip: the next player loses their turn." };
    act([["{s2} plays Adair Eskerling.", { weight: "large", icon: "card-play", by: 2, on: [1], face }]]);
    const sign = page.locator(".stage .card .sign");
    await sign.waitFor();
    expect(await sign.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    await leave();
  });
});

describe("Bloodstones", () => {
  it("what somebody answers in your turn is told in place of their last turn", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-middle");
    const act = await told(page, one, "once");
    const turn = (seat: number): [string, Beat] => [seat === 1 ? "It is your turn." : `It is {s${seat}}'s turn.`, { weight: "medium", icon: "hourglass", by: seat === 1 ? undefined : seat, on: [seat], opens: true }];
    act([turn(2)]);
    act([["{s2} constructs a village in Cidercombe.", { weight: "medium", icon: "village", by: 2, touches: ["area/2"] }]]);
    act([turn(1)], true);
    await page.locator(".strip .latest", { hasText: "1 village built" }).waitFor();
    await page.evaluate(() => sessionStorage.clear());
    act([["You attack {s2} in Hayacre.", { weight: "large", icon: "crossed-swords", by: 1, on: [2], opens: true }]]);
    act([["{s2} withdraws from Hayacre.", { weight: "medium", icon: "footprint", by: 2 }]], true);
    await page.locator(".strip .latest", { hasText: "withdraws from Hayacre" }).waitFor();
    await leave();
  });

  it("a seat is as high while its bot thinks as before", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-fewest");
    for (const place of one.view.scene.seats) for (const mark of place.marks) if (/(hand|bag|villages)$/.test(mark.id)) mark.count = 24;
    const heights = async (thinking: boolean) => {
      const { chairs } = tableOf(one);
      await show(page, one, { chairs: chairs.map((chair) => ({ ...chair, thinking: thinking && chair.seat === 2 })) });
      if (thinking) await page.locator(".realms .dots").waitFor();
      return (await boxes(page, ".realms .seat")).map(({ height }) => height);
    };
    expect(await heights(true)).toEqual(await heights(false));
    await leave();
  });
});

it("a new table can be dealt without scrolling to the end of its options", async () => {
  for (const size of [laptop, touch]) {
    const { page, leave } = await visit(house, size);
    await page.goto(at("/new/kings-blood"));
    await page.locator("form .act").waitFor();
    expect((await box(page, "form .act")).bottom).toBeLessThanOrEqual(size.viewport.height);
    await leave();
  }
});

// The requests of a page without a house go to its worker.
describe.skipIf(inPocket)("replays", () => {
  /** A finished match that the test tells of. */
  async function replay(page: Page, name: string) {
    const one = fixture(name);
    // With all cards open nobody's seat is said to be yours.
    for (const place of one.view.scene.seats) place.you = false;
    await page.route("**/api/tables/shot/replay/**", (route) => route.fulfill({ json: { view: one.view, story: one.story, heard: [], of: 362 } }));
    await page.route("**/api/tables/shot/story", (route) => route.fulfill({ json: one.story }));
    await page.route("**/api/tables/shot", (route) => route.fulfill({ json: tableOf(one, { stage: "finished" }) }));
    const judged = (version: number, truth: number[]) => ({ version, truth, story: ["A night ends."] });
    const review = { judgement: { moments: [judged(0, [0.25, 0.25, 0.25, 0.25]), judged(362, [1, 0, 0, 0])] }, decided: "The greatest swing came with action 217.", accounts: [{ remarks: Array.from({ length: 8 }, (_, i) => `Remark ${i + 1}.`), again: null }] };
    await page.route("**/api/tables/shot/review", (route) => route.fulfill({ body: JSON.stringify(review) }));
    await page.goto(at("/replay/shot?review"));
    await page.locator("figure").waitFor();
  }

  it("show every vampire whole beside the review, and their buttons stay where they are", async () => {
    for (const size of [{ viewport: desktop }, laptop]) {
      const { page, leave } = await visit(house, size);
      await replay(page, "bloodlust-middle");
      await page.locator(".vampire").first().waitFor();
      const main = await box(page, "main");
      for (const board of await boxes(page, ".vampire")) expect(board.bottom).toBeLessThanOrEqual(main.bottom + 1);
      const before = await boxes(page, "footer > button");
      await page.keyboard.press("End");
      await page.locator("output", { hasText: "362 of 362" }).waitFor();
      expect((await boxes(page, "footer > button"))[0]).toEqual(before[0]);
      await leave();
    }
  });

  it("open with the verdict beside a whole table, and a click on a turning point keeps it whole", async () => {
    for (const size of [{ viewport: { width: 1280, height: 720 } }, touch]) {
      const { page, leave } = await visit(house, size);
      await replay(page, "kings-blood-middle");
      await page.locator(".account p").first().waitFor();
      const wide = size.viewport!.width > 1000;
      if (wide) expect((await box(page, "header")).top).toBe(0);
      const [verdict, plot] = [await box(page, ".account"), await box(page, "figure")];
      expect(verdict.bottom).toBeLessThanOrEqual(plot.top + 1);
      if (wide) expect(verdict.top).toBeLessThan(200);
      await page.locator(".judged li button").first().click();
      await page.waitForTimeout(400);
      const main = await box(page, "main");
      expect(main.top).toBeGreaterThanOrEqual(-1);
      expect(main.bottom).toBeLessThanOrEqual(size.viewport!.height + 1);
      await leave();
    }
  });

  it("tell in a line over the table what happened, and which seat was yours", async () => {
    const { page, leave } = await visit(house, touch);
    await replay(page, "bloodlust-middle");
    await page.locator(".strip .words", { hasText: "draws an event" }).waitFor();
    expect(await page.locator(".vampire .name").first().innerText()).toMatch(/^You\b/);
    expect(await page.locator("header option").allInnerTexts()).toContain("Carmilla (you)");
    await leave();
  });

  it("show the hand of whose turn it is when all cards lie open", async () => {
    const { page, leave } = await visit(house, touch);
    await replay(page, "kings-blood-middle");
    await page.locator(".hand .card").first().waitFor();
    await leave();
  });
});
