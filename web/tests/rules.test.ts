import { afterAll, describe, expect, it } from "vitest";
import { faults } from "./axe.ts";
import { closeBrowser, phone, visit } from "./browser.ts";
import { at, house, inPocket } from "./setup.ts";
import { games } from "./tables.ts";

afterAll(closeBrowser);

describe("rules", () => {
  it("have contents, pictures, links between rules and addresses of their own", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/rules/kings-blood#rule-12.3"));
    const rule = page.locator("#rule-12\\.3");
    await rule.waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "rule-12.3");
    expect(await rule.getAttribute("aria-current")).toBe("location");
    await rule.getByRole("link", { name: "8.1" }).click();
    await page.waitForFunction(() => document.activeElement?.id === "rule-8.1");
    expect(page.url()).toMatch(/\/rules\/kings-blood#rule-8\.1$/);
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: /Events/ }).click();
    await page.waitForFunction(() => document.activeElement?.id === "section-9");
    await page.getByRole("list", { name: "The pieces of rule 9.3" }).getByRole("img").first().waitFor();
    await leave();
  });

  it("can be searched by keyboard", async () => {
    const { page, leave } = await visit(house, { locale: "de" });
    await page.goto(at("/rules/bloodwood"));
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("spiegel");
    await page.getByText(/^Gefunden: \d+$/).waitFor();
    for (const text of await page.locator("[data-rule]").allInnerTexts()) expect(text.toLowerCase()).toContain("spiegel");
    await page.keyboard.type("xyz");
    await page.getByText("Nichts gefunden").waitFor();
    await leave();
  });

  it.each(games)("%s: all pictures and examples are there, in German too, and an example can be played on", async (game) => {
    const { page, leave } = await visit(house, { viewport: phone, locale: "de" });
    await page.goto(at(`/rules/${game}`));
    await page.locator(".example").first().waitFor();
    expect(await page.locator(".pictures [role=img]").count()).toBeGreaterThan(5);
    // Every picture has been drawn.
    expect(await page.locator(".pictures .picture:not(:has(svg))").count()).toBe(0);
    const english = /\b(the|you|your|and|with|is|are)\b/;
    // The words may come after the picture.
    await expect.poll(async () => (await page.locator(".example").allInnerTexts()).filter((text) => english.test(text)), { timeout: 20_000 }).toEqual([]);
    expect(await faults(page)).toEqual([]);
    // The contents are one key away on a phone.
    await page.getByText("Inhalt", { exact: true }).press("Enter");
    await page.getByRole("navigation", { name: "Inhalt" }).getByRole("link").last().press("Enter");
    await page.waitForFunction(() => document.activeElement?.id.startsWith("section-"));
    await page.locator(".example a").first().click();
    const coach = page.locator(".coach");
    for (;;) {
      await coach.waitFor();
      const [question, wants] = [await coach.getAttribute("data-question"), await coach.getAttribute("data-wants")];
      if (wants !== "go-on") break;
      await page.keyboard.press("Enter");
      await page.locator(`.coach:not([data-question="${question}"])`).waitFor();
    }
    expect(await faults(page)).toEqual([]);
    await page.getByRole("link", { name: /Regeln$/ }).first().click();
    await page.locator("[data-rule].here").waitFor();
    await leave();
  });

  it("open at the rule over a table, and follow links there", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/learn/bloodlust/one-more-card"));
    await page.locator(".coach").waitFor();
    await page.keyboard.press("r");
    const sheet = page.getByRole("dialog");
    await sheet.locator("[data-rule].here").waitFor();
    await sheet.getByRole("searchbox").fill("Sanctuary");
    await sheet.locator("[data-rule='6.7'] a.number").click();
    await sheet.locator("[data-rule='6.7'].here").waitFor();
    expect(await sheet.getByRole("link", { name: "As a page" }).getAttribute("href")).toMatch(/\/rules\/bloodlust#rule-6\.7$/);
    expect(page.url()).toMatch(/\/learn\/bloodlust\/one-more-card$/);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await leave();
  });
});

describe("play now", () => {
  // The requests of a page without a house go to its worker.
  it.skipIf(inPocket)("gives newcomers an easy table, and others a choice", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/learn/kings-blood"));
    await page.getByText("3 players, easy bots").waitFor();
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Play now: King's Blood" }).click();
    expect((await asked).postDataJSON()).toEqual({ game: "kings-blood", players: 3, level: "easy", wait: true });
    await page.locator(".prompt").first().waitFor();
    await page.evaluate(() => localStorage.setItem("sanguis.habits", '{"kings-blood":{}}'));
    await page.goto(at("/"));
    await page.getByLabel("Players: King's Blood").selectOption("5");
    await page.getByLabel("How strong the bots are: King's Blood").selectOption("hard");
    const again = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Play now: King's Blood" }).click();
    expect((await again).postDataJSON()).toEqual({ game: "kings-blood", players: 5, level: "hard", wait: true });
    await page.locator(".prompt").first().waitFor();
    await leave();
  });
});
