import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { Beat, Face, Line, News, Piece, Scene, TableInfo, View, Zone } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { fixture, hosting, openShot, tableOf } from "./fixture.ts";
import { house } from "./setup.ts";

afterAll(closeBrowser);

/** A table whose house the test plays: what others do is told frame by frame. */
async function seated(page: Page, name: string, stored: Record<string, unknown> = {}, people = 1) {
  const start = fixture(name);
  const table: TableInfo = tableOf(start);
  for (const chair of table.chairs.slice(1, people)) chair.sitter = { kind: "person", id: `p${chair.seat}`, name: `Friend ${chair.seat}` };
  await page.addInitScript((settings) => localStorage.setItem("sanguis.settings", JSON.stringify(settings)), { pace: "usual", tips: false, ...stored });
  let tell!: (news: News) => void;
  let [revision, version, told] = [0, start.view.version, 0];
  const send = (lines: Line[], view: Partial<View>, changed = table) => {
    const news: News = {
      type: "frame",
      revision: ++revision,
      now_at: Date.now(),
      table: changed,
      view: { ...start.view, version, ...view },
      story: { from: told, items: lines },
      talk: { from: 0, items: [] },
    };
    told += lines.length;
    tell(news);
  };
  const others = { waiting: [2], options: [] };
  await hosting(page, (sender) => {
    tell = sender;
    send(start.story, others);
  });
  await openShot(page);
  await page.locator(".felt").waitFor();
  const said = (lines: [string, Beat][]) => lines.map(([text, beat]) => ({ version, text, beat }));
  return {
    /** Somebody acts; who is asked next is somebody else, or you. */
    act(lines: [string, Beat][], asked = false, scene: Partial<Scene> = {}) {
      version += 1;
      const view = asked ? { waiting: start.view.waiting, options: start.view.options } : others;
      send(said(lines), { ...view, scene: { ...start.view.scene, ...scene } });
    },
    /** A bot plays for you. */
    sleep() {
      const chairs = table.chairs.map((chair, i) => (i === 0 ? { ...chair, stand_in: "easy" } : chair));
      send([], others, { ...table, chairs });
    },
    /** The game ends as it does in another position. */
    end(name: string, lines: [string, Beat][]) {
      version += 1;
      send(said(lines), fixture(name).view, { ...table, stage: "finished" });
    },
  };
}

const strike = (by: number, on: number, weight: Beat["weight"] = "huge"): Beat => ({ weight, icon: "knife-thrust", by, on: [on], opens: true });

it("others' moves are staged one at a time, go on at a tap or with the space bar, and are said once", async () => {
  const { page, leave } = await visit(house);
  // No line ends by itself while we look: what is done to you waits for a tap.
  const { act } = await seated(page, "blood-bound-middle", { pace: "slow" });
  await page.evaluate(() => {
    const said: string[] = ((window as unknown as { said: string[] }).said = []);
    const live = document.querySelector(".unseen[aria-live]")!;
    new MutationObserver(() => said.push(live.textContent ?? "")).observe(live, { childList: true, characterData: true, subtree: true });
  });
  act([["{s3} strikes you.", strike(3, 1)]]);
  act([["{s4} strikes you.", strike(4, 1)]]);
  const stage = page.locator(".stage");
  await stage.getByText("strikes you.").waitFor();
  expect(await page.locator('[data-staged="by"]').getAttribute("data-id")).toBe("seat/3");
  expect(await page.locator(".story .last").count()).toBe(1);
  expect(await faults(page)).toEqual([]);
  // Once for what is announced, once for what comes of it.
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await page.locator('[data-staged="by"][data-id="seat/4"]').waitFor();
  await page.locator(".felt").click({ position: { x: 5, y: 5 } });
  await page.locator(".felt").click({ position: { x: 5, y: 5 } });
  await stage.waitFor({ state: "detached" });
  expect(await page.locator("[data-staged]").count()).toBe(0);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.filter(Boolean));
  expect(said).toHaveLength(2);
  await leave();
});

