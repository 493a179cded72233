import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { closeBrowser, desktop, phone, visit } from "./browser.ts";
import { type Fixture, lay } from "./fixture.ts";
import { house } from "./setup.ts";

// Screenshots of every page and of real positions of all games, for people to look at; nothing compares them.

afterAll(closeBrowser);

const web = resolve(import.meta.dirname, "..");
const folder = join(web, "shots");
/** `ONLY=bloodwood` skips the pages and all other games. */
const only = process.env.ONLY ?? "";
/** The screenshots in the README: smaller, and committed. */
const shown = join(web, "../docs/shots");
const SHOWN = [
  "blood-bound-middle-desktop",
  "kings-blood-early-desktop",
  "bloodstones-middle-desktop",
  "bloodlust-middle-desktop",
  "bloodwood-most-desktop",
  "bloodstones-middle-phone",
  "bloodwood-middle-phone",
  "bloodlust-middle-phone",
  "kings-blood-most-phone",
];

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (SHOWN.includes(name)) await page.screenshot({ path: join(shown, `${name}.jpg`), type: "jpeg", quality: 72 });
}

it("screenshots", async () => {
  for (const one of [folder, shown]) mkdirSync(one, { recursive: true });
  for (const [word, viewport] of [["desktop", desktop], ["phone", phone]] as const) {
    for (const colorScheme of only ? [] : (["dark", "light"] as const)) {
      const { page } = await visit(house, { viewport, colorScheme, hasTouch: word === "phone", isMobile: word === "phone" });
      const take = async (name: string) => {
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => document.fonts.ready);
        await picture(page, `${name}-${word}${colorScheme === "light" ? "-light" : ""}`);
      };
      for (const [name, path] of Object.entries({ front: "/", new: "/new/bloodstones", rules: "/rules/blood-bound#4.3", settings: "/settings", credits: "/credits", nowhere: "/nowhere" })) {
        await page.goto(path);
        await page.locator("h1").first().waitFor();
        await take(name);
      }
      await page.goto("/new/bloodwood");
      await page.locator("#chair-1").selectOption("invited");
      await page.locator("form button[type=submit]").click();
      await page.locator(".gathering").waitFor();
      await take("gathering");
      await page.context().close();
    }
    for (const file of readdirSync(join(web, "fixtures")).filter((file) => file.startsWith(only)).sort()) {
      const name = file.replace(/\.json$/, "");
      const fixture = JSON.parse(readFileSync(join(web, "fixtures", file), "utf8")) as Fixture;
      for (const colorScheme of name.endsWith("-middle") ? (["dark", "light"] as const) : (["dark"] as const)) {
        const { page } = await visit(house, { viewport, colorScheme, hasTouch: word === "phone", isMobile: word === "phone" });
        await lay(page, fixture);
        await page.goto("/table/shot");
        await page.locator(".felt").waitFor();
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => document.fonts.ready);
        const suffix = `${word}${colorScheme === "light" ? "-light" : ""}`;
        await picture(page, `${name}-${suffix}`);
        if (fixture.view.outcome) {
          await page.locator("dialog.end .next button").click();
          await picture(page, `${name}-open-${suffix}`);
        }
        await page.context().close();
      }
    }
  }
});
