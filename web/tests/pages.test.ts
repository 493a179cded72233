import { afterAll, describe, expect, it } from "vitest";
import { presets } from "../src/frame/presets.ts";
import type { Me } from "../src/wire.ts";
import { faults } from "./axe.ts";
import { box, closeBrowser, laptop, phone, small, visit } from "./browser.ts";
import { fixture, show } from "./fixture.ts";
import { playByKeyboard } from "./player.ts";
import { at, house, inPocket } from "./setup.ts";
import { ask, call, games, playersIn, sitDown, wishFor } from "./tables.ts";

afterAll(closeBrowser);

// What is skipped in the pocket needs other people or notices; its weight is tested in pocket.ts.

describe("front page", () => {
  it("seats you at a table with bots by one click", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/"));
    const begin = Date.now();
    await page.getByRole("button", { name: /BloodLust/ }).click();
    await page.locator(".prompt.asked").waitFor();
    console.log(`figure: first decision ${Date.now() - begin} ms after the click`);
    expect(await page.locator(".felt [data-state=lit], .prompt .options button").count()).toBeGreaterThan(0);
    await page.goto(at("/"));
    await page.getByText("your turn").first().waitFor();
    await leave();
  });

  it("has its buttons in rows, whatever was played before", async () => {
    const { page, leave } = await visit(house, laptop);
    await page.addInitScript(() => localStorage.setItem("sanguis.habits", JSON.stringify({ bloodlust: {} })));
    await page.goto(at("/"));
    await page.getByRole("button", { name: /BloodLust/ }).waitFor();
    const tops = (selector: string) => page.locator(`.box ${selector}`).evaluateAll((all) => [...new Set(all.map((node) => Math.round(node.getBoundingClientRect().top)))]);
    for (const selector of [".act", ".do > :first-child"]) expect(await tops(selector)).toHaveLength(1);
    await leave();
  });

  it.skipIf(inPocket)("leads to a new table with options, through the form", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/"));
    await page.getByRole("link", { name: /New table: Bloodwood/ }).click();
    await page.locator("form").waitFor();
    await page.locator("label.number", { hasText: "6" }).click();
    await page.locator("#chair-1").selectOption("open");
    await page.locator("#chair-2").selectOption("invited");
    await page.locator("form button[type=submit]").click();
    await page.locator(".gathering").waitFor();
    expect(await page.locator(".gathering li").count()).toBe(6);
    const other = await visit(house);
    await other.page.goto(at("/"));
    await other.page.locator(".lists a.row").first().click();
    await other.page.getByRole("button", { name: "Sit here" }).click();
    await other.page.getByRole("button", { name: "Leave seat" }).waitFor();
    await other.leave();
    await leave();
  });

  it("offers three kinds of table, each of which the house sets up", async () => {
    const { page, leave } = await visit(house);
    await page.goto(at("/new/bloodstones"));
    await page.locator(".preset", { hasText: "Quick" }).click();
    expect(await page.locator("ol select").count()).toBe(presets.bloodstones.quick.players);
    expect(await page.locator("#knob-regroups").inputValue()).toBe("1");
    for (const game of games) {
      for (const { players, options } of Object.values(presets[game])) {
        const wish = wishFor(game, undefined, { options: { ...options, players }, chairs: [{ kind: "you" }, ...Array.from({ length: players - 1 }, () => ({ kind: "open" }) as const)], start: false });
        await (inPocket ? call(page, "open", wish) : ask(page, "POST", "/api/tables", wish));
      }
    }
    await leave();
  });

  it("offers the maps of the game, and accepts the text of another", async () => {
    const me = await visit(house);
    const { page } = me;
    await page.goto(at("/new/bloodstones"));
    await page.getByLabel("Map", { exact: true }).selectOption("own");
    await page.getByLabel(/your own text/).fill("no map");
    await page.locator("form button[type=submit]").click();
    await page.getByRole("alert").getByText("no map").waitFor();
    await page.getByLabel("Map", { exact: true }).selectOption({ label: "Broken isles" });
    await page.locator("form button[type=submit]").click();
    await page.getByRole("group", { name: "Broken Isles" }).first().waitFor();
    // The browser logs the refused request, too.
    expect(me.faults.filter((fault) => !/Failed to load/.test(fault))).toEqual([]);
    await page.context().close();
  });

  it("speaks German, at the table too", async () => {
    const { page, leave } = await visit(house, { locale: "de", viewport: { width: 1280, height: 900 } });
    // Words that no German sentence has. Names of areas on the map stay as they are.
    const english = /\b(the|you|your|and|with|is|are|has|have|must|draws?|plays?|cards?|turn|wait|waiting|choose|discard|round|night|day)\b/gi;
    const names = /King['’]s Blood!?|Blood Bound|Bloodwood|BloodLust|Bloodstones|Sanguis/g;
    for (const game of games) {
      await sitDown(page, game);
      await page.locator(".prompt").first().waitFor();
      // What may lag, such as the heading, comes a paint later.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
      const shown = await page.evaluate(() => [...document.querySelectorAll("main, aside")].map((part) => (part as HTMLElement).innerText).join("\n"));
      expect(shown.replace(names, "").match(english) ?? [], `${game}:\n${shown}`).toEqual([]);
    }
    // Not Bloodwood, where a bot may end the game while we look.
    await sitDown(page, "blood-bound");
    await page.getByRole("button", { name: "Notizbuch" }).click();
    await page.getByRole("heading", { name: "Notizbuch" }).waitFor();
    await page.getByRole("button", { name: "Notizbuch schließen" }).click();
    await leave();
  });

  it("keeps an open notebook in one place, at every width", async () => {
    for (const [game, width] of [["blood-bound", 1024], ["blood-bound", 768], ["bloodwood", 1280]] as const) {
      const { page, leave } = await visit(house, { viewport: { width, height: 900 } });
      await sitDown(page, game);
      await page.getByRole("button", { name: "Notebook" }).first().click();
      await page.getByRole("heading", { name: "Notebook" }).waitFor();
      const places = await page.evaluate(async () => {
        const seen = new Set<string>();
        for (let frame = 0; frame < 30; frame++) {
          await new Promise(requestAnimationFrame);
          const book = document.querySelector(".notebook");
          if (book) seen.add(getComputedStyle(book).gridArea);
        }
        return [...seen];
      });
      expect(places, `${game}, ${width} wide`).toHaveLength(1);
      await leave();
    }
  });

  it("speaks German", async () => {
    const { page, leave } = await visit(house, { locale: "de" });
    await page.goto(at("/"));
    await page.getByRole("button", { name: /Sofort spielen: BloodLust/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    await leave();
  });

  it("remembers a name", async () => {
    const { page, leave } = await visit(house);
    // A slow answer must not overwrite what was typed.
    await page.route("**/api/me", async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await page.goto(at("/settings"));
    await page.locator("#name").fill("Carmilla");
    await page.locator("form button[type=submit]").click();
    await page.getByText("Saved").waitFor();
    const me = inPocket ? call<Me>(page, "me") : ask<Me>(page, "GET", "/api/me");
    expect((await me).name).toBe("Carmilla");
    await leave();
  });
});

describe("notices", () => {
  it.skipIf(inPocket)("are shown when the house sends one; a browser without push says so", async () => {
    const { page, faults } = await visit(house, { permissions: ["notifications"] });
    await page.goto(at("/settings"));
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>((done) =>
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId)),
    );
    await session.send("ServiceWorker.enable");
    const registrationId = await registered;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const data = JSON.stringify({ title: "Bloodwood", body: "It is your turn.", path: "/table/x" });
    await session.send("ServiceWorker.deliverPushMessage", { origin: house, registrationId, data });
    await page.waitForFunction(async () => {
      const told = await (await navigator.serviceWorker.ready).getNotifications();
      return told.some((one) => one.title === "Bloodwood" && one.body === "It is your turn." && one.data === "/table/x");
    });
    const box = page.getByLabel("Notify this browser");
    await box.click();
    await page.getByText("This browser cannot receive notices").waitFor();
    expect(await box.isChecked()).toBe(false);
    // Chromium logs that a private window has no push service.
    expect(faults.filter((fault) => !/Push API in incognito/.test(fault))).toEqual([]);
    await page.context().close();
  });
});