it("before a question the table catches up, which can be skipped; all of it can be shown again, and points at the table", async () => {
  for (const viewport of [undefined, phone]) {
    const { page, leave } = await visit(house, viewport && { viewport });
    const { act } = await seated(page, "blood-bound-middle");
    const before = await page.locator(".felt").boundingBox();
    act([["{s3} strikes {s5}.", strike(3, 5)]]);
    await page.locator(".stage").waitFor();
    act([["{s5} calls for help.", { weight: "medium", icon: "megaphone", by: 5 }]]);
    act([["{s6} gives a Shield to you.", { weight: "large", icon: "shield", by: 6, on: [1] }]], true);
    await page.locator(".prompt .words", { hasText: "You are next" }).waitFor();
    await page.getByRole("button", { name: "Skip to your question" }).click();
    await page.locator(".prompt.asked .options button").first().click({ trial: true });
    await page.locator(".stage").waitFor({ state: "detached" });
    // Once more, as it was: meanwhile there is nothing to choose.
    await page.getByRole("button", { name: "Show again what happened" }).click();
    await page.locator(".stage:not(.recap)").waitFor();
    expect(await page.locator(".prompt .options button").count()).toBe(0);
    await page.getByRole("button", { name: "Show everything now" }).click();
    await page.locator(".prompt.asked .options button").first().click({ trial: true });
    const lines = page.locator(".strip li button");
    expect(await lines.count()).toBe(3);
    expect(await faults(page)).toEqual([]);
    await lines.last().focus();
    await page.locator('[data-id="seat/6"][data-mentioned]').waitFor();
    expect(await page.locator(".felt").boundingBox()).toEqual(before);
    await leave();
  }
});

it("with other people at the table nobody falls behind", async () => {
  const { page, leave } = await visit(house);
  const { act } = await seated(page, "blood-bound-middle", { pace: "slow" }, 3);
  for (let i = 0; i < 6; i++) act([[`{s3} strikes you (${i}).`, strike(3, 1)]]);
  // Slow and waiting for taps, six strikes would take minutes.
  await page.locator(".story").getByText("(5)").waitFor({ timeout: 15_000 });
  await leave();
});

it("at once means at once", async () => {
  const { page, leave } = await visit(house);
  const { act } = await seated(page, "blood-bound-middle", { pace: "once" });
  for (let i = 0; i < 6; i++) act([[`{s3} strikes you (${i}).`, strike(3, 1)]]);
  await page.locator(".story").getByText("(5)").waitFor();
  expect(await page.locator(".stage").count()).toBe(0);
  await leave();
});

it("the deal opens with who you are; nothing goes on behind it, then all of it in order, and the goal stays at your seat", async () => {
  for (const viewport of [{ width: 1440, height: 900 }, phone, { width: 360, height: 640 }]) {
    const { page, leave } = await visit(house, { viewport });
    const { act } = await seated(page, "blood-bound-middle", { tips: true });
    const role = page.locator(".role");
    await role.getByText("Your goal").waitFor();
    expect(await faults(page)).toEqual([]);
    act([["{s3} strikes {s5}.", strike(3, 5)]]);
    act([["{s5} calls for help.", { weight: "medium", icon: "megaphone", by: 5 }]], true);
    await page.waitForTimeout(300);
    expect([await page.locator(".stage").count(), await page.locator(".prompt.asked").count()]).toEqual([0, 0]);
    await page.keyboard.press("Space");
    await role.waitFor({ state: "detached" });
    await page.locator(".stage").waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.press("Space");
    await page.locator(".prompt.asked .options button").first().click({ trial: true });
    const goal = page.locator("button.goal");
    expect(await goal.innerText()).toContain("fourth wound");
    // A tip stands in its place until it is closed.
    const tip = page.locator(".tip").getByRole("button", { name: "Close" });
    await tip.click({ timeout: 3000 }).catch(() => {});
    await goal.click();
    await role.waitFor();
    await page.reload();
    await page.locator(".felt").waitFor();
    expect(await role.count()).toBe(0);
    await leave();
  }
});

it("the last position is held until a tap, then the result says who won with what they were", async () => {
  const { page, leave } = await visit(house);
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "0".repeat(64), contributions: [] } }));
  // A clock that stands still: nothing goes on by itself.
  await page.clock.install();
  const { end } = await seated(page, "blood-bound-middle");
  end("blood-bound-final", [["{s3} captures {s5}!", strike(3, 5)]]);
  await page.locator(".stage").waitFor();
  await page.keyboard.press("Space");
  await page.keyboard.press("Space");
  await page.locator(".stage").waitFor({ state: "detached" });
  expect(await page.locator("dialog.end").count()).toBe(0);
  await page.locator(".felt").click({ position: { x: 5, y: 5 } });
  const result = page.locator("dialog.end[open]");
  await result.waitFor();
  expect(await result.locator("[data-result]").innerText()).toMatch(/Victory|Defeat/);
  expect(await result.locator(".title").count()).toBe(fixture("blood-bound-final").names.length);
  await leave();
});

