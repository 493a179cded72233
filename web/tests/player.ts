import type { Page } from "playwright-core";

/** A machine with other things to do may take its time; a game that is stuck is stuck for good. */
export const TIMEOUT = 45_000;

/** What a player sees of the table at a snapshot. */
interface Snapshot {
  over: boolean;
  asked: boolean;
  sending: boolean;
  choosing: boolean;
  /** Changes with everything that a click can change. */
  sign: string;
}

/** Runs in the page, before anything of ours: the page's own rules allow no text to become code later. */
export function installSnapshot(): void {
  (window as unknown as { snapshot: () => Snapshot }).snapshot = () => {
    const root = document.querySelector<HTMLElement>(".page");
    const picked = [...document.querySelectorAll<HTMLElement>(".felt [data-state=picked]")].map((node) => node.dataset.id).join(",");
    const choosing = document.querySelector("dialog.chooser:is([open], :popover-open)") != null;
    const sending = root?.dataset.sending === "true";
    return {
      over: root?.dataset.stage === "finished" && document.querySelector("dialog.end[open]") != null,
      asked: document.querySelector(".prompt.asked") != null,
      sending,
      choosing,
      sign: [root?.dataset.revision, picked, choosing, sending, document.querySelector(".felt")?.textContent, document.querySelector(".prompt")?.textContent].join("|"),
    };
  };
}

function snapshot(page: Page): Promise<Snapshot> {
  return page.evaluate(() => (window as unknown as { snapshot: () => Snapshot }).snapshot());
}

/** Waits until the house has answered and something is asked again, or all is over. */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const now = (window as unknown as { snapshot: () => Snapshot }).snapshot();
        return !now.sending && (now.over || now.asked || now.choosing);
      },
      undefined,
      { timeout: TIMEOUT },
    )
    .catch(async (error: unknown) => {
      throw new Error(`The table stands still: ${JSON.stringify(await snapshot(page))}`, { cause: error });
    });
}

/** A table may take a click without changing: a second tap on the same stack. Not time and again. */
const MAX_IDLE = 40;

/** Counts what changes nothing. */
class StallDetector {
  #idle = 0;

  async after(page: Page, sign: string, what: string): Promise<void> {
    // By the second picture everything that a click does by itself has been drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await settled(page);
    this.#idle = (await snapshot(page)).sign === sign ? this.#idle + 1 : 0;
    if (this.#idle >= MAX_IDLE) throw new Error(`Nothing happens any more, last after ${what}: ${await page.locator(".prompt").innerText()}`);
  }
}

/** Dice that fall the same way every time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

interface Spot {
  x: number;
  y: number;
  /** What is there. */
  what: string;
}

/** Where a mouse could click now: glowing things that are not covered, the chooser's lines, and buttons of the prompt. */
function spots(page: Page): Promise<{ lit: Spot[]; buttons: Spot[] }> {
  return page.evaluate(() => {
    const reachable = (node: Element): { x: number; y: number; what: string } | null => {
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = node.getBoundingClientRect();
      // The middle of a shape may lie outside of it: a few more places are tried.
      for (const [fx, fy] of [[0.5, 0.5], [0.5, 0.15], [0.25, 0.5], [0.75, 0.5], [0.5, 0.8], [0.1, 0.1]] as const) {
        const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
        const hit = document.elementFromPoint(x, y);
        if (hit && (hit === node || node.contains(hit)) && hit.closest("[data-state=lit], [data-state=picked], button") === node) return { x, y, what: node.getAttribute("data-id") ?? node.textContent ?? "" };
      }
      return null;
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)].map(reachable).filter((spot) => spot != null);
    const chooser = document.querySelector("dialog.chooser:is([open], :popover-open)");
    if (chooser) return { lit: [], buttons: all("dialog.chooser:is([open], :popover-open) button") };
    const lit = all(".felt [data-state=lit]");
    const buttons = all(".prompt .options button:not(:disabled)");
    // What is picked can be taken up again, or, where there are several of it, once more.
    return { lit: lit.length + buttons.length > 0 ? lit : all(".felt [data-state=picked]"), buttons };
  });
}

/** Where to click next: on the table first; on the prompt's buttons only now and then, or where the table has nothing to click. */
export async function spotToClick(page: Page, roll: (sides: number) => number): Promise<Spot | undefined> {
  const { lit, buttons } = await spots(page);
  const from = lit.length > 0 && (buttons.length === 0 || roll(3) > 0) ? lit : buttons;
  return from[roll(from.length)];
}

/** Plays with the mouse alone: a whole game, or until something else is seen. Says how many clicks that took. */
export async function playByMouse(page: Page, seed: number, most = 2000, until = (now: Snapshot) => now.over): Promise<number> {
  const roll = dice(seed);
  const stall = new StallDetector();
  let clicks = 0;
  for (; clicks < most; clicks++) {
    const now = await snapshot(page);
    if (until(now)) return clicks;
    if (now.over) throw new Error(`The game is over after ${clicks} clicks, and what was waited for did not come.`);
    if (!now.choosing && (!now.asked || now.sending)) {
      await settled(page);
      continue;
    }
    const spot = await spotToClick(page, roll);
    if (!spot) throw new Error(`Asked, but there is nothing to click: ${await page.locator(".prompt").innerText()}`);
    await page.mouse.click(spot.x, spot.y);
    await stall.after(page, now.sign, spot.what);
  }
  throw new Error(`The game is not over after ${most} clicks.`);
}

/** Takes the first option with the keyboard: by its number, or from the list where the table shows the options itself. */
export async function takeFirst(page: Page): Promise<void> {
  if ((await page.locator(".prompt .options button").count()) > 0) return page.keyboard.press("1");
  await page.keyboard.press("o");
  await page.locator(".prompt input").waitFor();
  await page.keyboard.press("Enter");
}

/** Plays a whole game with the keyboard alone: number keys, and the searchable list for the rest. */
export async function playByKeyboard(page: Page, seed: number, most = 2000): Promise<number> {
  const roll = dice(seed);
  const stall = new StallDetector();
  let keys = 0;
  for (; keys < most; keys++) {
    const now = await snapshot(page);
    if (now.over) return keys;
    if (!now.choosing && (!now.asked || now.sending)) {
      await settled(page);
      continue;
    }
    const shown = await page.locator(".prompt .options button").count();
    const many = (await page.locator(".prompt button[aria-expanded]").count()) > 0;
    let key = "o";
    if (now.choosing) {
      key = "Tab";
      for (let step = 1 + roll(4); step > 0; step--) await page.keyboard.press(key);
      await page.keyboard.press("Enter");
    } else if (shown > 0 && (!many || roll(4) === 0)) {
      key = String(1 + roll(Math.min(9, shown)));
      await page.keyboard.press(key);
    } else {
      // Opens the list, walks into it, and takes what the finger falls on.
      const field = page.locator(".prompt input");
      if ((await field.count()) === 0) await page.keyboard.press(key);
      await field.waitFor();
      const listed = await page.locator(".prompt .options button").count();
      for (let step = 1 + roll(Math.min(8, listed)); step > 0; step--) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    }
    await stall.after(page, now.sign, key);
  }
  throw new Error(`The game is not over after ${most} keys.`);
}
