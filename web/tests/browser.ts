import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { expect } from "vitest";
import { TIMEOUT, installSnapshot } from "./player.ts";

let browser: Browser | null = null;

export async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = null;
}

/** A page in its own browser context, and everything that went wrong in it. */
export interface Visit {
  page: Page;
  /** Console errors, page errors, and requests to other hosts. */
  faults: string[];
  /** Closes the page, and fails if there were faults. */
  leave(): Promise<void>;
}

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const laptop = { viewport: { width: 1280, height: 720 } };
/** A phone, and one of the smallest. */
export const touch = { viewport: phone, hasTouch: true, isMobile: true };
export const small = { ...touch, viewport: { width: 360, height: 640 } };

/** Where the first of these lies. */
export const box = (page: Page, selector: string) => page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);

/** Whole games are played without staging, unless a test is about it. */
function hurry(): void {
  try {
    if (localStorage.getItem("sanguis.settings") == null) localStorage.setItem("sanguis.settings", JSON.stringify({ pace: "once", tips: false }));
  } catch {
    // A blank page has no storage.
  }
}

export async function visit(house: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await (await openBrowser()).newContext({
    viewport: desktop,
    reducedMotion: "reduce",
    colorScheme: "dark",
    locale: "en",
    baseURL: house,
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript(installSnapshot);
  await context.addInitScript(hurry);
  const page = await context.newPage();
  const faults: string[] = [];
  watch(page, house, faults);
  return {
    page,
    faults,
    async leave() {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

export function watch(page: Page, house: string, faults: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.host !== new URL(house).host) faults.push(`request to another host: ${request.url()}`);
  });
}