it("a choice is asked for once more where the player wants that", async () => {
  const { page, leave } = await visit(house);
  const { act } = await seated(page, "blood-bound-middle", { confirm: true });
  act([["{s3} strikes you.", strike(3, 1)]], true);
  await page.locator(".prompt.asked .options button").first().click();
  await page.locator("dialog.sure[open]").waitFor();
  expect(await page.locator(".page").getAttribute("data-sending")).toBe("false");
  await page.keyboard.press("Escape");
  await page.locator("dialog.sure").waitFor({ state: "detached" });
  await page.keyboard.press("1");
  await page.locator("dialog.sure .act").click();
  await page.locator(".page[data-sending=true]").waitFor();
  await leave();
});

/** A side of a battle in Bloodstones before its tiles are turned. */
function side(name: "attacker" | "defender", owner: number, swapped: boolean): Zone {
  const face = (name: string, icon: string, corner = ""): Face => ({ name, icon, corner, text: "", tint: "gold" }) as Face;
  const unit = { id: `battle/${name}/unit/1`, count: 2, face: face("Cavalry", "horse-head"), back: "", marks: [{ id: `battle/${name}/unit/1/strength`, label: "Strength", count: 3, icon: "", tint: "plain" }] };
  const hidden = { id: `battle/${name}/backs`, count: 3, back: "Battle tile" };
  const tile = { id: `battle/${name}/swapped`, count: 1, back: "Tile" };
  return { id: `battle/${name}`, label: name, layout: "row", owner, pieces: [unit, hidden, ...(swapped ? [tile] : [])] as unknown as Piece[] } as Zone;
}

it("a battle is turned up tile by tile, the swapped tile last, and the camera is there", async () => {
  for (const viewport of [{ width: 1440, height: 900 }, phone]) {
    const { page, leave } = await visit(house, { viewport });
    // Time passes only when the test says so.
    await page.clock.install();
    const { act } = await seated(page, "bloodstones-middle", { taps: false });
    await page.clock.pauseAt(Date.now() + 600_000);
    const { zones = [], map } = fixture("bloodstones-middle").view.scene;
    const area = map!.areas.find((one) => one.pieces.length > 0)!.id;
    const tile = { name: "Cavalry", icon: "horse-head", corner: "4", text: "", tint: "gold" } as unknown as Face;
    act([["{s2} attacks {s3} in [=Somewhere].", { weight: "large", icon: "crossed-sabres", by: 2, on: [3], opens: true, touches: [area] }]], false, { zones: [...zones, side("attacker", 2, false), side("defender", 3, true)] });
    await page.locator("svg .staged").waitFor();
    await page.clock.runFor(1000);
    await page.locator(".battle").waitFor();
    // The battle is over by now; it is staged as it stood.
    act([
      ["{s3} swaps a tile into the battle.", { weight: "small", icon: "wax-seal", by: 3 }],
      ["{s2} shows [5], [3], [1]: [12] in all.", { weight: "large", icon: "perspective-dice-six-faces-random", by: 2 }],
      ["{s3} shows [6], [4], [2] (with [Cavalry]): [15] in all.", { weight: "large", icon: "horse-head", face: tile, by: 3 }],
      ["{s3} beats {s2} and scores [2].", { weight: "large", icon: "laurels", by: 3, on: [2] }],
    ]);
    const stones = (name: string) => page.locator(`[data-id="battle/${name}"] .stone`).allInnerTexts();
    const said = page.locator(".battle .said");
    // One tap for each line: the attack, the swap, the attacker's tiles.
    const tall = async () => (await page.locator(".battle").boundingBox())!.height;
    const before = await tall();
    await page.keyboard.press("Space");
    await said.getByText("swaps a tile").waitFor();
    await page.keyboard.press("Space");
    // The words have the total, which comes after the last tile.
    await page.clock.runFor(200);
    expect(await said.innerText()).toBe("");
    await page.clock.runFor(900);
    await said.getByText("shows 5").waitFor();
    expect(await tall()).toBe(before);
    await page.keyboard.press("Space");
    await expect.poll(() => said.innerText()).toBe("");
    expect([await stones("attacker"), await stones("defender")]).toEqual([["5", "3", "1"], ["?", "?"]]);
    await page.clock.runFor(300);
    await expect.poll(() => stones("defender")).toEqual(["6", "?"]);
    await page.clock.runFor(900);
    await page.locator('[data-id="battle/defender"] .final').waitFor();
    expect(await stones("defender")).toEqual(["6", "2"]);
    await said.getByText("shows 6").waitFor();
    expect(await page.locator(".stage .middle").count()).toBe(0);
    await page.keyboard.press("Space");
    await page.locator('.battle .lost[data-id="battle/attacker"]').waitFor();
    await page.getByRole("button", { name: "Show everything now" }).click();
    await page.locator(".battle").waitFor({ state: "detached" });
    await leave();
  }
});

