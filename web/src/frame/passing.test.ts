import { expect, it } from "vitest";
import type { View } from "../wire.ts";
import { Passing } from "./passing.svelte.ts";

const view = (help: string, ...actions: string[]): View => ({ version: 1, scene: { help, seats: [] }, options: actions.map((action, code) => ({ code, action, label: action })), waiting: [1] }) as unknown as View;

it("does the only thing that is left to do in King's Blood, and asks wherever there is a choice", () => {
  const passing = new Passing();
  for (const only of ["draw", "accept", "stop", "pass"]) expect(passing.answer("kings-blood", view("5.3", only))?.label).toBe(only);
  expect(passing.answer("kings-blood", view("5.3", "stop", "call"))).toBeUndefined();
  expect(passing.answer("kings-blood", view("9.2", "target"))).toBeUndefined();
  expect(passing.modes("kings-blood")).toEqual([]);
});

it("ends a set-up of Bloodstones in which nothing can be built, but no other step", () => {
  const passing = new Passing();
  expect(passing.answer("bloodstones", view("4.5", "done"))?.label).toBe("done");
  expect(passing.answer("bloodstones", view("4.5", "done", "build"))).toBeUndefined();
  expect(passing.answer("bloodstones", view("7.1", "done"))).toBeUndefined();
});

it("takes as long with others as somebody who thinks, whatever the pace", () => {
  const passing = new Passing();
  for (const pace of ["slow", "usual", "brisk", "once"] as const) {
    expect(passing.wait("kings-blood", false, pace)).toBeGreaterThanOrEqual(1500);
    expect(passing.wait("bloodlust", false, pace)).toBeGreaterThanOrEqual(1500);
  }
  expect(passing.wait("kings-blood", true, "usual")).toBeGreaterThanOrEqual(1500);
});
