import { afterAll, describe, expect, it } from "vitest";
import type { Mark, News, Place } from "../src/wire.ts";
import { closeBrowser, laptop, small, visit } from "./browser.ts";
import { fixture, fixtures, show, tableOf, telling } from "./fixture.ts";
import { overlaps } from "./overlaps.ts";
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
  const [sheet, keys] = [felt.querySelector(".manuscript .sheet"), felt.querySelector(".manuscript .keys")];
  const vine = sheet && getComputedStyle(sheet, "::after");
  if (vine && vine.display !== "none" && sheet.getBoundingClientRect().top + parseFloat(vine.top) < keys!.getBoundingClientRect().bottom) found.push("the buttons lie over the vine");
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

it("in German, too, on the smallest phone", async () => {
  const { page, leave } = await visit(house, { ...small, locale: "de" });
  const found: string[] = [];
  for (const name of fixtures.filter((name) => /-(fewest|most)$/.test(name))) {
    await show(page, fixture(name));
    found.push(...(await page.evaluate(cutOff)).map((what) => `${name}: ${what}`));
    const wide = await page.locator(".vampire .scores, .vampire .signs").evaluateAll((all) => all.filter((node) => node.getBoundingClientRect().right > node.closest(".vampire")!.getBoundingClientRect().right).map((node) => node.textContent));
    found.push(...wide.map((what) => `${name}: ${what} is too wide`));
  }
  expect(found).toEqual([]);
  await leave();
});

it("a line of the log that is too long for a phone is cut between two lines, and a tap shows the rest", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodlust-middle");
  const last = one.story.at(-1)!;
  one.story.push({ ...last, version: one.view.version, text: "{s2} draws Daylight 1 (Quarter Moon). Daylight moves up by 1; every hunter gains 1, and everybody who set on this moon gains as much again as the marker shows." , beat: { ...last.beat, weight: "large", by: 2 } });
  await show(page, one);
  const strip = page.locator(".strip");
  const [words, outer] = [await strip.locator(".words").boundingBox(), await strip.boundingBox()];
  expect(words!.y).toBeGreaterThanOrEqual(outer!.y);
  expect(words!.y + words!.height).toBeLessThanOrEqual(outer!.y + outer!.height);
  const cut = () => strip.locator(".words").evaluate((node) => node.scrollHeight > node.clientHeight + 1);
  expect(await cut()).toBe(true);
  const felt = await page.locator(".felt").boundingBox();
  await strip.locator(".latest").tap();
  expect(await cut()).toBe(false);
  expect(await page.locator(".felt").boundingBox()).toEqual(felt);
  await strip.locator(".latest").tap();
  expect(await cut()).toBe(true);
  await leave();
});

it("the heading begins where the bar begins, and the news beside it", async () => {
  for (const viewport of [laptop.viewport, { width: 2560, height: 1440 }]) {
    const { page, leave } = await visit(house, { viewport });
    await show(page, fixture("bloodwood-middle"));
    const [left, right, strip] = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(".heading")!);
      const words = range.getBoundingClientRect();
      return [words.left, words.right, document.querySelector(".strip .latest")!.getBoundingClientRect().left];
    });
    expect(left).toBeLessThan(32);
    expect(strip! - right!).toBeLessThan(viewport.width * 0.12);
    await leave();
  }
});

it("what Bloodstones asks beside the map stands on a card in the middle below it, beside an open log as without one", async () => {
  for (const viewport of [laptop.viewport, { width: 1440, height: 900 }]) {
    const { page, leave } = await visit(house, { viewport });
    await show(page, fixture("bloodstones-fewest"));
    await page.locator("aside").first().waitFor();
    const [card, pay, ground, row] = await page.evaluate(() => [".order", ".order .act", "svg.ground", ".orders"].map((selector) => document.querySelector(selector)!.getBoundingClientRect().toJSON() as DOMRect));
    expect(card!.bottom - pay!.bottom).toBeGreaterThan(4);
    expect(Math.abs(card!.left + card!.right - row!.left - row!.right)).toBeLessThan(4);
    expect(card!.width).toBeLessThan(row!.width * 0.8);
    expect(card!.top).toBeGreaterThanOrEqual(ground!.bottom - 8);
    await leave();
  }
});

it("the map of Bloodstones has the room on a laptop with the log open, and no button lies on it", async () => {
  for (const locale of ["en", "de"]) {
    const { page, leave } = await visit(house, { ...laptop, locale });
    for (const name of ["bloodstones-middle", "bloodstones-most"]) {
      await show(page, fixture(name));
      await page.locator("aside").first().waitFor();
      expect(await overlaps(page, ".window .keys button", "svg.ground"), name).toEqual([]);
      expect((await page.locator("svg.ground").boundingBox())!.height, name).toBeGreaterThan(425);
      const cut = await page.locator(".realms .who small").evaluateAll((all) => all.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent));
      expect(cut).toEqual([]);
    }
    await leave();
  }
});

