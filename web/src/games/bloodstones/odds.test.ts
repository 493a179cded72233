import { expect, it } from "vitest";
import type { Choice } from "../../wire.ts";
import { inEnglish, localiser } from "../../words/said.ts";
import { oddsOf } from "./odds.ts";

const told = (detail: string) => oddsOf(localiser(inEnglish)({ code: 1, label: "", action: "go", detail } as unknown as Choice));

it("finds the chances that an option tells, with and without a swap", () => {
  expect(told("before swaps [win [0] %, tie [0] %, lose [100] %]; with [[5] pips] swapped in [win [1] %, tie [4] %, lose [95] %]")).toEqual({ now: [0, 0, 100], swapped: { pips: 5, shares: [1, 4, 95] } });
  expect(told("[the whole stack: [2 [Swords]] for [[3] pips], [5] in all]; against {s2}: [[win [40] %, tie [20] %, lose [40] %], swap or not]")).toEqual({ now: [40, 20, 40], swapped: null });
  expect(told("Win [60] %, tie [0] %, lose [40] %")?.now).toEqual([60, 0, 40]);
  expect(told("[[3] pips], [5] in all")).toBeNull();
});
