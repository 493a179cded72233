import { expect, it } from "vitest";
import type { Choice, Scene } from "../wire.ts";
import { Plan, kind, type Question } from "./plan.svelte.ts";

const option = (code: number, touches: string[] = []): Choice => ({ code, action: { place: code }, label: `${code}`, touches });
const ask = (prompt: string, ...options: Choice[]): Question => ({ scene: { prompt } as Scene, options });

function planned() {
  const chosen: number[] = [];
  return { chosen, plan: new Plan((code) => chosen.push(code)) };
}

it("chooses the first at once and the next when it is offered", () => {
  const { chosen, plan } = planned();
  plan.begin(ask("play", option(1)), 1, (options) => options.find((one) => one.touches?.includes("spot")));
  expect(chosen).toEqual([1]);
  expect(plan.busy).toBe(true);
  plan.offer(ask("where", option(7, ["other"]), option(8, ["spot"])));
  expect(chosen).toEqual([1, 8]);
  expect(plan.busy).toBe(false);
});

it("waits when the old question comes again", () => {
  const { chosen, plan } = planned();
  const question = ask("play", option(1));
  plan.begin(question, 1, (options) => options[0]);
  plan.offer(ask("play", option(1)));
  expect(chosen).toEqual([1]);
  expect(plan.busy).toBe(true);
});

it("distinguishes two questions with the same options by their prompt", () => {
  const { chosen, plan } = planned();
  plan.begin(ask("2 to go", option(1)), 1, (options) => options[0]);
  plan.offer(ask("1 to go", option(1)));
  expect(chosen).toEqual([1, 1]);
});

it("is dropped when it no longer works", () => {
  const { chosen, plan } = planned();
  plan.begin(ask("play", option(1)), 1, () => undefined, (options) => options[0]);
  plan.offer(ask("something else", option(2)));
  plan.offer(ask("and more", option(3)));
  expect(chosen).toEqual([1]);
  expect(plan.busy).toBe(false);
});

it("names the kind of an option by its action", () => {
  expect(kind({ code: 1, action: "done", label: "" })).toBe("done");
  expect(kind({ code: 1, action: { go: 3 }, label: "" })).toBe("go");
});

it("is dropped when a decision was refused, though the question is the same", () => {
  const { chosen, plan } = planned();
  plan.begin(ask("play", option(1)), 1, (options) => options[0]);
  plan.offer(ask("play", option(1)), 1);
  expect(plan.busy).toBe(false);
  plan.offer(ask("where", option(2)), 1);
  expect(chosen).toEqual([1]);
});
