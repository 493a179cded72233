import { expect, it } from "vitest";
import type { Heard } from "../wire.ts";
import { noted } from "./noted.ts";

const said = (number: number, speaker: number, rest: Partial<Heard> = {}): Heard => ({ number, after: 4, speaker, code: 3, claim: {}, class: "fact", about: speaker, group: "clan", icon: "rose", text: "I am Rose.", by: "person", ...rest });

it("the notebook has what is still claimed about a seat, marked only by proof", () => {
  const claims = [said(1, 2), said(2, 2, { replaces: 1, text: "I am Beast." }), said(3, 1, { about: 2, class: "opinion" }), said(4, 3, { about: 2, class: "intent" }), said(5, 3, { about: 1 }), said(6, 3, { about: 2, code: 1, class: "opinion" })];
  const proofs = [{ number: 1, truth: true }, { number: 2, truth: false }];
  expect(noted(claims, proofs, 2).map(({ claim, truth }) => [claim.number, truth])).toEqual([[2, false], [3, undefined]]);
  expect(noted(claims, [], 1).map(({ claim, truth }) => [claim.number, truth])).toEqual([[5, undefined]]);
});