describe("the smallest phone", () => {
  it("shows every page without scrolling sideways", async () => {
    const { page, leave } = await visit(house, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const wide: string[] = [];
    for (const path of ["/", ...games.map((game) => `/new/${game}`), "/rules/blood-bound", "/learn/bloodlust", "/learn/bloodlust/one-more-card", "/settings", "/credits", "/nowhere"]) {
      await page.goto(at(path));
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 360) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    await leave();
  });
});

describe("German words find their room", () => {
  it("what to do after a game stands in one row, on every phone", async () => {
    for (const viewport of [small.viewport, phone]) {
      const { page, leave } = await visit(house, { ...small, viewport, locale: "de" });
      await show(page, fixture("bloodlust-final"));
      await page.locator("dialog.end").waitFor();
      const boxes = await page.locator(".end .next > *").evaluateAll((all) => all.map((node) => ({ top: Math.round(node.getBoundingClientRect().top), cut: node.scrollWidth > node.clientWidth })));
      expect(boxes.map(({ cut }) => cut)).toEqual([false, false, false]);
      expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
      await leave();
    }
  });

  it("what is ticked stands before its words, labels of a new table have one line", async () => {
    const { page, leave } = await visit(house, { ...small, locale: "de" });
    await page.goto(at("/settings"));
    const indented = await page.locator("label:has(> input[type=checkbox])").evaluateAll((all) =>
      all.every((label) => {
        const range = document.createRange();
        range.selectNodeContents(label.lastChild!);
        return range.getBoundingClientRect().left >= label.querySelector("input")!.getBoundingClientRect().right;
      }),
    );
    expect(indented).toBe(true);
    await page.goto(at("/new/bloodlust"));
    await page.locator("#chair-1").waitFor();
    const heights = await page.locator("label[for=name], #others, label[for^=chair]").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(30);
    await leave();
  });

  it("below a replay what can be done stands together", async () => {
    const { page, leave } = await visit(house, { locale: "de" });
    const table = await sitDown(page, "bloodlust");
    await playByKeyboard(page, 4);
    for (const viewport of [small.viewport, phone, laptop.viewport]) {
      await page.setViewportSize(viewport);
      await page.goto(at(`/replay/${table.id}?at=1&eyes=all`));
      await page.locator(".acts > :nth-child(4)").waitFor();
      const tops = await page.locator(".acts > *").evaluateAll((all) => all.map((node) => Math.round(node.getBoundingClientRect().top)));
      expect(new Set(tops).size, `${viewport.width} wide`).toBe(viewport.width < 600 ? 2 : 1);
      const row = await page.locator("footer :is(input[type=range], output, select)").evaluateAll((all) => all.map((node) => node.getBoundingClientRect().y + node.getBoundingClientRect().height / 2));
      expect(Math.max(...row) - Math.min(...row), `${viewport.width} wide`).toBeLessThan(8);
    }
    await leave();
  });
});

describe("a large screen", () => {
  it("has as large letters on every page as round the table", async () => {
    const { page, leave } = await visit(house, { viewport: { width: 2560, height: 1440 } });
    for (const path of ["/", "/new/bloodlust", "/rules/bloodstones", "/settings"]) {
      await page.goto(at(path));
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      const button = await page.locator("main :is(button, a.button, h2, legend)").filter({ visible: true }).first().evaluate((node) => node.getBoundingClientRect().height / (node as HTMLElement).offsetHeight);
      expect(button, path).toBeGreaterThan(1.3);
    }
    await leave();
  });
});

describe("at the table", () => {
  /** Runs in the page: counts the tones played. */
  const listen = () => {
    const counted = window as unknown as { notes: number };
    counted.notes = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      counted.notes += 1;
      return start.call(this, when);
    };
  };

  for (const on of [true, false]) {
    it(`sounds can be switched ${on ? "on" : "off"}`, async () => {
      const { page, leave } = await visit(house);
      await page.addInitScript(listen);
      if (!on) await page.addInitScript(() => localStorage.setItem("sanguis.settings", JSON.stringify({ sound: false, pace: "once", tips: false })));
      await sitDown(page, "bloodlust");
      await playByKeyboard(page, 8);
      const notes = await page.evaluate(() => (window as unknown as { notes: number }).notes);
      expect(notes > 0).toBe(on);
      await leave();
    });
  }

  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    it(`pieces are animated unless reduced motion is asked for: ${reducedMotion}`, async () => {
      const { page, leave } = await visit(house, { reducedMotion });
      await page.addInitScript(() => {
        const counted = window as unknown as { journeys: number };
        counted.journeys = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
          counted.journeys += 1;
          return animate.apply(this, how);
        };
      });
      await sitDown(page, "kings-blood");
      await playByKeyboard(page, 8);
      const journeys = await page.evaluate(() => (window as unknown as { journeys: number }).journeys);
      expect(journeys > 0).toBe(reducedMotion === "no-preference");
      if (reducedMotion === "reduce") expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      await leave();
    });
  }
});

