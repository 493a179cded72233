import type { Page } from "playwright-core";

/** Generous, because the machine may be busy; a game that is stuck stays stuck. */
export const TIMEOUT = 45_000;

/** The state of the page, in short. */
interface Snapshot {
  over: boolean;
  asked: boolean;
  sending: boolean;
  choosing: boolean;
  /** Changes whenever a click has an effect. */
  fingerprint: string;
}

/** Runs in the page before our code; later its content security policy would forbid it. */
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
      fingerprint: [root?.dataset.revision, picked, choosing, sending, document.querySelector(".felt")?.textContent, document.querySelector(".prompt")?.textContent].join("|"),
    };
  };
}

function snapshot(page: Page): Promise<Snapshot> {
  return page.evaluate(() => (window as unknown as { snapshot: () => Snapshot }).snapshot());
}

/** Waits until the house has answered and you are asked again, or the game is over. */
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
      throw new Error(`The table is stuck: ${JSON.stringify(await snapshot(page))}`, { cause: error });
    });
}

/** A click may change nothing, such as a second tap on the same stack; but not this often in a row. */
const MAX_IDLE = 40;

/** Counts clicks and keys in a row that change nothing. */
class StallDetector {
  #idle = 0;

  async after(page: Page, fingerprint: string, what: string): Promise<void> {
    // By the second paint everything that a click does locally is drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await settled(page);
    this.#idle = (await snapshot(page)).fingerprint === fingerprint ? this.#idle + 1 : 0;
    if (this.#idle >= MAX_IDLE) throw new Error(`Nothing changes any more, last after ${what}: ${await page.locator(".prompt").innerText()}`);
  }
}

/** Seeded dice. */
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

/** Where a mouse can click now: lit elements that are not covered, the chooser's lines, and the prompt's buttons. */
function spots(page: Page): Promise<{ lit: Spot[]; buttons: Spot[] }> {
  return page.evaluate(() => {
    const reachable = (node: Element): { x: number; y: number; what: string } | null => {
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = node.getBoundingClientRect();
      // The centre of a shape may lie outside it: try a few more points.
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
    // A picked element can be picked again, to drop it or to take another of its kind.
    return { lit: lit.length + buttons.length > 0 ? lit : all(".felt [data-state=picked]"), buttons };
  });
}

/** Where to click next: usually on the table; on the prompt's buttons now and then, or if the table has nothing to click. */
export async function spotToClick(page: Page, roll: (sides: number) => number): Promise<Spot | undefined> {
  const { lit, buttons } = await spots(page);
  const from = lit.length > 0 && (buttons.length === 0 || roll(3) > 0) ? lit : buttons;
  return from[roll(from.length)];
}

/** Plays with the mouse alone until the game is over or `until` holds. Returns the number of clicks. */
export async function playByMouse(page: Page, seed: number, most = 2000, until = (now: Snapshot) => now.over): Promise<number> {
  const roll = dice(seed);
  const stall = new StallDetector();
  let clicks = 0;
  for (; clicks < most; clicks++) {
    const now = await snapshot(page);
    if (until(now)) return clicks;
    if (now.over) throw new Error(`The game ended after ${clicks} clicks without what the test waits for.`);
    if (!now.choosing && (!now.asked || now.sending)) {
      await settled(page);
      continue;
    }
    const spot = await spotToClick(page, roll);
    if (!spot) throw new Error(`There is nothing to click: ${await page.locator(".prompt").innerText()}`);
    await page.mouse.click(spot.x, spot.y);
    await stall.after(page, now.fingerprint, spot.what);
  }
  throw new Error(`The game is not over after ${most} clicks.`);
}

/** Takes the first option by keyboard: by its number, or from the list if the table shows the options itself. */
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
      // Open the list, tab to one of its options, and take it.
      const field = page.locator(".prompt input");
      if ((await field.count()) === 0) await page.keyboard.press(key);
      // The question may have changed under the key, which closes the list: then look again.
      const open = await field.waitFor({ timeout: 5000 }).then(() => true, () => false);
      if (!open) {
        await stall.after(page, now.fingerprint, key);
        continue;
      }
      const listed = await page.locator(".prompt .options button").count();
      for (let step = 1 + roll(Math.min(8, listed)); step > 0; step--) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    }
    await stall.after(page, now.fingerprint, key);
  }
  throw new Error(`The game is not over after ${most} keys.`);
}
