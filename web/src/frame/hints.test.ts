import { mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { Choice, Hint } from "../wire.ts";
import HintCard from "./HintCard.svelte";
import { nextStage } from "./hints.ts";

const strike = (seat: number) => ({ code: seat, label: `Strike {s${seat}}`, action: { Strike: seat }, touches: [`seat/${seat}`] }) as unknown as Choice;
const pass = (seat: number) => ({ code: 10 + seat, label: `Pass the dagger to {s${seat}}`, action: { Pass: seat }, touches: [`seat/${seat}`] }) as unknown as Choice;
/** A hint with these options; the first is ahead by `lead`. */
const hint = (lead: number, ...options: Choice[]) =>
  ({ look: [...new Set(options.flatMap((option) => option.touches ?? []))], options: options.map(({ code, label }, i) => ({ code, label, chance: i === 0 ? 0.4 + lead : 0.4, noise: i === 0 ? 0 : 0.04 })), margin: "The margin.", reasons: [] }) as Hint;
const all = [strike(2), strike(3), strike(4), strike(5), pass(2), pass(3), pass(4), pass(5)];

it("stages that tell nothing are left out", () => {
  expect(nextStage(hint(0.2, strike(2), pass(3)), 0, all, "seat/1")).toBe(1);
  // Everything would be marked.
  expect(nextStage(hint(0.2, strike(2), strike(3), pass(3)), 0, [strike(2), strike(3), pass(2), pass(3)], "seat/1")).toBe(2);
  expect(nextStage(hint(0.2, strike(2), pass(2)), 0, [strike(2), pass(2)], "seat/1")).toBe(3);
  expect(nextStage(hint(0.2, strike(2), strike(3)), 1, all, "seat/1")).toBe(2);
  expect(nextStage(hint(0.2, strike(2), strike(3)), 2, all, "seat/1")).toBe(3);
});

it("options that are about equally good are called so at once", () => {
  expect(nextStage(hint(0.05, strike(2), pass(3)), 0, all, "seat/1")).toBe(3);
  expect(nextStage(hint(0, strike(2)), 0, all, "seat/1")).toBe(3);
});

let shown: object | undefined;
afterEach(() => void (shown && unmount(shown)));
function draw(one: Hint, stage: number): string {
  shown = mount(HintCard, { target: document.body, props: { hint: one, stage, names: (seat) => `Seat ${seat}`, more: () => {}, close: () => {}, rule: () => {} } });
  return document.body.textContent ?? "";
}

it("the first step says how much is at stake, and the last which one and why", () => {
  expect(draw(hint(0.22, strike(2), pass(3)), 1)).toContain("it wins about 62 of 100 games like this, the next best 40");
  unmount(shown!);
  expect(draw(hint(0.22, strike(2), pass(3)), 3)).toContain("This one: Strike Seat 2. The margin.");
  unmount(shown!);
  const text = draw(hint(0, strike(2), pass(3)), 3);
  expect(text).toContain("The margin.");
  expect(text).not.toContain("This one");
});
