import { afterAll, beforeAll, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { closeBrowser, openBrowser, phone, visit } from "./browser.ts";
import { House } from "./house.ts";
import { playByKeyboard } from "./player.ts";
import { games, sitDown } from "./tables.ts";

// How long it takes until an update is drawn, on a phone whose processor is a quarter as fast. A figure, not a test: it depends on
// the machine. `TRACE=folder` writes what Chromium did all the time, to be opened in its own profiler.

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
    await page.addInitScript(takeTimes);
    await sitDown(page, game);
    await page.locator(".prompt.asked").waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const traced = process.env.TRACE ? await trace(await openBrowser(), page, `${process.env.TRACE}/${game}.json`) : null;
    await page.evaluate(() => ((window as unknown as { drawn: number[] }).drawn.length = 0));
    await playByKeyboard(page, 13, Number(process.env.DECISIONS ?? 12)).catch((error: Error) => {
      if (!error.message.includes("not over")) throw error;
    });
    await traced?.();
    const times = (await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn)).sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0);
    console.log(`figure: ${game} drawn at 4x throttle: ${times.length} updates, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
    await leave();
  });
}

/** Runs in the page: measures from the arrival of a frame until its picture has been handed over. */
function takeTimes(): void {
  const times: number[] = ((window as unknown as { drawn: number[] }).drawn = []);
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    override set onmessage(listener: ((event: MessageEvent) => void) | null) {
      super.onmessage =
        listener &&
        ((event: MessageEvent) => {
          const arrived = performance.now();
          if (!String(event.data).startsWith('{"type":"frame"')) return listener.call(this, event);
          performance.mark("arrived");
          listener.call(this, event);
          // A message that is sent while a picture is made arrives when it is done.
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => {
              performance.mark("drawn");
              times.push(performance.now() - arrived);
            };
            channel.port2.postMessage(0);
          });
        });
    }
  };
}

async function trace(browser: Browser, page: Page, path: string): Promise<() => Promise<void>> {
  await browser.startTracing(page, { path, categories: ["devtools.timeline", "blink.user_timing", "disabled-by-default-v8.cpu_profiler"] });
  return async () => void (await browser.stopTracing());
}
