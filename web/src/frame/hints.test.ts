import { expect, it } from "vitest";
import type { Choice, Hint } from "../wire.ts";
import { about, nextStage, tells } from "./hints.ts";

const strike = (seat: number) => ({ code: seat, label: `Strike {s${seat}}`, action: { Strike: seat }, touches: [`seat/${seat}`] }) as unknown as Choice;
const pass = (seat: number) => ({ code: 10 + seat, label: `Pass the dagger to {s${seat}}`, action: { Pass: seat }, touches: [`seat/${seat}`] }) as unknown as Choice;
const hint = (...options: Choice[]) => ({ look: [...new Set(options.flatMap((option) => option.touches ?? []))], options: options.map(({ code, label }) => ({ code, label, chance: 0.5, noise: 0.1 })), margin: "", reasons: [] }) as Hint;
const all = [strike(2), strike(3), strike(4), strike(5), pass(2), pass(3), pass(4), pass(5)];

it("a first look says what it is about, unless that holds for every option", () => {
  expect(about(hint(strike(2), strike(3)), all)).toEqual(["Strike …"]);
  expect(about(hint(strike(2), pass(3)), all)).toEqual([]);
});

it("stages that tell nothing are left out", () => {
  expect(nextStage(hint(strike(2), pass(3)), 0, all, "seat/1")).toBe(1);
  // Everything would be marked.
  expect(nextStage(hint(strike(2), strike(3), pass(3)), 0, [strike(2), strike(3), pass(2), pass(3)], "seat/1")).toBe(2);
  expect(nextStage(hint(strike(2), pass(2)), 0, [strike(2), pass(2)], "seat/1")).toBe(3);
  expect(nextStage(hint(strike(2)), 1, all, "seat/1")).toBe(2);
  expect(nextStage(hint(strike(2)), 2, all, "seat/1")).toBe(3);
});

it("chances are shown only where they tell the options apart", () => {
  const chances = (noise: number, ...all: number[]) => ({ ...hint(), options: all.map((chance, code) => ({ code, label: "", chance, noise })) }) as Hint;
  expect(tells(chances(0.02, 0.5, 0.4))).toBe(true);
  expect(tells(chances(0.24, 0.38, 0.3))).toBe(false);
  expect(tells(chances(0.02, 0.5))).toBe(false);
});
