import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Visit, closeBrowser, visit, watch } from "./browser.ts";
import { House } from "./house.ts";
import { playByKeyboard, takeFirst } from "./player.ts";
import type { Frame } from "../src/wire.ts";
import { sitDown } from "./tables.ts";

// These tests kill the house, so each has its own.
let house: House;
beforeEach(async () => {
  house = await House.open();
});
afterEach(() => house.close());
afterAll(closeBrowser);

const words = (visit: Visit) => visit.page.locator(".prompt .words").innerText();

describe("a table recovers by itself", () => {
  it("after a reload in the middle of a decision", async () => {
    const me = await visit(house.url);
    await sitDown(me.page, "kings-blood");
    await me.page.locator(".prompt.asked").waitFor();
    const before = [await words(me), await me.page.locator(".page").getAttribute("data-revision")];
    await me.page.reload();
    await me.page.locator(".prompt.asked").waitFor();
    expect([await words(me), await me.page.locator(".page").getAttribute("data-revision")]).toEqual(before);
    await me.leave();
  });

  it("after the house was killed, with a decision made while it was down", async () => {
    const me = await visit(house.url);
    await sitDown(me.page, "bloodlust");
    await me.page.locator(".prompt.asked").waitFor();
    const revision = Number(await me.page.locator(".page").getAttribute("data-revision"));
    await house.kill();
    await me.page.locator(".connection .bad").waitFor();
    await takeFirst(me.page);
    await me.page.locator(".page[data-sending=true]").waitFor();
    await house.start();
    await me.page.waitForFunction(
      (was) => Number(document.querySelector<HTMLElement>(".page")?.dataset.revision) > was && document.querySelector(".page")?.getAttribute("data-sending") === "false",
      revision,
    );
    expect(await me.page.locator(".connection .bad").count()).toBe(0);
    await playByKeyboard(me.page, 9);
    // The browser logs every failed connection; nothing else may go wrong.
    const others = me.faults.filter((fault) => !/WebSocket|ERR_CONNECTION|Failed to load/.test(fault));
    expect(others).toEqual([]);
    await me.page.context().close();
  });

  it("in two tabs, which stay in step", async () => {
    const me = await visit(house.url);
    const table = await sitDown(me.page, "bloodlust");
    const second = await me.page.context().newPage();
    watch(second, house.url, me.faults);
    await second.goto(`/table/${table.id}`);
    for (const page of [me.page, second]) await page.locator(".prompt.asked").waitFor();
    const revision = Number(await second.locator(".page").getAttribute("data-revision"));
    await takeFirst(me.page);
    await second.waitForFunction((was) => Number(document.querySelector<HTMLElement>(".page")?.dataset.revision) > was, revision);
    await me.leave();
  });
});

describe("three browsers", () => {
  it("play against each other: invitation, seat, deal, chat, end", async () => {
    const host = await visit(house.url);
    await sitDown(host.page, "bloodlust", { kind: "invited" });
    const link = await host.page.locator(".gathering .copy input").inputValue();
    const guests: Visit[] = [];
    for (const i of [0, 1]) {
      const guest = await visit(house.url);
      await guest.page.goto(link);
      await guest.page.locator("#name").fill(`Guest ${i + 1}`);
      await guest.page.locator("button[type=submit]").click();
      await guest.page.locator(".gathering").waitFor();
      guests.push(guest);
    }
    await host.page.locator(".gathering .deal:not(:disabled)").click();
    const all = [host, ...guests];
    for (const { page } of all) await page.locator(".prompt").waitFor();

    await guests[0]!.page.keyboard.press("t");
    await guests[0]!.page.locator("aside form input").fill("The <b>sun</b> is late.");
    await guests[0]!.page.keyboard.press("Enter");
    await host.page.keyboard.press("t");
    await host.page.locator(".talk").getByText("The <b>sun</b> is late.").waitFor();
    await host.page.keyboard.press("Escape");
    await guests[0]!.page.locator(".tabs .close").click();

    await Promise.all(all.map(({ page }, i) => playByKeyboard(page, 20 + i)));
    const verdicts = await Promise.all(all.map(({ page }) => page.locator("dialog.end h2").innerText()));
    expect(verdicts.every((verdict) => verdict.length > 0)).toBe(true);
    for (const one of all) await one.leave();
  });
});

