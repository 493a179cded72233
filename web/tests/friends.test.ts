import { afterAll, describe, expect, it } from "vitest";
import type { News } from "../src/wire.ts";
import { closeBrowser, laptop, small, visit } from "./browser.ts";
import { fixture, openShot, set, show, tableOf, telling } from "./fixture.ts";
import { at, house } from "./setup.ts";

// A table among friends: their clocks, their chat, and what a bot plays for whom.

afterAll(closeBrowser);

/** A table of three people, of whom this player is the first, and a clock. */
const friends = (one: ReturnType<typeof fixture>, each: (seat: number) => object = () => ({})) => ({
  clock: { kind: "live", each: 45, bank: 90 } as const,
  chairs: one.names.map((name, i) => ({ seat: i + 1, sitter: { kind: "person" as const, id: String(i), name: i === 0 ? "Anna" : name }, present: true, thinking: false, ...each(i + 1) })),
});
/** What is said at a table, as the house tells it. */
const saying = (one: ReturnType<typeof fixture>, change: object, texts: [seat: number, text: string][]): News => {
  const table = { ...tableOf(one), ...change };
  const items = texts.map(([seat, text]) => ({ seat, name: seat === 1 ? "Anna" : one.names[seat - 1]!, text, said_at: Date.now() }));
  return { type: "frame", revision: 1, now_at: Date.now(), table, view: one.view, story: { from: 0, items: one.story }, talk: { from: 0, items } };
};

describe("your role, among people with a clock", () => {
  it("gives way to your choices after ten seconds at most", async () => {
    const { page, leave } = await visit(house, laptop);
    await set(page, { pace: "once", tips: true });
    const one = fixture("bloodlust-middle");
    expect(one.view.waiting).toContain(1);
    await show(page, one, friends(one, (seat) => (seat === 1 ? { clock: { due_at: Date.now() + 60_000, bank: 30_000 } } : {})));
    await page.locator(".role").waitFor();
    await page.waitForTimeout(4000);
    expect(await page.locator(".role").count()).toBe(1);
    await page.locator(".role").waitFor({ state: "detached", timeout: 8000 });
    await leave();
  });

  it("stays as long as you like without a clock, and is gone when a bot stands in", async () => {
    const { page, leave } = await visit(house, laptop);
    await set(page, { pace: "once", tips: true });
    const one = fixture("bloodlust-middle");
    const tell = await telling(page, saying(one, friends(one), []));
    await page.locator(".role").waitFor();
    await page.waitForTimeout(11_000);
    expect(await page.locator(".role").count()).toBe(1);
    tell({ ...saying(one, friends(one, (seat) => (seat === 1 ? { stand_in: "easy" } : {})), []), revision: 2 } as News);
    await page.locator(".stand-in").waitFor();
    await page.locator(".role").waitFor({ state: "detached" });
    // Nor does it open over the bar after a reload.
    await page.evaluate(() => sessionStorage.clear());
    await openShot(page);
    await page.locator(".felt").waitFor();
    await leave();
  });
});

it("says who has left for good and who would like to end the game; leaving asks in a dialog of the page", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("bloodlust-middle");
  const seated = friends(one);
  await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "", contributions: [] } }));
  const tell = await telling(page, saying(one, seated, []));
  await page.locator(".felt").waitFor();
  const chairs = seated.chairs.map((chair) => (chair.seat === 2 ? { ...chair, sitter: { kind: "bot" as const, level: "easy", name: "Waldo" } } : chair));
  tell({ ...saying(one, { ...seated, chairs, cancel_votes: [3] }, []), revision: 2 } as News);
  await page.getByText(`${one.names[1]} has left. A bot plays on. ${one.names[2]} would like to end this game.`).waitFor();
  await page.getByRole("button", { name: "Table", exact: true }).first().click();
  await page.getByRole("button", { name: "Leave for good" }).click();
  const sure = page.getByRole("dialog", { name: "Really: Leave for good?" });
  await sure.getByRole("button", { name: "No" }).click();
  await sure.waitFor({ state: "detached" });
  expect(await page.evaluate(() => sessionStorage.getItem("sanguis.pending.shot"))).toBe(null);
  await leave();
});

