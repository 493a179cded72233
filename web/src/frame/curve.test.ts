import { mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import type { Place, Seat } from "../wire.ts";
import Curve from "./Curve.svelte";
import type { Advice, Review } from "./review.ts";

const names = (seat: Seat) => ["", "Ann", "Ben", "Cat", "Dan"][seat]!;
const place = (seat: Seat, key: string, tint: string) => ({ seat, key, tint, id: `seat/${seat}`, marks: [] }) as unknown as Place;
const places = [place(1, "beast", "blue"), place(2, "rose", "red"), place(3, "beast", "blue"), place(4, "rose", "red")];
const advice: Advice = { version: 1, seat: 1, code: 7, played: "Strike", advised: "Pass", played_chance: 0.2, advised_chance: 0.6, noise: 0.05 };
const review: Review = {
  moments: [
    { version: 0, chances: [0.5, 0.5, 0.5, 0.5], story: [] },
    { version: 1, chances: [0.1, 0.9, 0.1, 0.9], story: ["Somebody strikes."] },
  ],
  advice: () => [advice],
  decided: "",
  accounts: [{ remarks: ["Ann: 1 of 2.", "Worth trying again."], again: 0 }],
};

let shown: object | undefined;
afterEach(() => void (shown && unmount(shown)));
function draw(wasAdvised?: (version: number, code: number) => boolean): string {
  shown = mount(Curve, { target: document.body, props: { review, at: 0, of: 1, names: (seat: Seat) => (seat === 1 ? "Ann (you)" : names(seat)), yourName: "Ann", go: () => {}, game: "blood-bound", lines: [], you: 1, playOn: () => {}, places, wasAdvised } });
  return document.body.textContent ?? "";
}

it("a side has the colour that it wears at the table, and its name", () => {
  const text = draw();
  expect([...document.querySelectorAll("polyline")].map((line) => line.getAttribute("data-tint"))).toEqual(["blue", "red"]);
  expect(text).toContain("Beast clan (Ann (you), Cat)");
  expect(text).toContain("Rose clan: from 50 to 90 %.");
});

it("what a hint advised is nobody's mistake", () => {
  const blamed = draw();
  expect(blamed).toContain("Strike");
  expect(blamed).toContain("Worth trying again.");
  unmount(shown!);
  const text = draw((version, code) => version === 1 && code === 7);
  expect(text).not.toContain("Strike");
  expect(text).not.toContain("Worth trying again.");
  expect(text).toContain("You: 1 of 2.");
});