describe("replay and spectators", () => {
  it("steps, plays, jumps, changes the seat it is seen by, and links to a moment", async () => {
    const { page, leave } = await visit(house);
    const table = await sitDown(page, "bloodlust");
    await playByKeyboard(page, 4);
    await page.locator("dialog.end a", { hasText: "Replay" }).click();
    await page.locator(".felt").waitFor();
    const move = () => page.locator("output").innerText();
    await page.keyboard.press("End");
    await page.waitForFunction(() => /^Move (\d+) of \1$/.test(document.querySelector("output")!.textContent!));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await move()).toMatch(/^Move 2 of/);
    await page.locator("select").first().selectOption("2");
    await page.waitForURL(/at=2&eyes=2/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download the record").click()]);
    expect(download.suggestedFilename()).toBe(`bloodlust-${table.id}.json`);
    await page.goto(at(`/replay/${table.id}?at=5&eyes=spectator`));
    await page.locator(".felt").waitFor();
    await expect.poll(move).toMatch(/^Move 5 of/);
    await leave();
  });

  it("shows what bots say about the game, from the end screen", async () => {
    const { page, leave } = await visit(house);
    await sitDown(page, "bloodlust");
    await playByKeyboard(page, 9);
    await page.locator("dialog.end a", { hasText: "Review" }).click();
    await page.locator("figure figcaption").waitFor();
    expect(await page.locator("figure polyline").count()).toBe(playersIn("bloodlust"));
    await leave();
  });

  it.skipIf(inPocket)("shows a spectator the table without secrets", async () => {
    const me = await visit(house);
    const table = await sitDown(me.page, "bloodwood");
    await me.page.locator(".prompt").waitFor();
    const stranger = await visit(house);
    await stranger.page.goto(at(`/table/${table.id}`));
    await stranger.page.locator(".felt").waitFor();
    expect(await stranger.page.locator(".watch").innerText()).not.toBe("");
    expect(await stranger.page.locator(".prompt .options button").count()).toBe(0);
    await stranger.leave();
    await me.leave();
  });
});

