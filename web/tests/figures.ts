import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { closeBrowser, openBrowser, phone, visit } from "./browser.ts";
import { House } from "./house.ts";
import { TIMEOUT, dice, spotToClick } from "./player.ts";
import type { GameId } from "../src/shelf.ts";
import { games, sitDown } from "./tables.ts";

// How long it takes until an update is drawn, from its arrival to the picture that is handed over, on a phone: by the clock, with a
// processor that Chromium slows down four times; and in processor time of the page's own thread at full speed, times four, which says
// nearly the same while other programs are busy (slowed down it would not: Chromium also makes up for time that others took).
// What is looked at last comes a picture or more later, so there are two figures each: for the first picture, and for the one with which
// all is there.
// Figures, not tests: they depend on the machine. `TRACE=folder` keeps what Chromium did, to be opened in its profiler.

/** How much slower a phone is. */
const SLOWER = 4;
/** How often a finger taps in each game, at either speed. */
const TAPS = Number(process.env.TAPS ?? 20);

let house: House;
beforeAll(async () => {
  // Bots take a breath between moves, as they do where people play.
  house = await House.open({ botPause: 250 });
});
afterAll(async () => {
  await closeBrowser();
  await house.close();
});

for (const game of games) {
  it(game, async () => {
    const slowed = await updates(game, SLOWER);
    const worked = await updates(game, 1);
    const clock = (found: (update: Update) => Cost) => told(slowed.map((update) => found(update).clock));
    const processor = (found: (update: Update) => Cost) => told(worked.map((update) => found(update).processor * SLOWER));
    console.log(`figure: ${game} drawn, ${SLOWER} times slower: clock ${clock((update) => update.first)}; processor ${processor((update) => update.first)}`);
    console.log(`figure: ${game} all there, ${SLOWER} times slower: clock ${clock((update) => update.whole)}; processor ${processor((update) => update.whole)}`);
  });
}

function told(times: number[]): string {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${times.length}`;
}

/** Plays, one game after the other, until the finger has tapped often enough. */
async function updates(game: GameId, rate: number): Promise<Update[]> {
  const found: Update[] = [];
  for (let left = TAPS, round = 1; left > 0; round++) {
    const { page, leave } = await visit(house.url, { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: "no-preference" });
    await page.addInitScript(markUpdates);
    await sitDown(page, game);
    await page.locator(".prompt.asked").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const browser = await openBrowser();
    await browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing"] });
    const roll = dice(12 + round);
    for (; left > 0 && (await quiet(page)); left--) {
      const spot = await spotToClick(page, roll);
      // Where several are asked at once, another's answer may have ended the question meanwhile.
      if (spot) await page.touchscreen.tap(spot.x, spot.y);
    }
    await quiet(page);
    const trace = await browser.stopTracing();
    if (process.env.TRACE) {
      mkdirSync(process.env.TRACE, { recursive: true });
      writeFileSync(join(process.env.TRACE, `${game}-${rate}x-${round}.json`), trace);
    }
    found.push(...measure((JSON.parse(trace.toString()) as { traceEvents: Event[] }).traceEvents));
    await leave();
  }
  return found;
}

/**
 * Waits until something is asked and all is drawn, without looking too often: what the test does in the page must not be counted
 * with what the page does. Is the game still on?
 */
async function quiet(page: Page): Promise<boolean> {
  const still = () => {
    const { updates } = window as unknown as { updates: { underway: number; last: number } };
    return updates.underway === 0 && performance.now() - updates.last > 400 && document.querySelector(".prompt.asked, dialog:is([open], :popover-open)") != null;
  };
  await page.waitForFunction(still, undefined, { polling: 200, timeout: TIMEOUT });
  return (await page.locator("dialog.end[open]").count()) === 0;
}

/**
 * Runs in the page: marks the arrival of each frame, when the browser begins to make its picture, and when it begins to make each
 * picture after that one in which more of the table changes.
 */
function markUpdates(): void {
  const Native = window.WebSocket;
  let count = 0;
  let since = 0;
  /** What is changed longer after an update than this is no part of it: what floated up is gone again, a clock has gone on. */
  const PART = 300;
  const observer = new MutationObserver(() => {
    const number = count - 1;
    if (number < 0 || performance.now() - since > PART) return;
    requestAnimationFrame(() => performance.mark(`more ${number}`));
  });
  addEventListener("DOMContentLoaded", () =>
    // What nobody sees is no part of the picture: names for screen readers, what tests read.
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["class", "style", "data-state", "data-faint", "data-tint"] }),
  );
  const updates = { underway: 0, last: 0 };
  Object.assign(window, { updates });
  addEventListener("pointerdown", () => (updates.last = performance.now()), true);
  window.WebSocket = class extends Native {
    override set onmessage(listener: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listener &&
        ((event: MessageEvent) => {
          if (!String(event.data).startsWith('{"type":"frame"')) return listener.call(this, event);
          const number = count++;
          since = performance.now();
          updates.underway += 1;
          performance.mark(`arrived ${number}`);
          listener.call(this, event);
          requestAnimationFrame(() => {
            performance.mark(`drawing ${number}`);
            updates.underway -= 1;
            updates.last = performance.now();
          });
        });
    }
  };
}

/** A line of Chromium's trace; times in microseconds. */
interface Event {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** What lies between an arrival and a picture, in milliseconds. */
interface Cost {
  clock: number;
  processor: number;
}

interface Update {
  /** Until its first picture. */
  first: Cost;
  /** Until the picture with which all of it is there. */
  whole: Cost;
}

function measure(events: Event[]): Update[] {
  const arrived = events.filter((event) => event.name.startsWith("arrived "));
  const drawing = new Map(events.filter((event) => event.name.startsWith("drawing ")).map((event) => [event.name.slice(8), event.ts]));
  const more = new Map<string, Event[]>();
  for (const event of events.filter((event) => event.name.startsWith("more "))) more.set(event.name.slice(5), [...(more.get(event.name.slice(5)) ?? []), event]);
  const thread = arrived[0];
  const work = events.filter((event) => event.ph === "X" && event.pid === thread?.pid && event.tid === thread.tid).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const end = (event: Event) => event.ts + (event.dur ?? 0);
  return arrived.flatMap((from) => {
    const begun = drawing.get(from.name.slice(8));
    if (begun === undefined) return [];
    const last = Math.max(begun, ...(more.get(from.name.slice(8)) ?? []).map((event) => event.ts));
    const [first, whole] = [cost(from, begun), cost(from, last)];
    return first ? { first, whole: whole ?? first } : [];
  });

  function cost(from: Event, begun: number): Cost | null {
    // The last that the page's own thread does for a picture: it hands over layers, styled, laid out and painted.
    const picture = work.find((event) => event.name === "Layerize" && event.ts >= begun);
    if (!picture) return null;
    let processor = 0;
    let until = 0;
    for (const event of work) {
      // The task in which the frame arrived has begun a little earlier; what is part of another piece of work is counted with that.
      if (end(event) < from.ts || event.ts > picture.ts || event.ts < until) continue;
      processor += event.tdur ?? 0;
      until = end(event);
    }
    return { clock: (end(picture) - from.ts) / 1000, processor: processor / 1000 };
  }
}
