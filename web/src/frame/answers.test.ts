import { expect, it } from "vitest";
import type { Choice } from "../wire.ts";
import { between, folded, shared } from "./answers.ts";

const options = (...labels: [action: string, label: string][]) => labels.map(([action, label], code) => ({ code, label, action: { [action]: code } }) as unknown as Choice);

it("answers share the words before and after what is chosen, and never a name", () => {
  expect(shared(["Force {s2} to show their rank", "Force {s3} to show their rank"])).toEqual(["Force", "to show their rank"]);
  expect(shared(["{s2} bestehlen", "{s3} bestehlen"])).toEqual(["", "bestehlen"]);
  expect(shared(["Bite {s2}", "Curse {s2}"])).toEqual(["", ""]);
  // Something is left of each.
  expect(shared(["Draw", "Draw three"])).toEqual(["", ""]);
  expect(shared(["Take a card", "Take a card"])).toEqual(["Take a", ""]);
});

it("neighbours of one kind are folded, the others stand alone and in their order", () => {
  const all = folded(options(["Play", "Play Eclipse"], ["Discard", "Discard Bite"], ["Discard", "Discard The Hunter"], ["Discard", "Discard Keys"], ["Keep", "Keep the rest"]), 3);
  expect(all.map(({ lead, options }) => [lead, options.map((option) => option.code)])).toEqual([["", [0]], ["Discard", [1, 2, 3]], ["", [4]]]);
  expect(all[1]!.options.map((option) => between(option.label, all[1]!))).toEqual(["Bite", "The Hunter", "Keys"]);
  expect(folded(options(["On", "Use the Keys on yourself"], ["On", "Use the Keys on {s2}"]), 3).length).toBe(2);
});
