import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TableInfo } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { type Visit, closeBrowser, visit } from "./browser.ts";
import { House } from "./house.ts";
import { playByKeyboard } from "./player.ts";
import { house } from "./setup.ts";
import { ask, games, sitDown } from "./tables.ts";

afterAll(closeBrowser);

const tableOf = (visit: Visit) => ask<TableInfo>(visit.page, "GET", `/api/tables/${new URL(visit.page.url()).pathname.split("/")[2]}`);
const sitters = (table: TableInfo) => table.chairs.map((chair) => chair.sitter);
const rematch = (visit: Visit) => visit.page.locator("dialog.end .rematch button.act");

/** A host and friends who come by the one link. */
async function gather(names: string[]): Promise<Visit[]> {
  const host = await visit(house);
  await host.page.goto("/");
  await ask(host.page, "PUT", "/api/me", { name: "Edda" });
  await sitDown(host.page, "bloodlust", { kind: "invited" }, { clock: { kind: "live", each: 30, bank: 120 } });
  const link = await host.page.locator(".invite .copy input").inputValue();
  const all = [host];
  for (const name of names) {
    const guest = await visit(house);
    await guest.page.goto(link);
    await guest.page.getByText("Edda invites you to BloodLust.").waitFor();
    expect(await faults(guest.page)).toEqual([]);
    // The button is in sight without scrolling, on a small phone too.
    const size = guest.page.viewportSize()!;
    await guest.page.setViewportSize({ width: 360, height: 640 });
    const sit = (await guest.page.locator("button[type=submit]").boundingBox())!;
    expect(sit.y + sit.height).toBeLessThanOrEqual(640);
    await guest.page.setViewportSize(size);
    await guest.page.locator("#name").fill(name);
    await guest.page.locator("button[type=submit]").click();
    await guest.page.locator(".gathering").waitFor();
    all.push(guest);
  }
  await host.page.locator(".gathering .deal:not(:disabled)").click();
  for (const { page } of all) await page.locator(".prompt").waitFor();
  return all;
}

describe("an evening of three", () => {
  it("rematch by one click each; nobody waits for the one who has fallen asleep", async () => {
    const all = await gather(["Bertram", "Cosima"]);
    const [host, awake, asleep] = all as [Visit, Visit, Visit];
    const first = await tableOf(host);
    await Promise.all(all.map(({ page }, i) => playByKeyboard(page, 20 + i)));

    // Everybody clicks once, in any order, and the cards are dealt at once.
    await rematch(awake).click();
    await host.page.locator(".rematch").getByText("Bertram wants a rematch.").waitFor();
    expect(await faults(host.page)).toEqual([]);
    await rematch(host).click();
    await rematch(asleep).click();
    const begin = Date.now();
    for (const { page } of all) await page.locator(".page[data-stage=playing] .prompt").waitFor();
    expect(Date.now() - begin).toBeLessThan(15_000);
    const second = await tableOf(host);
    expect(second.id).not.toBe(first.id);
    expect([sitters(second), second.options, second.clock, second.timeout]).toEqual([sitters(first), first.options, first.clock, first.timeout]);
    for (const one of all) expect((await tableOf(one)).id).toBe(second.id);
    await Promise.all(all.map(({ page }, i) => playByKeyboard(page, 30 + i)));

    // Cosima does nothing: the house waits a moment, then a bot plays for her.
    await rematch(host).click();
    await host.page.locator(".gathering .soon").waitFor();
    expect(await faults(host.page)).toEqual([]);
    await rematch(awake).click();
    await host.page.locator(".gathering li", { hasText: "Cosima" }).getByText("not here yet").waitFor();
    for (const { page } of [host, awake]) await page.locator(".page[data-stage=playing] .prompt").waitFor({ timeout: 30_000 });
    const third = await tableOf(host);
    expect(sitters(third)).toEqual(sitters(first));
    expect(third.chairs.map((chair) => !!chair.stand_in)).toEqual([false, false, true]);
    // She wakes up: the end of the last game leads her to her chair, which is hers again.
    await asleep.page.getByText("A bot plays for you until you come").waitFor();
    await rematch(asleep).click();
    await asleep.page.locator(".page[data-stage=playing] .prompt").waitFor();
    await host.page.getByText("Cosima is back.").waitFor();
    expect((await tableOf(asleep)).chairs[2]!.stand_in).toBeUndefined();
    await Promise.all(all.map(({ page }, i) => playByKeyboard(page, 40 + i)));
    // A late visitor of the finished game is told that the rematch is over, too, not that a bot plays there.
    await asleep.page.goto(`/table/${second.id}`);
    await asleep.page.getByText("The rematch is over.").waitFor();

    // Cosima says no: nobody waits for her, and a bot has her seat.
    await rematch(host).click();
    await asleep.page.goto(`/table/${third.id}`);
    await asleep.page.getByRole("button", { name: "Not this time" }).click();
    await asleep.page.getByText("The others play without you.").waitFor();
    expect(await faults(asleep.page)).toEqual([]);
    await rematch(awake).click();
    for (const { page } of [host, awake]) await page.locator(".page[data-stage=playing] .prompt").waitFor({ timeout: 15_000 });
    expect(sitters(await tableOf(host)).map(({ kind }) => kind)).toEqual(["person", "person", "bot"]);
    for (const one of all) await one.leave();
  });
});

describe("your own seat", () => {
  // With bots that take their time: otherwise the game may be over before we are back.
  let slow: House;
  beforeAll(async () => void (slow = await House.open({ botPause: 1500 })));
  afterAll(() => slow.close());
  for (const game of games) {
    it(`shows your clock in ${game}, and a bar while a bot plays for you`, async () => {
      const me = await visit(slow.url);
      await sitDown(me.page, game, undefined, { clock: { kind: "live", each: 2, bank: 1 } });
      await me.page.locator(".own-clock.running").waitFor();
      const box = (await me.page.locator(".own-clock").boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(900);
      const felt = await me.page.locator(".felt").boundingBox();
      const bar = me.page.getByRole("status", { name: "Your seat" });
      await bar.getByText("A bot plays for you.").waitFor();
      expect((await bar.boundingBox())!.width).toBe(felt!.width);
      expect(await me.page.locator(".felt").boundingBox()).toEqual(felt);
      // Only the bar: the bot goes on playing on the table.
      expect(await faults(me.page, ".stand-in")).toEqual([]);
      await me.page.getByRole("button", { name: "I'm back" }).click();
      await me.page.locator(".prompt").waitFor();
      await me.leave();
    });
  }
});

describe("the waiting room", () => {
  it("shows host, clock and options, one link with a QR code, and warns of an address that leads nowhere", async () => {
    const host = await visit(house, { viewport: { width: 360, height: 640 } });
    await host.page.goto("/");
    await ask(host.page, "PUT", "/api/me", { name: "Edda" });
    await sitDown(host.page, "bloodwood", { kind: "invited" }, { clock: { kind: "live", each: 45, bank: 300 } });
    const room = host.page.locator(".gathering");
    await room.getByText("45 s per decision, 300 s in the bank").waitFor();
    await room.locator(".facts", { hasText: "Host" }).getByText("Edda").waitFor();
    await room.locator("dt", { hasText: "Rounds" }).waitFor();
    await room.getByRole("img", { name: "QR code" }).waitFor();
    await room.getByText("it works on this computer only").waitFor();
    expect(await room.locator(".copy").count()).toBe(1);
    expect(await faults(host.page)).toEqual([]);
    expect(await host.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await host.leave();
  });
});
