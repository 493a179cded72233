import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Choice, Command, Line, News, Piece, Zone } from "../src/wire.ts";
import { box, closeBrowser, laptop, small, touch, visit } from "./browser.ts";
import { fixture, hosting, openShot, set, show, tableOf, telling } from "./fixture.ts";
import { house, inPocket } from "./setup.ts";

// What people stumbled over who played for the first time.

afterAll(closeBrowser);

const sent = (page: Page) => page.evaluate(() => (JSON.parse(sessionStorage.getItem("sanguis.pending.shot") ?? "[]") as { code?: number }[]).map(({ code }) => code));

describe("King's Blood", () => {
  it("does the only thing left to do, and says so first", async () => {
    const { page, leave } = await visit(house, laptop);
    await set(page, { pace: "slow", tips: false });
    // On a slow machine it would be done before anybody has looked.
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      window.setTimeout = ((run: () => void, wait = 0) => later(run, wait >= 1000 ? 60_000 : wait)) as typeof setTimeout;
    });
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
      await page.locator(".prompt .options button", { hasText: "Draw a card" }).waitFor();
      await leave();
    }
  });
});

it("what a picked card does has the room beside a single answer", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("kings-blood-most");
  for (const option of one.view.options) if (option.action === "stop") option.detail = "Your turn is over.";
  await show(page, one);
  await page.locator('.hand .card[data-state="lit"]').last().click();
  await page.locator(".prompt .words.card").waitFor();
  expect((await box(page, ".prompt .words")).width).toBeGreaterThan(300);
  expect(await page.locator(".prompt .words").evaluate((node) => node.scrollHeight <= node.parentElement!.clientHeight - 8)).toBe(true);
  await leave();
});

it("no button of the bar moves when somebody says something", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("blood-bound-middle");
  const frame = (revision: number, count: number) =>
    ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: one.view, story: { from: 0, items: one.story }, talk: { from: 0, items: Array.from({ length: count }, () => ({ seat: 2, name: "Bertram", text: "Hello", at: 0 })) } }) as unknown as News;
  const tell = await telling(page, frame(1, 0));
  await page.locator(".felt [data-id]").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await boxes(page, "header nav button");
  tell(frame(2, 12));
  await page.locator("header .unread").waitFor();
  expect(await boxes(page, "header nav button")).toEqual(before);
  await leave();
});

it("a seat says in words that a bot plays for it", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("kings-blood-early");
  const { chairs } = tableOf(one);
  Object.assign(chairs[1]!, { sitter: { kind: "person", id: "p", name: "Pale Owl" }, present: false, stand_in: "easy" });
  await show(page, one, { chairs });
  expect(await page.locator('.court [data-id="seat/2"]').innerText()).toMatch(/\bbot\b/);
  await leave();
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

/** The boxes of all that match. */
const boxes = (page: Page, selector: string) => page.locator(selector).evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON() as DOMRect));
const meet = (a: DOMRect, b: DOMRect) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

