import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { closeBrowser, openBrowser, phone, visit } from "./browser.ts";
import { House } from "./house.ts";
import { TIMEOUT, dice, spotToClick } from "./player.ts";
import type { GameId } from "../src/shelf.ts";
import { games, sitDown } from "./tables.ts";

// How long an update takes to be drawn on a phone, from its arrival to the finished paint: by the clock, with Chromium's CPU throttled
// four times; and in CPU time of the page's main thread at full speed, times four, which hardly depends on what else the machine does
// (throttled it would: Chromium also stretches the time that other programs take).
// Some parts are deferred by a paint or more, so there are two figures each: until the first paint, and until the last.
// Figures, not tests: they depend on the machine. `TRACE=folder` keeps the traces for Chromium's profiler.

/** How many times slower a phone is. */
const SLOWER = 4;
/** Taps per game and speed. */
const TAPS = Number(process.env.TAPS ?? 20);

let house: House;
beforeAll(async () => {
  // Bots pause between moves, as they do with people.
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
    const clock = (found: (update: Update) => Cost) => summary(slowed.map((update) => found(update).clock));
    const processor = (found: (update: Update) => Cost) => summary(worked.map((update) => found(update).processor * SLOWER));
    console.log(`figure: ${game} drawn, ${SLOWER} times slower: clock ${clock((update) => update.first)}; processor ${processor((update) => update.first)}`);
    console.log(`figure: ${game} all there, ${SLOWER} times slower: clock ${clock((update) => update.whole)}; processor ${processor((update) => update.whole)}`);
  });
}

function summary(times: number[]): string {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${times.length}`;
}

/** Plays one game after another until there were enough taps. */
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
      // If several are asked at once, another player's answer may have ended the question.
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
 * Waits until you are asked and everything is drawn. Polls rarely, because the test's own work in the page would be counted, too.
 * Returns whether the game goes on.
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
 * Runs in the page: marks the arrival of each frame, the start of its first paint, and the start of each later paint in which more
 * of the table changes.
 */
function markUpdates(): void {
  const Native = window.WebSocket;
  let count = 0;
  let since = 0;
  /** Changes later than this are not part of an update: a floating text has gone, a clock has ticked. */
  const PART = 300;
  const observer = new MutationObserver(() => {
    const number = count - 1;
    if (number < 0 || performance.now() - since > PART) return;
    requestAnimationFrame(() => performance.mark(`more ${number}`));
  });
  addEventListener("DOMContentLoaded", () =>
    // Only visible changes: no names for screen readers, no attributes for tests.
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
          if (!/^\{"type":"(frame|changes)"/.test(String(event.data))) return listener.call(this, event);
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

/** An event of Chromium's trace; times in microseconds. */
interface Event {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

/** Time from an arrival to a paint, in milliseconds. */
interface Cost {
  clock: number;
  processor: number;
}

interface Update {
  /** Until the first paint. */
  first: Cost;
  /** Until the paint that completes it. */
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
    // The last step of a paint on the main thread.
    const picture = work.find((event) => event.name === "Layerize" && event.ts >= begun);
    if (!picture) return null;
    let processor = 0;
    let until = 0;
    for (const event of work) {
      // The task in which the frame arrived began a little earlier. Nested events are counted with their parent.
      if (end(event) < from.ts || event.ts > picture.ts || event.ts < until) continue;
      processor += event.tdur ?? 0;
      until = end(event);
    }
    return { clock: (end(picture) - from.ts) / 1000, processor: processor / 1000 };
  }
}
