import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { closeBrowser, openBrowser, phone, visit } from "./browser.ts";
import { House } from "./house.ts";
import { playByKeyboard } from "./player.ts";
import { games, sitDown } from "./tables.ts";

// How long it takes until an update is drawn, on a phone whose processor is a quarter as fast: by the clock, and in processor time
// of the page's own thread, which says the same when other programs are busy. Figures, not tests: they depend on the machine.
// `TRACE=folder` keeps what Chromium did, to be opened in its profiler.

let house: House;
beforeAll(async () => {
  // Bots take a breath between moves, as they do where people play.
  house = await House.open({ botPause: 250 });
});
afterAll(async () => {
  await closeBrowser();
  await house.close();
});

for (const game of Object.keys(games)) {
  it(game, async () => {
    const { page, leave } = await visit(house.url, { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: "no-preference" });
    await page.addInitScript(markUpdates);
    await sitDown(page, game);
    await page.locator(".prompt.asked").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const browser = await openBrowser();
    await browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing"] });
    await playByKeyboard(page, 13, 25).catch((error: Error) => {
      if (!error.message.includes("not over")) throw error;
    });
    const trace = await browser.stopTracing();
    if (process.env.TRACE) {
      mkdirSync(process.env.TRACE, { recursive: true });
      writeFileSync(join(process.env.TRACE, `${game}.json`), trace);
    }
    const updates = measure((JSON.parse(trace.toString()) as { traceEvents: Event[] }).traceEvents);
    const told = (["clock", "processor"] as const).map((kind) => {
      const times = updates.map((update) => update[kind]).sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0);
      return `${kind} median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
    });
    console.log(`figure: ${game} drawn at 4x throttle, ${updates.length} updates: ${told.join("; ")}`);
    await leave();
  });
}

/** Runs in the page: marks the arrival of each frame, and when its picture has been handed over. */
function markUpdates(): void {
  const Native = window.WebSocket;
  let count = 0;
  window.WebSocket = class extends Native {
    override set onmessage(listener: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listener &&
        ((event: MessageEvent) => {
          if (!String(event.data).startsWith('{"type":"frame"')) return listener.call(this, event);
          const number = count++;
          performance.mark(`arrived ${number}`);
          listener.call(this, event);
          // A message that is sent while a picture is made arrives when it is done.
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => performance.mark(`drawn ${number}`);
            channel.port2.postMessage(0);
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

/** What lies between each arrival and its picture, in milliseconds. */
function measure(events: Event[]): { clock: number; processor: number }[] {
  const arrived = events.filter((event) => event.name.startsWith("arrived "));
  const drawn = new Map(events.filter((event) => event.name.startsWith("drawn ")).map((event) => [event.name.slice(6), event.ts]));
  const thread = arrived[0];
  const work = events.filter((event) => event.ph === "X" && event.pid === thread?.pid && event.tid === thread.tid).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  return arrived.flatMap((from) => {
    const to = drawn.get(from.name.slice(8));
    if (to === undefined) return [];
    let processor = 0;
    let until = 0;
    for (const event of work) {
      // The task in which the frame arrived has begun a little earlier; what is part of another piece of work is counted with that.
      if (event.ts + (event.dur ?? 0) < from.ts || event.ts > to || event.ts < until) continue;
      processor += event.tdur ?? 0;
      until = event.ts + (event.dur ?? 0);
    }
    return { clock: (to - from.ts) / 1000, processor: processor / 1000 };
  });
}
