import { expect, it } from "vitest";
import type { Choice, Mark, View } from "../wire.ts";
import { Folding } from "./folding.svelte.ts";

const mark = (id: string, count: number): Mark => ({ id, label: id, count, tint: "plain" });
const option = (code: number, action: string): Choice => ({ code, label: action, action });
function view(version: number, help: string, actions: string[], health = 5): View {
  const marks = [mark("corvin/round", 4), mark("corvin/health", health)];
  const seat = { id: "seat/1", seat: 1, title: "Corvin", you: true, turn: false, waiting: true, out: false, tint: "red" as const, marks };
  return {
    version,
    scene: { heading: "", prompt: "Look?", mood: "", help, round: 1, seats: [seat] },
    options: actions.map((action, i) => option(i + 10, action)),
    waiting: [1],
    outcome: null,
  } as unknown as View;
}
const offered = (view: View | null) => view?.options.map(({ action }) => action);

it("two questions are asked at once, and the second is answered when it comes", () => {
  const folding = new Folding();
  const look = view(1, "8.7", ["pass", "ability"]);
  expect(offered(folding.fold("bloodlust", look, {}))).toEqual(["stay", "leave", "ability"]);
  expect(folding.choose("bloodlust", look, -1)).toBe(10);
  const decide = view(2, "3.2", ["stay", "leave"]);
  expect(offered(folding.fold("bloodlust", decide, {}))).toEqual([]);
  expect(folding.answer(decide)?.code).toBe(10);
  // Once is enough, even if the same question is shown once more.
  expect(folding.answer(decide)).toBeUndefined();
  expect(offered(folding.fold("bloodlust", decide, {}))).toEqual([]);
  // Taken back, or the next draw: it is asked.
  expect(offered(folding.fold("bloodlust", view(4, "3.2", ["stay", "leave"]), {}))).toEqual(["stay", "leave"]);
});

it("leaving goes by every other window before the decision; staying says why it is asked again", () => {
  const act = view(1, "8.1", ["pass", "play"]);
  const look = view(2, "8.7", ["pass", "ability"]);
  const leaving = new Folding();
  expect(leaving.choose("bloodlust", act, -2)).toBe(10);
  expect(offered(leaving.fold("bloodlust", look, {}))).toEqual([]);
  expect(leaving.answer(look)?.action).toBe("pass");
  // Once, and nothing is asked until the house has answered.
  expect(leaving.answer(look)).toBeUndefined();
  expect(offered(leaving.fold("bloodlust", look, {}))).toEqual([]);
  expect(leaving.answer(view(3, "3.2", ["stay", "leave"]))?.action).toBe("leave");
  const staying = new Folding();
  staying.choose("bloodlust", act, -1);
  expect(staying.answer(look)).toBeUndefined();
  expect(offered(staying.fold("bloodlust", look, {}))).toEqual(["stay", "leave", "ability"]);
  expect(staying.fold("bloodlust", look, {})?.scene.prompt).toBe("Before you stay: look first?");
});

it("leaving is asked again in a window that comes a second time, or once something has happened to you", () => {
  const folding = new Folding();
  folding.choose("bloodlust", view(1, "8.1", ["pass", "play"]), -2);
  expect(offered(folding.fold("bloodlust", view(2, "8.7", ["pass", "ability"], 3), {}))).toEqual(["stay", "leave", "ability"]);
  expect(folding.answer(view(2, "8.7", ["pass", "ability"]))?.action).toBe("pass");
  const again = view(4, "8.7", ["pass", "ability"]);
  expect(folding.answer(again)).toBeUndefined();
  expect(folding.fold("bloodlust", again, {})?.scene.prompt).toContain("Somebody acted");
  expect(folding.fold("bloodlust", again, {}, (after) => (after === 2 ? "Bertram" : undefined))?.scene.prompt).toContain("Bertram acted");
});

it("what was decided no longer counts once something has happened to you", () => {
  const folding = new Folding();
  expect(folding.choose("bloodlust", view(1, "8.1", ["pass", "ability"]), -2)).toBe(10);
  expect(folding.answer(view(3, "3.2", ["stay", "leave"], 4))).toBeUndefined();
  expect(folding.answer(view(3, "3.2", ["stay", "leave"]))?.action).toBe("leave");
});

it("a question is asked by itself for a hint, where others decide before you, and where you can only pass", () => {
  const folding = new Folding();
  const use = view(1, "8.1", ["pass", "ability"]);
  expect(offered(folding.fold("bloodlust", use, { spoken: true }))).toEqual(["pass", "ability"]);
  expect(offered(folding.fold("bloodlust", view(1, "8.1", ["pass"]), {}))).toEqual(["pass"]);
  folding.open(use);
  expect(offered(folding.fold("bloodlust", use, {}))).toEqual(["pass", "ability"]);
  expect(folding.choose("bloodlust", use, 11)).toBe(11);
  // The hint is closed: both questions are one again.
  folding.open(null);
  expect(offered(folding.fold("bloodlust", use, {}))).toEqual(["stay", "leave", "ability"]);
});

it("who is asked again is told that somebody acted, but not after taking back", () => {
  const folding = new Folding();
  const again = (view: View) => folding.fold("bloodlust", view, {})?.scene.prompt.includes("Somebody acted");
  const use = (version: number) => view(version, "8.1", ["pass", "ability"]);
  expect(again(use(1))).toBe(false);
  folding.choose("bloodlust", use(1), -1);
  expect(again(use(3))).toBe(true);
  expect(again(view(3, "3.2", ["stay", "leave"], 4))).toBe(true);
  // Before the card takes effect nothing is folded.
  folding.choose("bloodlust", view(4, "7.1", ["pass", "ability"]), 10);
  expect(again(view(5, "7.1", ["pass", "ability"]))).toBe(true);
  folding.forget();
  expect(again(view(6, "7.1", ["pass", "ability"]))).toBe(false);
});

it("says how near dawn is, and what leaving brings", () => {
  const look = view(1, "8.7", ["pass", "ability"]);
  look.scene.tracks = [{ id: "daylight", label: "Daylight", from: 0, to: 5, note: "3 of 40 unseen cards bring the dawn.", markers: [] }];
  const details = (view: View) => new Folding().fold("bloodlust", view, {})?.options.slice(0, 2).map(({ detail }) => detail);
  expect(details(look)).toEqual(["3 of 40 unseen cards bring the dawn.", "Bank tonight's 4."]);
  look.scene.seats[0]!.marks[0]!.count = 0;
  expect(details(look)?.[1]).toBe("You have nothing to bank yet.");
});