it("on a phone an open panel says that it is your turn; a tap on that or on the table closes it", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodlust-middle");
  await show(page, one, friends(one, (seat) => (seat === 1 ? { clock: { due_at: Date.now() + 60_000, bank: 30_000 } } : {})));
  const [chat, side] = [page.getByRole("button", { name: "Chat" }).first(), page.locator(".side")];
  await chat.tap();
  await side.getByRole("button", { name: "Your turn" }).tap();
  await side.waitFor({ state: "detached" });
  await chat.tap();
  await side.locator(".own-clock").waitFor();
  await page.locator(".heading").tap();
  await side.waitFor({ state: "detached" });
  await leave();
});

it("while a bot plays for you nothing on the table is offered to you", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("bloodstones-middle");
  await show(page, one, friends(one));
  expect(await page.locator('.felt [data-state="lit"]').count()).toBeGreaterThan(0);
  await show(page, one, friends(one, (seat) => (seat === 1 ? { stand_in: "easy" } : {})));
  await page.locator(".stand-in").waitFor();
  expect(await page.locator('.felt [data-state="lit"], .felt .order button').count()).toBe(0);
  await leave();
});

it("says that your clock is paused while bots play for all the others", async () => {
  const { page, leave } = await visit(house, small);
  const one = fixture("bloodlust-middle");
  await show(page, one, friends(one, (seat) => (seat === 1 ? { clock: { bank: 30_000 } } : { stand_in: "easy" })));
  await page.locator(".own-clock", { hasText: "paused" }).waitFor();
  await show(page, one, friends(one, (seat) => (seat === 1 ? { clock: { bank: 30_000 } } : {})));
  await page.locator(".own-clock", { hasText: "bank" }).waitFor();
  await leave();
});

it("the chat mutes others by name, never yourself, and gives them back where their messages were", async () => {
  const { page, leave } = await visit(house, laptop);
  const one = fixture("bloodlust-middle");
  const other = one.names[1]!;
  await telling(page, saying(one, friends(one), [[1, "Hello"], [2, "Hi"], [2, "Good luck"], [1, "Thanks"]]));
  await page.locator("nav button[title^=Chat]").click();
  const talk = page.getByRole("log", { name: "Chat" });
  await talk.getByText("Good luck").waitFor();
  // Once for what somebody wrote in a row.
  expect(await talk.getByRole("button").allInnerTexts()).toEqual([`Mute ${other}`]);
  await talk.getByRole("button", { name: `Mute ${other}` }).click();
  expect(await talk.getByText("Good luck").count()).toBe(0);
  expect((await talk.locator("p").allInnerTexts())[1]).toContain(`You have muted ${other}. Not shown: 2.`);
  await talk.getByRole("button", { name: `Unmute ${other}` }).click();
  await talk.getByText("Good luck").waitFor();
  await leave();
});

it("the chat can be read and written beside the result", async () => {
  for (const size of [laptop, small]) {
    const { page, leave } = await visit(house, size);
    await set(page, { pace: "once", tips: false });
    const one = fixture("bloodlust-final");
    await page.route("**/fairness", (route) => route.fulfill({ json: { commitment: "0".repeat(64), contributions: [] } }));
    await telling(page, saying(one, { ...friends(one), stage: "finished" }, [[2, "gg"]]));
    await page.locator("dialog.end").waitFor();
    await page.locator("nav button[title^=Chat]").click();
    await page.getByRole("log", { name: "Chat" }).getByText("gg").waitFor();
    await page.getByRole("textbox", { name: "Message to the table" }).click();
    await page.keyboard.type("well played");
    expect(await page.getByRole("textbox", { name: "Message to the table" }).inputValue()).toBe("well played");
    await page.locator("aside .close").click();
    await page.locator("dialog.end .next button").click();
    await page.locator("dialog.end").waitFor({ state: "detached" });
    await leave();
  }
});
