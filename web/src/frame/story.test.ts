import { expect, it } from "vitest";
import type { Beat, Line } from "../wire.ts";
import { cause, foremost, grouped, isNews, placesOf } from "./story.ts";

const line = (text: string, beat: Beat, version = 1): Line => ({ version, text, beat });
const texts = (lines: Line[]) => grouped(lines).map((group) => group.entries.map((entry) => [entry.line, ...entry.alike].map((line) => line.text).join("+")));

it("groups the log by what opens a turn", () => {
  const strike = { icon: "knife-thrust", weight: "large", opens: true } as const;
  expect(texts([line("before", {}), line("a", strike), line("b", {}), line("c", strike)])).toEqual([["before"], ["a", "b"], ["c"]]);
});

it("folds answers, even of several actions, and what one action does to many", () => {
  const answer = (by: number) => ({ icon: "wax-seal", by });
  const hurt = (on: number): Beat => ({ icon: "broken-heart", weight: "small", on: [on] });
  expect(texts([line("1", answer(1), 1), line("2", answer(2), 2), line("x", hurt(1), 3), line("y", hurt(2), 3), line("z", hurt(2), 4)])).toEqual([["1+2", "x+y", "z"]]);
});

it("keeps different amounts apart, no matter whom they are about", () => {
  const gain: Beat = { icon: "drop", weight: "small" };
  expect(texts([line("{s1} gains 3", gain), line("{s12} gains 3", gain), line("{s2} gains 6", gain)])).toEqual([["{s1} gains 3+{s12} gains 3", "{s2} gains 6"]]);
});

it("keeps lines apart that say different things or show a card", () => {
  const card = { icon: "sun", weight: "small", face: { name: "Sun", tint: "gold" } } as const;
  expect(texts([line("a", { icon: "sun", weight: "small" }), line("b", { icon: "moon", weight: "small" }), line("c", card), line("d", card), line("e", {}), line("f", {})])).toEqual([
    ["a", "b", "c", "d", "e", "f"],
  ]);
});

it("what happened to several seats at once is told by what did it to them", () => {
  const card = line("draws Bloodlust 3", { weight: "large", opens: true, by: 2 });
  const gain = (seat: number) => line(`{s${seat}} gains 3`, { icon: "drop", weight: "small", on: [seat] }, 2);
  expect(cause([card, gain(1), gain(2), gain(3)])).toBe(card);
  expect(cause([card, gain(1)])).toBeUndefined();
  expect(cause([card, gain(1), gain(2), line("{s2} loses a heart", { icon: "broken-heart", weight: "small", on: [2] }, 2)])).toBeUndefined();
});

it("after a deed done to somebody the deed is told, not what came of it", () => {
  const theft = line("{s3} uses the ability on {s1}", { weight: "large", by: 3, on: [1] });
  const gain = line("{s3} gains 1", { icon: "drop", weight: "small", on: [3] });
  expect(cause([theft, gain])).toBe(theft);
  expect(cause([theft, line("{s2} draws", { weight: "huge", by: 2 }, 2), gain])).toBeUndefined();
});

it("a summary begins with what was done to you, by somebody or by a card, then with what changed the table", () => {
  const play = line("plays", { icon: "card-play", weight: "large", by: 2 });
  const crown = line("enthroned", { icon: "queen-crown", weight: "huge" });
  const exile = line("into your hand", { icon: "exit-door", weight: "large", by: 2, on: [1] });
  const skip = line("you lose your turn", { icon: "hourglass", weight: "large", on: [1] });
  const own = line("your own", { weight: "large", by: 1, on: [1] });
  expect(foremost([play, crown, exile, skip, own, play], 1)).toEqual([exile, skip, crown]);
  expect(foremost([play, exile], null)).toEqual([]);
});

it("folds what a turn was paid with, and the villages that are built, into one line each, but no march", () => {
  const deed = (text: string, beat: object) => ({ version: 1, text, beat: { weight: "medium", by: 2, ...beat } }) as unknown as Line;
  const march = (text: string) => deed(text, { face: { name: "Swords" }, touches: ["area/2", "area/1"] });
  const pay = (text: string) => deed(text, { weight: "small", face: { name: "Ship" } });
  const village = (text: string) => deed(text, { icon: "village", touches: ["area/2"] });
  const lines = [deed("turn", { icon: "hourglass", opens: true }), march("one"), pay("a tile"), march("two"), pay("another"), march("three"), village("a"), village("b"), pay("a third"), deed("turn", { icon: "hourglass", opens: true }), march("four")];
  expect(texts(lines)).toEqual([["turn", "one", "a tile+another+a third", "two", "three", "a+b"], ["turn", "four"]]);
  // What happened last is the latest of them.
  expect(cause(lines.slice(0, 5))).toBeUndefined();
  // Where there is no map, cards that are shown are no payment.
  expect(texts([pay("a"), pay("b")])).toEqual([["a", "b"]]);
});

it("says where the same was done again, unless it has no place or several", () => {
  const village = (...areas: string[]) => line("builds a village", { icon: "village", weight: "medium", by: 2, touches: areas });
  const name = (id: string) => ({ "area/1": "Hayacre", "area/2": "Thistleacre" })[id];
  expect(placesOf([village("area/1"), village("area/2"), village("area/1")], name)).toEqual([{ name: "Hayacre", count: 2 }, { name: "Thistleacre", count: 1 }]);
  expect([placesOf([village("area/1", "area/2")], name), placesOf([village()], name)]).toEqual([[], []]);
});

it("a turn is summed up until you have gone on, or somebody has in your turn", () => {
  expect([isNews(undefined, 9), isNews(9, 5), isNews(9, 9), isNews(9, 5, 10)]).toEqual([true, true, false, false]);
});