describe("King's Blood, looked at closely", () => {
  /** An Event is revealed, and cards of the tree are to be chosen. */
  function revealed() {
    const one = fixture("kings-blood-most");
    const [like, card] = [one.view.options[0]!, one.view.scene.zones!.find((zone) => zone.id === "hand/1")!.pieces[0]!];
    one.view.scene.zones!.push({ id: "played", label: "Being played", layout: "row", owner: 1, count: 1, pieces: [{ ...card, id: "played/card" }] } as Zone);
    const targets = one.view.scene.tree!.cards.filter((leaf) => leaf.active);
    one.view.options = targets.map((leaf, i) => ({ ...like, code: 9000 + i, action: { target: i } as never, label: `Choose ${i}`, detail: "", touches: [leaf.piece.id] }));
    return one;
  }

  it("lays a card that is being played on nothing that can be chosen", async () => {
    for (const size of [small, touch, laptop]) {
      const { page, leave } = await visit(house, size);
      await show(page, revealed());
      const [card] = await boxes(page, ".played");
      const lit = await boxes(page, '.sheet .card[data-state="lit"]');
      expect(lit.length).toBeGreaterThan(0);
      expect(lit.filter((one) => meet(one, card!))).toEqual([]);
      await leave();
    }
  });

  it("shows four generations whole, and any tree at a tap", async () => {
    for (const [name, size] of [["kings-blood-early", laptop], ["kings-blood-early", touch], ["kings-blood-middle", touch], ["kings-blood-middle", laptop]] as const) {
      const { page, leave } = await visit(house, size);
      await show(page, fixture(name));
      const out = async () => {
        const [window] = await boxes(page, ".sheet .window .host");
        return (await boxes(page, ".sheet .window .card")).filter((card) => card.top < window!.top - 1 || card.bottom > window!.bottom + 1 || card.left < window!.left - 1 || card.right > window!.right + 1).length;
      };
      if (name === "kings-blood-middle") {
        expect(await out()).toBeGreaterThan(0);
        await page.getByRole("button", { name: "Show all" }).click();
      }
      await expect.poll(out).toBe(0);
      await leave();
    }
  });

  it("shows a high tree on a wide page large, and whole all that can be joined", async () => {
    for (const name of ["kings-blood-most", "kings-blood-middle"]) {
      const { page, leave } = await visit(house, laptop);
      await show(page, fixture(name));
      const [window] = await boxes(page, ".sheet .window .host");
      const cards = await boxes(page, ".sheet .window .card:is(.active, .newest, [data-state=lit])");
      expect(cards.length).toBeGreaterThan(1);
      expect(cards.filter((card) => card.top < window!.top || card.bottom > window!.bottom).length, name).toBe(0);
      expect(cards[0]!.right - cards[0]!.left, name).toBeGreaterThan(name === "kings-blood-most" ? 75 : 45);
      await leave();
    }
  });

  it("puts the call first, and asks once more before it is given away", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("kings-blood-most");
    const like = { ...one.view.options[0]!, detail: "", touches: [] };
    const stop: Choice = { ...like, code: 9001, action: "stop", label: "End your turn without the call", detail: "You draw three cards and lose your next turn." };
    const call: Choice = { ...like, code: 9002, action: "call", label: 'Call "King\'s Blood!"', touches: ["seat/1"] };
    one.view.options = [stop, call];
    await show(page, one);
    const answers = page.locator(".prompt .options button");
    expect((await answers.allInnerTexts())[0]).toContain("Call");
    const [seal, felt] = [await box(page, ".seal"), await box(page, ".felt")];
    expect(seal.bottom).toBeLessThanOrEqual(felt.bottom);
    expect(await page.locator(".seal kbd").innerText()).toBe("1");
    await page.keyboard.press("2");
    await page.locator(".sure", { hasText: "lose your next turn" }).waitFor();
    expect(await sent(page)).toEqual([]);
    await page.locator(".sure").getByRole("button", { name: "No" }).click();
    await page.keyboard.press("1");
    await expect.poll(() => sent(page)).toEqual([9002]);
    await leave();
  });

  it("shows a card large above the hand, with its portrait", async () => {
    const { page, leave } = await visit(house, laptop);
    await show(page, fixture("kings-blood-most"));
    await page.mouse.move(5, 5);
    await page.locator(".hand .card").first().hover();
    await page.locator(".detail .picture.drawn").waitFor();
    const [detail, hand] = [await box(page, ".detail"), await box(page, ".hand")];
    expect(detail.bottom).toBeLessThanOrEqual(hand.top);
    await leave();
  });

  it("keeps two calls, and what stands beside your number of cards, apart on a phone", async () => {
    for (const size of [small, touch]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("kings-blood-early");
      for (const place of one.view.scene.seats.slice(1)) place.marks.push({ id: `${place.id}/called`, label: "King's Blood!", icon: "crown", tint: "red" });
      await show(page, one);
      const cries = await boxes(page, ".court .cry");
      expect(cries).toHaveLength(3);
      expect(cries.slice(1).filter((cry, i) => meet(cry, cries[i]!))).toEqual([]);
      const [gone, count] = [await boxes(page, '[data-id="discards"]'), await boxes(page, ".self .count")];
      expect(meet(gone[0]!, count[0]!)).toBe(false);
      // Which card of a pile came last is not known to somebody who comes later: none is shown.
      expect(await page.locator('[data-id="discards"] .blank').count()).toBe(1);
      expect(await page.locator('[data-id="discards"] .slot > *').count()).toBe(0);
      await leave();
    }
  });

  it("says on a phone why a grey card cannot be played when it is tapped", async () => {
    const { page, leave } = await visit(house, touch);
    const one = fixture("kings-blood-most");
    await show(page, one);
    await page.locator(".hand .card[data-state=dim]").first().tap({ force: true });
    await page.waitForTimeout(200);
    expect(await page.locator(".detail .reason").innerText()).toContain("shares neither");
    await leave();
  });

  it("tells of a new child beside it, not over it", async () => {
    for (const size of [laptop, touch]) {
      const { page, leave } = await visit(house, size);
      await set(page, { pace: "slow", tips: false });
      const one = fixture("kings-blood-early");
      const newest = one.view.scene.tree!.cards.filter((leaf) => leaf.active).at(-1)!.piece.id;
      const born: Line = { version: one.view.version + 1, text: "A child is born.", beat: { weight: "large", icon: "baby-face", by: 2, touches: [newest] } as never };
      const frame = (revision: number, items: Line[]): News => ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: { ...one.view, version: one.view.version + revision, options: [], waiting: [2] }, story: { from: revision === 1 ? 0 : one.story.length, items }, talk: { from: 0, items: [] } });
      const tell = await telling(page, frame(1, one.story));
      await page.locator(".sheet .card").first().waitFor();
      tell(frame(2, [born]));
      await page.locator(".stage .middle").waitFor();
      const [told] = await boxes(page, ".stage .middle");
      expect(meet(told!, await box(page, `.sheet [data-id="${newest}"]`))).toBe(false);
      await leave();
    }
  });
});