it("a tap on a place that a sentence names brings it into sight on the map", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodstones-middle");
  one.story.push({ ...one.story.at(-1)!, version: one.view.version, text: "{s2} builds a Ship in Whale Water.", beat: { weight: "large" } });
  await show(page, one);
  const inSight = () => page.evaluate(() => {
    const [area, window] = [...document.querySelectorAll(".felt .window, .area[aria-label^='Whale Water']")].map((node) => node.getBoundingClientRect()).sort((a, b) => a.width - b.width);
    const [x, y] = [area!.left + area!.width / 2, area!.top + area!.height / 2];
    return x > window!.left && x < window!.right && y > window!.top && y < window!.bottom;
  });
  expect(await inSight()).toBe(false);
  await page.locator(".strip").getByRole("button", { name: "Whale Water" }).tap();
  await expect.poll(inSight).toBe(true);
  await leave();
});

it("with nobody of yours on the map of a phone you see where you may begin", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodstones-middle");
  const { areas } = one.view.scene.map!;
  for (const area of areas) area.pieces = area.pieces.filter((piece) => piece.owner !== one.you);
  const like = one.view.options[0]!;
  one.view.options = areas.filter(({ centre: [x, y] }) => x < 300 || y < 300).map(({ id }, i) => ({ ...like, code: i, action: { found: i } as never, label: id, cost: undefined, detail: "", touches: [id] }));
  await show(page, one);
  const lit = await page.locator(".area[data-state=lit]").evaluateAll((all) => {
    const window = document.querySelector(".felt .window")!.getBoundingClientRect();
    return all.filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return left > window.left && right < window.right && top > window.top && bottom < window.bottom;
    }).length;
  });
  expect(lit).toBeGreaterThan(0);
  await leave();
});

it("seats of Blood Bound stay where they are when a rank and tokens come, and beside the notebook on the table; its rows are in sight, or it says that there are more", async () => {
  for (const [width, height] of sizes) {
    const { page, leave } = await visit(house, { viewport: { width, height } });
    const one = fixture("blood-bound-middle");
    const { scene } = one.view;
    const frame = (revision: number, seats: Place[]) =>
      ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: { ...one.view, scene: { ...scene, seats } }, story: { from: 0, items: one.story }, talk: { from: 0, items: [] } }) as News;
    const faces = () => page.locator(".setting .face").evaluateAll((all) => all.map((node) => [Math.round(node.getBoundingClientRect().x), Math.round(node.getBoundingClientRect().y)]));
    const tell = await telling(page, frame(1, scene.seats.map((place) => ({ ...place, title: "", marks: place.marks.filter(({ id }) => id.endsWith("/wounds")) }))));
    await page.locator(".setting").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await faces();
    const things = (id: string): Mark[] => [{ id: `${id}/staff-2`, icon: "wizard-staff", label: "Staff", tint: "teal" }, { id: `${id}/fan-2`, icon: "feather", label: "Fan", tint: "orange" }];
    tell(frame(2, scene.seats.map((place) => ({ ...place, title: "Courtesan", marks: [...place.marks, ...things(place.id)] }))));
    await page.locator(".things span").first().waitFor();
    expect(await faces(), `${width} × ${height}`).toEqual(before);
    const found = [];
    for (const open of [false, true]) {
      if (open) await page.getByRole("button", { name: "Notebook" }).click();
      await page.waitForTimeout(400);
      // The list in a notebook may scroll.
      found.push(...(await page.evaluate(cutOff)).filter((what) => what.startsWith("seat/")));
    }
    expect(found, `${width} × ${height}`).toEqual([]);
    const more = page.getByRole("button", { name: "More below" });
    expect(await more.count(), `${width} × ${height}`).toBe(await page.locator(".notebook").evaluate((node) => Number(node.scrollHeight > node.clientHeight)));
    if ((await more.count()) > 0) {
      await more.click();
      await expect.poll(() => page.locator(".notebook").evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
      await page.locator(".notebook").evaluate((node) => node.scrollTo(0, node.scrollHeight));
      await more.waitFor({ state: "hidden" });
    }
    await leave();
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

it("on a small phone BloodLust's goal is read to its end, and stays where it is while the heading changes", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const places: number[] = [];
  const { view, ...rest } = fixture("bloodlust-middle");
  for (const heading of ["Night 1 of 4, before the first card", "Night 1 of 4, 12 cards drawn"]) {
    await show(page, { ...rest, view: { ...view, scene: { ...view.scene, heading } } });
    const cut = await page.locator(".goal .words, .heading").evaluateAll((all) => all.filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent));
    expect(cut, heading).toEqual([]);
    places.push((await page.locator(".goal").boundingBox())!.x);
  }
  expect(places[0]).toBe(places[1]);
  await leave();
});