it("the end uncovers everybody without a pause to read, and a button goes to the result", async () => {
  const cards = fixture("blood-bound-final").view.scene.zones!.find((zone) => zone.id === "characters")!.pieces;
  const shown = cards.map((piece): [string, Beat] => [`{s${piece.owner}} is uncovered.`, { weight: "medium", icon: "drop", on: [piece.owner!], face: { ...piece.face!, text: "A long text on a card, which nobody can read here, because only its picture is turned over." } }]);
  for (const hurry of [true, false]) {
    const { page, leave } = await visit(house);
    await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "0".repeat(64), contributions: [] } }));
    const { end } = await seated(page, "blood-bound-middle", { pace: "usual", tips: true });
    await page.keyboard.press("Space");
    await page.locator(".role").waitFor({ state: "detached" });
    end("blood-bound-final", shown);
    await page.locator(".strip.staged").waitFor();
    // Nothing gives the end away before it is told.
    expect(await page.locator(".prompt").innerText()).not.toMatch(/is over|To the result/);
    if (hurry) await page.locator(".prompt").getByRole("button", { name: "Show everything now" }).click();
    // All of it takes fourteen seconds; each card that is read would take six.
    await page.getByRole("button", { name: "Rematch" }).waitFor({ timeout: hurry ? 10_000 : 30_000 });
    await leave();
  }
});

it("the result comes to a player who still reads their role, and coming back from the bot puts the role away", async () => {
  const { page, leave } = await visit(house);
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "0".repeat(64), contributions: [] } }));
  const { end, sleep } = await seated(page, "blood-bound-middle", { pace: "usual", tips: true }, 2);
  await page.locator(".role").waitFor();
  sleep();
  await page.getByRole("button", { name: "I'm back" }).click();
  await page.locator(".role").waitFor({ state: "detached" });
  await page.locator(".goal").click();
  await page.locator(".role").waitFor();
  end("blood-bound-final", [["{s2} is uncovered.", { weight: "medium", icon: "drop", on: [2] }]]);
  await page.getByRole("button", { name: "Rematch" }).waitFor({ timeout: 10_000 });
  await leave();
});

it("the verdict waits for what led to it", async () => {
  for (const [game, shown] of [["bloodlust-middle", ".ask .stake"], ["bloodstones-middle", ".verdict"]] as const) {
    const { page, leave } = await visit(house);
    const { act } = await seated(page, game, { pace: "slow" });
    act([["{s3} strikes {s4}.", strike(3, 4)]], false, { verdict: "{s3} wins." });
    await page.locator(".stage").waitFor();
    await page.waitForTimeout(2500);
    expect(await page.locator(".stage").count()).toBe(1);
    expect(await page.locator(shown, { hasText: "wins." }).count(), game).toBe(0);
    await page.locator(shown, { hasText: "wins." }).waitFor();
    await leave();
  }
});

it("heading and goal wait for what led to them, and so does all that is told while a dialog is open", async () => {
  const { page, leave } = await visit(house);
  const { act } = await seated(page, "blood-bound-middle", { pace: "slow" });
  const heading = page.locator(".heading");
  const was = await heading.innerText();
  act([["{s3} strikes {s4}.", strike(3, 4)]], true, { heading: "Your turn", goal: "A new goal." });
  await page.locator(".stage").getByText("strikes").first().waitFor();
  await page.waitForTimeout(1200);
  expect(await page.locator(".stage").count()).toBe(1);
  expect(await heading.innerText()).toBe(was);
  expect(await page.locator(".goal", { hasText: "A new goal." }).count()).toBe(0);
  await page.locator(".goal", { hasText: "A new goal." }).waitFor();
  expect(await heading.innerText()).toBe("Your turn");
  await page.keyboard.press("r");
  const rules = page.getByRole("dialog", { name: "Rules" });
  await rules.waitFor();
  act([["{s5} strikes {s6}.", strike(5, 6)]]);
  await page.waitForTimeout(500);
  expect(await page.locator(".stage").count()).toBe(0);
  await page.keyboard.press("Escape");
  await rules.waitFor({ state: "detached" });
  await page.locator(".stage").getByText("strikes").first().waitFor();
  await leave();
});
