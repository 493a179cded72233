import { expect, it } from "vitest";
import type { Heard, Menu, Sayable } from "../wire.ts";
import { bubbles, codeOf, sentences, topics } from "./claims.ts";

const offer = (code: number, about?: number, rest: Partial<Sayable> = {}): Sayable => ({ code, about, class: "fact", group: "clan", icon: "rose", label: `claim ${code}`, ...rest });
const menu = (rest: Partial<Menu> = {}): Menu => ({
  sayable: [offer(3, 1), offer(6, 2), offer(9, 2, { class: "question" }), offer(100, undefined, { choose: { among: [2, 3], marked: [] } })],
  facts: 2,
  intents: 2,
  lists: 3,
  in_all: 40,
  ...rest,
});
const said = (number: number, speaker: number, rest: Partial<Heard> = {}): Heard => ({ number, after: 4, speaker, code: 3, claim: {}, class: "fact", about: speaker, group: "clan", icon: "rose", text: "I am Rose.", by: "person", ...rest });

it("you come first, then the others, then the table", () => {
  expect(topics(menu(), 2)).toEqual([2, 1, 0]);
});

it("a seat's standing claims can be answered, your own taken back", () => {
  const claims = [said(1, 2), said(2, 2, { replaces: 1 }), said(3, 1), said(4, 2, { class: "question" })];
  expect(sentences(menu(), claims, 2, 1).map(({ key }) => key)).toEqual(["agree/2", "deny/2", "6", "9"]);
  expect(sentences(menu(), claims, 1, 1).map(({ key }) => key)).toEqual(["take-back/3", "3"]);
});

it("what is used up cannot be said", () => {
  const left = (rest: Partial<Menu>) => sentences(menu(rest), [], 2, 1).map((line) => line.left);
  expect(left({ facts: 0 })).toEqual([false, true]);
  expect(left({ intents: 0 })).toEqual([true, false]);
  expect(left({ in_all: 0 })).toEqual([false, false]);
  expect(sentences(menu({ lists: 0 }), [], 0, 1).map((line) => line.left)).toEqual([false]);
});

it("a set of seats is added to the code", () => {
  expect(codeOf(100, [2, 3])).toBe(106);
});

const numbers = (all: Heard[]) => all.map(({ number }) => number);

it("a bubble stays while it is new or hardly anybody has acted", () => {
  const claims = [said(1, 1, { class: "question" }), said(2, 2), said(3, 2, { class: "intent" })];
  expect(numbers(bubbles(claims, [], 5, { seats: 6 }))).toEqual([1, 3]);
  expect(numbers(bubbles(claims, [3], 6, { seats: 6 }))).toEqual([3]);
});

it("what somebody states stays twice around the table", () => {
  const claims = [said(1, 1), said(2, 2, { class: "question" }), said(3, 3, { class: "opinion" })];
  expect(numbers(bubbles(claims, [], 15, { seats: 6 }))).toEqual([1, 3]);
  expect(numbers(bubbles(claims, [], 16, { seats: 6 }))).toEqual([]);
});

it("what was said since your last choice is still there when you are asked", () => {
  const claims = [said(1, 1, { after: 3 }), said(2, 2, { after: 5 }), said(3, 3, { after: 9 })];
  expect(numbers(bubbles(claims, [], 40, { seats: 6, chosenAt: 5 }))).toEqual([2, 3]);
});
