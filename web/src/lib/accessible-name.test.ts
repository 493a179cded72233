import { expect, test } from "vitest";
import { nameByContent } from "./accessible-name.ts";

function named(content: string): [string | null, string | null] {
  const button = document.createElement("button");
  button.setAttribute("aria-label", "To Applecroft");
  button.textContent = content;
  nameByContent(button, true);
  return [button.getAttribute("aria-label"), button.getAttribute("aria-description")];
}

test("a button is named by its words, and one with a sign alone by its label", () => {
  expect(named("Capture")).toEqual([null, "To Applecroft"]);
  expect(named("➤")).toEqual(["To Applecroft", null]);
  expect(named("+")).toEqual(["To Applecroft", null]);
});
