import { expect, it } from "vitest";
import type { Heard } from "../wire.ts";
import { heardBy, noted } from "./noted.ts";

const said = (number: number, speaker: number, rest: Partial<Heard> = {}): Heard => ({ number, after: 4, speaker, code: 3, claim: {}, class: "fact", about: speaker, group: "clan", icon: "rose", text: "I am Rose.", by: "person", ...rest });

it("the notebook has what is still claimed about a seat, marked only by proof", () => {
  const claims = [said(1, 2), said(2, 2, { replaces: 1, text: "I am Beast." }), said(3, 1, { about: 2, class: "opinion" }), said(4, 3, { about: 2, class: "intent" }), said(5, 3, { about: 1 }), said(6, 3, { about: 2, code: 1, class: "opinion" })];
  const proofs = [{ number: 1, truth: true }, { number: 2, truth: false }];
  expect(noted(claims, proofs, 2).map(({ claim, truth }) => [claim.number, truth])).toEqual([[2, false], [3, undefined]]);
  expect(noted(claims, [], 1).map(({ claim, truth }) => [claim.number, truth])).toEqual([[5, undefined]]);
});

it("it says who agrees and who denies, by their last answer", () => {
  const answer = (number: number, speaker: number, code: number) => said(number, speaker, { code, reply_to: 1, about: 2, class: "opinion" });
  const claims = [said(1, 2), answer(2, 1, 1), answer(3, 3, 0), answer(4, 3, 1), answer(5, 4, 0)];
  expect(noted(claims, [], 2)).toEqual([expect.objectContaining({ agree: [4], deny: [1, 3] })]);
});

it("what is about you is said to you", () => {
  const names = (seat: number) => ["", "Ann", "Ben"][seat]!;
  const claim = said(1, 1, { about: 2, text: "{s2} is a Vampire.", to_you: "You are a Vampire." });
  expect(heardBy(2, claim, names)).toBe("You are a Vampire.");
  expect(heardBy(1, claim, names)).toBe("Ben is a Vampire.");
  expect(heardBy(null, claim, names)).toBe("Ben is a Vampire.");
  // Who is asked hears it by name, like everybody else.
  const question = said(2, 1, { about: 2, class: "question", text: "{s2}, which side are you on?", to_you: "Which side are you on?" });
  expect(heardBy(2, question, names)).toBe("Ben, which side are you on?");
});