describe("axe finds nothing serious", () => {
  it("on the pages, dark and light", async () => {
    const found: string[] = [];
    for (const colorScheme of ["dark", "light"] as const) {
      const { page, leave } = await visit(house, { colorScheme });
      for (const path of ["/", "/new/bloodstones", "/rules/blood-bound", "/learn/bloodlust", "/learn/bloodlust/one-more-card", "/settings", "/credits", "/nowhere"]) {
        await page.goto(at(path));
        await page.locator("h1").first().waitFor();
        await page.waitForLoadState("networkidle");
        found.push(...(await faults(page)));
      }
      await leave();
    }
    expect(found).toEqual([]);
  });

  for (const game of games) {
    it(`at the table of ${game}, drawn and as text, desktop and phone`, async () => {
      const found: string[] = [];
      for (const options of [{}, { viewport: phone, colorScheme: "light" as const }]) {
        const { page, leave } = await visit(house, options);
        await sitDown(page, game);
        await page.locator(".prompt.asked").waitFor();
        found.push(...(await faults(page)));
        await page.keyboard.press("v");
        await page.locator(".text").waitFor();
        found.push(...(await faults(page)));
        await leave();
      }
      expect(found).toEqual([]);
    });
  }
});

describe("weight", () => {
  it.skipIf(inPocket)("the first load with one game is at most 250 KiB over the wire", async () => {
    for (const game of games) {
      const { page, leave } = await visit(house);
      const table = await sitDown(page, game);
      await leave();
      const fresh = await visit(house);
      const session = await fresh.page.context().newCDPSession(fresh.page);
      await session.send("Network.enable");
      let bytes = 0;
      session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
      await fresh.page.goto(at("/"));
      await fresh.page.waitForLoadState("networkidle");
      await fresh.page.goto(at(`/table/${table.id}`));
      await fresh.page.locator(".felt").waitFor();
      await fresh.page.waitForLoadState("networkidle");
      console.log(`figure: front page and ${game}: ${(bytes / 1024).toFixed(0)} KiB`);
      expect(bytes).toBeLessThanOrEqual(250 * 1024);
      await fresh.leave();
    }
  });
});

