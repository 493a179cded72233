import { expect, it } from "vitest";
import type { Choice } from "../wire.ts";
import { forfeits } from "./fatal.ts";

const option = (action: string): Choice => ({ code: 0, action: action as never, label: action });

it("only what gives King's Blood's call away is asked about once more, not a wound that is taken without a call in Blood Bound", () => {
  const offered = (...actions: string[]) => {
    const options = actions.map(option);
    return options.filter((one) => forfeits(one, options)).map(({ action }) => action);
  };
  expect(offered("stop", "call")).toEqual(["stop"]);
  expect(offered("stop")).toEqual([]);
  expect(offered("call", "stand-alone")).toEqual([]);
});