/** Questions with many or long answers, as the games ask them; a detail stands after a bar. */
const questions: [game: string, prompt: string, answers: [action: string, label: string][]][] = [
  ["blood-bound", "Choose the first of two cards to look at", [...[2, 3, 4, 5, 6].map((seat): [string, string] => ["UseOn", `Look at the card of {s${seat}}`]), ["Forgo", "Let it be"]]],
  ["blood-bound", "Choose who suffers a wound and must show their rank", [...[2, 3, 4, 5, 6].map((seat): [string, string] => ["UseOn", `Force {s${seat}} to show their rank`]), ["Forgo", "Let it be"]]],
  ["bloodlust", "React before Bloodlust 1 takes effect?", [["Pass", "Pass"], ...[1, 2].map((seat): [string, string] => ["Ability", `Use Sabine's ability on {s${seat}}|No gain for Carmilla, 1 for you.`])]],
  ["bloodlust", "Stay on the hunt or leave it?", [["Stay", "Stay active|No card can bring the dawn yet."], ["Leave", "Leave the hunt|Bank tonight's 11."]]],
  ["bloodlust", "Stay, leave or act first?", [["Stay", "Stay active|No card can bring the dawn yet."], ["Leave", "Leave the hunt|Bank tonight's 13."], ["Ability", "Use Marek's ability|After a card: every other active vampire loses 1 round Bloodline."]]],
  ["bloodlust", "Stay, leave or act first?", [["Stay", "Stay active|12 of 47 unseen cards bring the dawn."], ["Leave", "Leave the hunt|Bank tonight's 13."], ["Ability", "Use Ilse's ability|After a card: gain 1 Bloodline, or 3 while the marker is on 3 or 4."]]],
  ["kings-blood", "Shall Matthias Ravensholt and Ottilie Ravensholt marry?", [["Marry", "They marry|Reverse is lost. Their child comes from the pile, and you may play on beside it."], ["Stop", "No marriage|Your turn ends. Reverse: the direction of play turns round."]]],
  ["blood-bound", "You are wounded. Choose what to show", [["Take", "Take a beast token"], ["Take", "Take a question mark"], ["Take", "Take your rank token|You show the Berserker and may use the ability."]]],
  ["bloodwood", "Play a card, or discard one", [["PlayOn", "Steal from {s2}"], ["PlayOn", "Steal from {s3}"], ["PlayOn", "Steal from {s4}"], ["PlayOn", "Steal from {s5}"], ["Discard", "Discard Thief"]]],
  ["bloodwood", "Play a card, or discard one", [["PlayOn", "Use the Keys on yourself"], ["PlayOn", "Light a Candle for {s3}"], ["Discard", "Discard Eclipse (Night card)"], ["Discard", "Discard Tranquillizer"], ["Discard", "Discard Pandora's Box"], ["Discard", "Discard Blood Test"]]],
  ["bloodwood", "Play a card, or discard one", [["PlayOn", "Curse {s2}"], ["PlayOn", "Confess to {s3}"], ["PlayOn", "Test the blood of {s4}"], ["PlayOn", "Work Voodoo on {s5}"]]],
  ["bloodwood", "Play a card, or discard one", [["PlayOn", "Open Pandora's Box on {s3}|A player, you or another, discards the whole hand and draws four."], ["PlayOn", "Test the blood of {s3}|Another player shows you, and only you, their entity."]]],
  ["bloodwood", "Keep up to four; choose what {s2} gets back", [["Keep", "Keep the rest"], ["Return", "Give back Curse Mark"], ["Return", "Give back The Leshy"], ["Return", "Give back Vaccine"], ["Return", "Give back Eclipse (Day card)"]]],
];

describe("an answer is never cut, and the bar covers nothing", () => {
  for (const [width, height] of sizes.slice(0, 4)) {
    it(`${width} × ${height}`, async () => {
      const { page, leave } = await visit(house, { viewport: { width, height }, hasTouch: width < 600, isMobile: width < 600 });
      const all: string[] = [];
      for (const [game, prompt, answers] of questions) {
        const { view, ...rest } = fixture(`${game}-middle`);
        const options = answers.map(([action, said], code) => ({ code, label: said.split("|")[0]!, detail: said.split("|")[1], touches: [], action: { [action]: code } }));
        await show(page, { ...rest, view: { ...view, waiting: [rest.you], options, scene: { ...view.scene, prompt } } });
        const found = await page.evaluate(() => {
          const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
          const cut = [...document.querySelectorAll(".prompt .options, .prompt .options button, .prompt .options button > span")].filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1);
          if (box(".prompt .options").bottom > innerHeight) return ["the answers reach out of the window"];
          const covered = box(".goal").bottom > box(".prompt").top + 1 && box(".goal").top < box(".prompt").top ? ["the goal is covered"] : [];
          const widths = [...document.querySelectorAll(".prompt .options:not(.wordy) > li")].map((node) => node.getBoundingClientRect().width);
          const uneven = innerWidth < 600 && widths.length === 2 && Math.abs(widths[0]! - widths[1]!) > 1 ? ["one of two answers has more room"] : [];
          return [...uneven, ...cut.map((node) => `cut: ${node.textContent!.trim()}`), ...covered, ...(box(".place").bottom > box(".prompt").top + 1 ? ["the table is covered"] : [])];
        });
        all.push(...found.map((what) => `${prompt}: ${what}`));
        expect(await page.getByRole("button", { name: answers[0]![1].split(/[|{]/)[0]! }).count()).toBeGreaterThan(0);
      }
      expect(all).toEqual([]);
      await leave();
    });
  }
});