it("games that were played fit their boxes", async () => {
  const { page, leave } = await visit(house, laptop);
  await page.addInitScript(() => localStorage.setItem("sanguis.habits", JSON.stringify({ "blood-bound": {}, bloodwood: {} })));
  await page.goto(at("/"));
  await page.locator("#box-blood-bound select").first().waitFor();
  for (const id of ["blood-bound", "bloodwood"]) {
    const edge = (await box(page, `#box-${id}`)).right;
    // The arrow of a list takes about 20 pixels.
    const cut = await page.locator(`#box-${id} select`).evaluateAll((all) =>
      (all as HTMLSelectElement[]).filter((list) => {
        const word = document.body.appendChild(Object.assign(document.createElement("span"), { textContent: list.selectedOptions[0]!.textContent }));
        word.style.cssText = `position: absolute; white-space: nowrap; font: ${getComputedStyle(list).font}`;
        const needs = word.offsetWidth + 20;
        word.remove();
        return needs > list.clientWidth;
      }).length,
    );
    expect(cut).toBe(0);
    for (const part of await page.locator(`#box-${id} :is(select, button, a, p)`).all()) expect((await part.boundingBox())!.x + (await part.boundingBox())!.width).toBeLessThanOrEqual(edge);
  }
  await leave();
});

describe("the page of a new table", () => {
  it("marks the preset that the table is like, also before one was chosen", async () => {
    const { page, leave } = await visit(house, laptop);
    await page.goto(at("/new/bloodlust"));
    const on = page.locator(".preset:has(input:checked)");
    await on.waitFor();
    expect(await on.innerText()).toContain("Classic");
    const colour = (selector: string) => page.locator(selector).first().evaluate((node) => getComputedStyle(node).borderTopColor);
    expect(await colour(".preset:has(input:checked)")).not.toBe(await colour(".preset:not(:has(input:checked))"));
    await page.locator(".preset").first().click();
    expect(await on.innerText()).toContain("Quick");
    await page.locator(".number", { hasText: "6" }).click();
    expect(await on.count()).toBe(0);
    await leave();
  });

  it.skipIf(inPocket)("asks the host for a name, as guests are asked", async () => {
    const { page, leave } = await visit(house, laptop);
    await page.goto(at("/new/bloodlust"));
    const name = page.getByLabel("Your name");
    await expect.poll(() => name.inputValue()).not.toBe("");
    await name.fill("Countess Mircalla");
    await page.locator("#chair-1").selectOption("invited");
    await page.locator("form .act").click();
    await page.locator(".gathering .you", { hasText: "Countess Mircalla" }).waitFor();
    await leave();
  });
});

it("the page of lessons says what is learnt in each, and leads on; the front page leads to the puzzles", async () => {
  const { page, leave } = await visit(house, small);
  await page.goto(at("/learn/bloodlust"));
  const lesson = page.locator("li.card").first();
  await lesson.getByText("Stay or leave: what one more card may bring").waitFor();
  expect(await lesson.innerText()).toMatch(/\d+ min\s+\d+ parts/);
  await page.getByText(/0 of \d+ solved/).waitFor();
  expect(await page.locator(".more h2").allInnerTexts()).toEqual(["Puzzles", "Rules", "Play now"]);
  await page.goto(at("/"));
  await page.getByRole("link", { name: "Puzzles: BloodLust" }).click();
  await page.getByRole("heading", { name: "Puzzles of the day" }).waitFor();
  await leave();
});

it("the vampires of a new table are ticked, and are sent in the order of the seats", async () => {
  const { page, leave } = await visit(house, small);
  await page.goto(at("/new/bloodlust"));
  const entry = (name: string) => page.getByRole("group", { name: "Vampires" }).getByRole("checkbox", { name });
  for (const name of ["Mastema", "Corvin", "Drago"]) await entry(name).check();
  await entry("Corvin").uncheck();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  if (!inPocket) {
    const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
    await page.locator("form button[type=submit]").click();
    expect((JSON.parse((await asked).postData()!) as { options: { vampires: string[] } }).options.vampires).toEqual(["Mastema", "Drago"]);
  }
  await leave();
});