describe("a proxy that blocks WebSockets", () => {
  it("does not matter: the table comes as server-sent events", async () => {
    const me = await visit(house.url);
    await me.page.routeWebSocket(/\/socket$/, (socket) => socket.close());
    await sitDown(me.page, "bloodlust");
    await playByKeyboard(me.page, 6);
    expect(me.faults.filter((fault) => !/WebSocket/.test(fault))).toEqual([]);
    await me.page.context().close();
  });
});

describe("trouble is explained", () => {
  it("a seat that somebody else has taken", async () => {
    const host = await visit(house.url);
    await sitDown(host.page, "bloodlust", { kind: "invited" });
    const link = await host.page.locator(".gathering .copy input").inputValue();
    for (const sits of [true, true, false]) {
      const guest = await visit(house.url);
      await guest.page.goto(link);
      if (sits) {
        await guest.page.locator("button[type=submit]").click();
        await guest.page.locator(".gathering").waitFor();
      } else {
        await guest.page.getByText("This seat is taken").waitFor();
        await guest.page.getByRole("link", { name: "Watch" }).click();
        await guest.page.locator(".gathering").waitFor();
      }
      await guest.leave();
    }
    await host.leave();
  });

  it("leaving a seat: a bot takes over, and the player becomes a spectator", async () => {
    const me = await visit(house.url);
    await sitDown(me.page, "bloodlust");
    await me.page.locator(".prompt.asked").waitFor();
    await me.page.locator("aside .tabs button", { hasText: "Table" }).click();
    await me.page.getByRole("button", { name: "Leave for good" }).click();
    await me.page.locator("dialog.sure .act").click();
    await me.page.locator(".watch").waitFor();
    expect(await me.page.locator(".prompt.asked").count()).toBe(0);
    await me.leave();
  });

  it("a house that is down", async () => {
    const me = await visit(house.url);
    await me.page.goto("/");
    await me.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    });
    await house.kill();
    await me.page.goto("/settings");
    await me.page.getByText("The house cannot be reached").waitFor();
    await me.page.context().close();
  });

  it("an invalid invitation", async () => {
    const me = await visit(house.url);
    await me.page.goto("/join/nothing-like-it");
    await me.page.locator("[role=alert]").waitFor();
    expect((await me.page.locator("[role=alert]").innerText()).length).toBeGreaterThan(20);
    expect(me.faults.filter((fault) => !/Failed to load/.test(fault))).toEqual([]);
    await me.page.context().close();
  });

  it("a table that does not exist", async () => {
    const me = await visit(house.url);
    await me.page.goto("/table/no-such-table");
    await me.page.locator("[role=alert]").waitFor();
    await me.page.context().close();
  });

  it("a late decision: it is refused with a reason, and the game goes on", async () => {
    const me = await visit(house.url);
    // A slow connection: while held, nothing passes in either direction.
    let held: (() => void)[] | null = null;
    await me.page.routeWebSocket(/\/socket$/, (socket) => {
      const server = socket.connectToServer();
      const pass = (send: () => void) => (held ? held.push(send) : send());
      socket.onMessage((message) => pass(() => server.send(message)));
      server.onMessage((message) => pass(() => socket.send(message)));
    });
    const table = await sitDown(me.page, "bloodlust");
    await me.page.locator(".prompt.asked").waitFor();
    const frame = (await (await fetchAs(me, `/api/tables/${table.id}/frame`)).json()) as Frame;
    held = [];
    await takeFirst(me.page);
    const elsewhere = { type: "play", id: "elsewhere", revision: frame.revision, code: frame.view!.options[0]!.code };
    expect((await fetchAs(me, `/api/tables/${table.id}/commands`, elsewhere)).status).toBe(200);
    const waiting = held;
    held = null;
    waiting.forEach((send) => send());
    await me.page.locator(".connection .no").waitFor();
    await playByKeyboard(me.page, 2);
    await me.leave();
  });
});

/** A request with this person's cookie, outside the page's own connection. */
async function fetchAs(visit: Visit, path: string, body?: unknown): Promise<Response> {
  const cookies = await visit.page.context().cookies();
  return fetch(house.url + path, {
    method: body ? "POST" : "GET",
    headers: { cookie: cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; "), "content-type": "application/json", origin: house.url },
    body: body ? JSON.stringify(body) : undefined,
  });
}