describe("Bloodstones", () => {
  it("leaves the other tiles where they are when one is built", async () => {
    for (const size of [laptop, small]) {
      const { page, leave } = await visit(house, size);
      const one = fixture("bloodstones-early");
      const frame = (revision: number, view: typeof one.view): News => ({ type: "frame", revision, now_at: Date.now(), table: tableOf(one), view: { ...view, version: view.version + revision }, story: { from: 0, items: one.story }, talk: { from: 0, items: [] } });
      const tell = await telling(page, frame(1, one.view));
      await page.locator(".hand button").first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      const tiles = () => page.locator(".hand button[data-id]").evaluateAll((all) => all.map((node) => [(node as HTMLElement).dataset.id, node.getBoundingClientRect().x, node.getBoundingClientRect().y]));
      const before = await tiles();
      const built = fixture("bloodstones-early").view;
      const hand = built.scene.zones!.find((zone) => zone.id === "hand/1")!;
      const gone = hand.pieces[1]!.id;
      hand.pieces = hand.pieces.filter((piece) => piece.id !== gone);
      tell(frame(2, built));
      await page.locator(`.hand button[data-id="${gone}"]`).waitFor({ state: "detached" });
      expect(await tiles()).toEqual(before.filter(([id]) => id !== gone));
      await leave();
    }
  });

  it("lets the loser of a battle give up units of their own only, which are not faded, and greys the tile that does not count", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-middle");
    const side = (id: string, owner: number, pips: number[], total?: number): Zone => {
      const piece = (name: string, corner: string, more: Partial<Piece> = {}): Piece => ({ id: `battle/${id}/${name}`, face: { name: "Skirmishers", corner, icon: "crossed-swords", tint: "gold" }, count: 1, ...more }) as Piece;
      const unit = piece("unit/1", "", { marks: [{ id: `battle/${id}/unit/1/strength`, label: "", count: 2, tint: "plain" }] });
      return { id: `battle/${id}`, label: id, layout: "row", owner, count: 5, total, pieces: [unit, ...pips.map((pip, i) => piece(`${i}`, `${pip}`))] } as Zone;
    };
    one.view.scene.zones!.push(side("attacker", 2, [5, 4, 4], 15), side("defender", 1, [5, 4, 3, 2], 14));
    one.view.options = [{ ...one.view.options[0]!, code: 9300, action: { lose: 1 } as never, label: "Give up Skirmishers", detail: "", touches: ["unit/2/1/1"] }];
    await show(page, one);
    const lit = page.locator('.battle [data-state="lit"]');
    await lit.first().waitFor();
    expect(await lit.evaluateAll((all) => all.map((node) => (node as HTMLElement).dataset.id))).toEqual(["battle/defender/unit/1"]);
    expect(await page.locator(".battle .lost").count()).toBe(0);
    expect(await page.locator(".battle .uncounted").allInnerTexts()).toEqual(["2"]);
    expect(await lit.locator(".word").evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    expect(await page.locator('.battle [data-id="battle/defender"] .who').innerText()).toMatch(/defend$/m);
    await leave();
  });

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
      one.view.options = hand.pieces.map((piece, i) => ({ ...like, code: 9200 + i, action: { swap: i } as never, label: `Swap ${i}`, detail: "Win [60] %, tie [5] %, lose [35] %", touches: [piece.id] }));
      await show(page, one);
      await page.locator(".battle").waitFor();
      expect((await box(page, ".battle")).bottom).toBeLessThanOrEqual((await box(page, ".hand")).top);
      // Every share in figures, none cut.
      expect((await page.locator(".battle .shares").innerText()).match(/\d+%/g)).toEqual(["80%", "5%", "15%"]);
      const [panel, shares] = [await box(page, ".battle"), await boxes(page, ".battle .shares b")];
      expect(shares.filter((share, i) => share.left < panel.left || share.right > panel.right || shares.slice(0, i).some((other) => meet(share, other)))).toEqual([]);
      // What a swap would do takes the place of the odds without it.
      await page.locator(".hand button").first().click();
      await page.getByRole("button", { name: "Swap it in" }).waitFor();
      expect((await page.locator(".battle .shares").innerText()).match(/\d+%/g)).toEqual(["60%", "5%", "35%"]);
      expect(await box(page, ".battle")).toEqual(panel);
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

  // The requests of a page without a house go to its worker.
  it.skipIf(inPocket)("takes a picked unit out again when it is tapped again, and keeps the others", async () => {
    const { page, leave } = await visit(house, laptop);
    const one = fixture("bloodstones-early");
    const [swords, bows, leader] = ["unit/19/1/0", "unit/19/1/2", "unit/19/1/8"] as const;
    const stack = one.view.scene.map!.areas.find((area) => area.id === "area/19")!.pieces.filter((piece) => [swords, bows, leader].includes(piece.id as typeof swords));
    const like = one.view.options[0]!;
    const picks: string[] = [];
    const many = (id: string) => picks.filter((pick) => pick === id).length;
    let revision = 0;
    /** The stack of which these are picked, all of it if none are. */
    const frame = (): News => {
      for (const piece of stack) {
        const count = picks.length === 0 ? piece.count : many(piece.id);
        piece.marks = count > 0 ? [{ id: `${piece.id}/moving`, label: "moving", count, tint: "plain" }] : [];
      }
      const takes = stack.flatMap((piece, i): Choice[] => (many(piece.id) < piece.count ? [{ ...like, code: i, action: { take: i } as never, label: "Pick", detail: "", cost: undefined, touches: [piece.id] }] : []));
      const go = { ...like, code: 9, action: { go: 18 } as never, label: "Go", detail: "", cost: 1, touches: ["area/18"] };
      const view = { ...one.view, version: one.view.version + picks.length, options: [...takes, go], may_undo: true };
      return { type: "frame", revision: ++revision, now_at: Date.now(), table: tableOf(one), view, story: { from: 0, items: one.story }, talk: { from: 0, items: [] } };
    };
    await page.routeWebSocket("**/socket", (socket) => {
      socket.send(JSON.stringify(frame()));
      socket.onMessage((message) => {
        const command = JSON.parse(String(message)) as Command;
        if (command.type === "play") picks.push(stack[command.code]!.id);
        else if (command.type === "undo") picks.pop();
        socket.send(JSON.stringify(frame()));
        socket.send(JSON.stringify({ type: "done", id: command.id, revision }));
      });
    });
    await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "", contributions: [] } }));
    await openShot(page);
    const unit = (id: string) => page.locator(`.unit[data-id="${id}"]`);
    const pick = async (id: string, ...then: string[]) => {
      await unit(id).click();
      await expect.poll(() => picks).toEqual(then);
    };
    await pick(swords, swords);
    await pick(bows, swords, bows);
    await pick(leader, swords, bows, leader);
    await expect.poll(() => unit(swords).getAttribute("aria-pressed")).toBe("true");
    // The others stay picked.
    await pick(swords, bows, leader);
    // Of two alike both are picked first.
    await pick(bows, bows, leader, bows);
    await pick(bows, leader);
    await pick(leader);
    await leave();
  });

  it("shows the score track of six players on a laptop", async () => {
    const { page, leave } = await visit(house, laptop);
    await show(page, fixture("bloodstones-most"));
    expect(await page.locator(".realms .seat").count()).toBe(6);
    expect((await box(page, ".realms .track")).bottom).toBeLessThanOrEqual((await box(page, ".felt")).bottom);
    expect(await page.locator(".realms").evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
    await leave();
  });

  /** A position in which only these areas can be captured. */
  function captures(...areas: string[]) {
    const one = fixture("bloodstones-middle");
    const like = one.view.options[0]!;
    one.view.options = areas.map((id, i) => ({ ...like, code: 9400 + i, action: { capture: i } as never, label: `Capture ${id}`, detail: "", cost: 1, touches: [id] }));
    return one;
  }
  /** Is this what a tap in its middle would reach? */
  const reachable = (page: Page, id: string) =>
    page.locator(`.area[data-id="${id}"]`).evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === node || document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".stack, .tag") != null;
    });

  it("brings the only place for something into sight on a phone, and lays no button on it", async () => {
    // At all four edges of the map.
    for (const id of ["area/32", "area/69", "area/43", "area/0"]) {
      const { page, leave } = await visit(house, small);
      await show(page, captures(id));
      await expect.poll(() => reachable(page, id)).toBe(true);
      // The first touch brings a button with it.
      await page.locator(`.area[data-id="${id}"]`).dispatchEvent("pointerdown", { pointerId: 7, clientX: 5, clientY: 5 });
      await page.locator(".keys button").last().waitFor();
      await expect.poll(() => reachable(page, id)).toBe(true);
      await leave();
    }
  });

  it("points at the few places for something that are out of sight on a phone", async () => {
    const { page, leave } = await visit(house, small);
    await show(page, captures("area/32", "area/43"));
    const arrows = () => page.locator(".beacon").evaluateAll((all) => all.map((node) => (node as HTMLElement).title));
    await expect.poll(arrows).not.toEqual([]);
    const [to] = await arrows();
    await page.locator(".beacon").first().tap();
    await expect.poll(arrows).not.toContain(to);
    await expect.poll(() => reachable(page, to!.includes("Applecroft") ? "area/32" : "area/43")).toBe(true);
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
  const tell = await telling(page, frame(1, 0));
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

it("no clock of BloodLust lies on anything, and its last seconds can be read", async () => {
  for (const size of [laptop, touch, small]) {
    for (const name of ["bloodlust-middle", "bloodlust-most"]) {
      const { page, leave } = await visit(house, size);
      const one = fixture(name);
      const clock = { due_at: Date.now() + 9000, bank: 0 };
      await show(page, one, { clock: { kind: "live", each: 15, bank: 10 }, chairs: one.names.map((name, i) => ({ seat: i + 1, sitter: { kind: "person", id: String(i), name }, present: true, thinking: false, clock, ...(i === 1 ? { stand_in: "easy" } : {}) })) });
      await page.locator(".vampire .clock").first().waitFor();
      const found = await page.locator(".vampire").evaluateAll((all) => {
        const channels = (colour: string) => {
          const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
          // A light sky behind boards that are not quite opaque: the worst case.
          for (const fill of ["#d9542f", colour]) {
            pen.fillStyle = fill;
            pen.fillRect(0, 0, 1, 1);
          }
          return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
        };
        const light = (colour: string) => channels(colour).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i]!, 0);
        return all.flatMap((board) => {
          const status = board.querySelector(".house .status");
          if (!status) return [];
          const own = status.getBoundingClientRect();
          const on = [...board.querySelectorAll(".disc, .name, .character, .hearts, .scores, .event")].filter((other) => {
            const { left, right, top, bottom } = other.getBoundingClientRect();
            return left < own.right - 0.5 && right > own.left + 0.5 && top < own.bottom - 0.5 && bottom > own.top + 0.5;
          });
          const [text, ground] = [light(getComputedStyle(board.querySelector(".clock, .away")!).color), light(getComputedStyle(board).backgroundColor)];
          const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
          const edge = board.getBoundingClientRect();
          return [...on.map((other) => `on ${other.className}`), ...(contrast < 4.5 ? [`contrast ${contrast}`] : []), ...(own.left < edge.left - 0.5 || own.right > edge.right + 0.5 ? ["too wide"] : [])];
        });
      });
      expect(found).toEqual([]);
      await leave();
    }
  }
});

it("an answer that explains itself is read whole beside an open log", async () => {
  const { page, leave } = await visit(house, { viewport: { width: 1440, height: 900 } });
  await set(page, { pace: "once", tips: false });
  const one = fixture("bloodlust-middle");
  one.view.options.push({ ...one.view.options[0]!, code: 77, action: "look" as never, label: "Look at the top cards", detail: "Before decisions: look at the top two cards of the deck. Once a night.", touches: [] });
  await show(page, one);
  await page.locator("aside.side").waitFor();
  const detail = page.locator(".prompt .options small");
  expect(await detail.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
  expect(await detail.evaluate((node) => node.getClientRects()[0]!.height)).toBeLessThan(30);
  await leave();
});
