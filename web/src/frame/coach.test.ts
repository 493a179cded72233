import { mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { Barred, Coach } from "../wire.ts";
import { whyBarred } from "./barred.ts";
import CoachCard from "./CoachCard.svelte";

const coach = { part: 1, parts: 2, step: 1, steps: 2, question: 0, text: "Who fits?", point: [], hint: [7], wants: "choice" } as unknown as Coach;
let shown: object | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});
function draw(mistake: string, helping: boolean): string {
  const nothing = () => {};
  shown = mount(CoachCard, { target: document.body, props: { coach, game: "kings-blood", example: false, puzzle: null, following: undefined, happened: [], away: "/", names: String, sending: false, mistake, helping, goOn: nothing, show: nothing, again: nothing, turn: nothing, help: nothing } });
  return document.body.textContent ?? "";
}

it("a wrong card is told why, by the rules' own reason", () => {
  document.body.innerHTML = '<div data-id="hand/1"><button data-id="hand/1/art-1-m" disabled><b></b></button></div>';
  const barred = [{ about: "hand/1/art-1-m", text: "Neither colour nor number fits.", rule: "5.2" }] as Barred[];
  const why = whyBarred(barred, document.querySelector("b")!);
  expect(why).toBe("Neither colour nor number fits.");
  expect(whyBarred(barred, document.querySelector("div")!)).toBe("");
  expect(whyBarred(undefined, document.body)).toBe("");
  document.body.innerHTML = "";
  expect(draw(why, false)).toContain("Not this one: Neither colour nor number fits. Try another.");
});

it("what can be chosen is no mistake, whatever else cannot be done with it", () => {
  document.body.innerHTML = '<svg><path data-id="area/3" data-state="lit"></path></svg>';
  const barred = [{ about: "area/3", text: "Your units in Longfield cannot leave the enemy there.", rule: "7.2" }] as Barred[];
  const area = document.querySelector<HTMLElement>("path")!;
  expect(whyBarred(barred, area)).toBe("");
  area.dataset.state = "idle";
  expect(whyBarred(barred, area)).toBe("Your units in Longfield cannot leave the enemy there.");
});

it("an offer of help is not drawn white on white", () => {
  draw("", true);
  const offered = [...document.querySelectorAll("button")].find((button) => button.textContent?.includes("Show me"))!;
  expect([offered.classList.contains("act"), offered.classList.contains("quiet")]).toEqual([true, false]);
});
