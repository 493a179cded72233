import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "./browser.ts";
import { House } from "./house.ts";
import type { Fairness, TableInfo } from "../src/wire.ts";
import { ask, sitDown } from "./tables.ts";

afterAll(closeBrowser);

it("a house by invitation says so, and a link opens it", async () => {
  const house = await House.open({ config: 'open-tables = "invited"' });
  const { page, leave } = await visit(house.url);
  await page.goto("/");
  await page.getByText("only people whom the host has invited").waitFor();
  expect(await page.getByRole("button", { name: /Play now/ }).count()).toBe(0);
  expect(await page.getByRole("link", { name: /New table/ }).count()).toBe(0);
  await page.goto(house.admin("invite"));
  await page.getByText("You may set up tables here now").waitFor();
  await page.getByRole("link", { name: "Choose a game" }).click();
  await page.getByRole("button", { name: /Play now/ }).first().click();
  await page.locator(".prompt").waitFor();
  await leave();
  await house.close();
});

it("somebody is reported, and the host of the house silences and removes them", async () => {
  const house = await House.open();
  const host = await visit(house.url);
  await host.page.goto("/settings");
  const id = await host.page.locator("code").last().innerText();
  const rude = await visit(house.url);
  await sitDown(host.page, "bloodlust", { kind: "invited" }, { options: { players: 2 }, chairs: [{ kind: "you" }, { kind: "invited" }] });
  const link = await host.page.locator(".invite .copy input").inputValue();
  await rude.page.goto(new URL(link, house.url).pathname);
  await rude.page.getByRole("button", { name: "Take the seat" }).click();
  await host.page.locator("button.deal").click();
  await host.page.getByTitle("Table", { exact: true }).click();
  await host.page.locator(".people").getByRole("button", { name: "Report" }).click();
  await host.page.getByLabel(/What did/).fill("called me an oaf");
  await host.page.locator(".people form button.act").click();
  await host.page.getByText("has your report").waitFor();
  house.configure(`hosts = ["${id}"]`);
  await house.kill();
  await house.start();
  await host.page.goto("/host");
  await host.page.getByText("called me an oaf").waitFor();
  await host.page.getByRole("button", { name: "Silence" }).click();
  await host.page.getByRole("button", { name: "Remove from the house" }).click();
  await host.page.getByText("Removed:").waitFor();
  const told = async () => {
    await rude.page.goto("/settings");
    return rude.page.getByText("The host of this house has removed you.").waitFor({ timeout: 10_000 }).then(() => true, () => false);
  };
  await expect.poll(told, { timeout: 40_000 }).toBe(true);
  await rude.page.context().close();
  await host.page.context().close();
  await house.close();
});

it("a rematch against bots begins with the part of the one who asked", async () => {
  const house = await House.open();
  const { page, leave } = await visit(house.url);
  const { id } = await sitDown(page, "bloodlust");
  const act = (act: string) => ask(page, "POST", `/api/tables/${id}/commands`, { type: "table", id: act, do: { act } });
  await act("cancel");
  await act("rematch");
  const { rematch } = await ask<TableInfo>(page, "GET", `/api/tables/${id}`);
  await page.goto(`/table/${rematch}`);
  await page.locator(".page[data-stage=playing]").waitFor();
  const { contributions } = await ask<Fairness>(page, "GET", `/api/tables/${rematch}/fairness`);
  expect(contributions[0]).not.toBe("");
  await leave();
  await house.close();
});

it("a person is forgotten", async () => {
  const house = await House.open();
  const { page, leave } = await visit(house.url);
  await page.goto("/settings");
  await page.locator("fieldset:enabled").first().waitFor();
  const before = await page.locator("code").last().innerText();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete everything about me" }).click();
  await page.getByText("You were forgotten").waitFor();
  expect(await page.locator("code").last().innerText()).not.toBe(before);
  await leave();
  await house.close();
});
