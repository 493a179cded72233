import { expect, it } from "vitest";
import { costlyIn } from "../../frame/registry.ts";
import type { Choice } from "../../wire.ts";

const option = (action: string): Choice => ({ code: 0, action: action as never, label: action });

it("only what gives King's Blood's call away is asked about once more, not a wound that is taken without a call in Blood Bound", () => {
  const offered = (game: string, ...actions: string[]) => {
    const options = actions.map(option);
    return options.filter((one) => costlyIn(game)?.(one, options)).map(({ action }) => action);
  };
  expect(offered("kings-blood", "stop", "call")).toEqual(["stop"]);
  expect(offered("kings-blood", "stop")).toEqual([]);
  expect(offered("blood-bound", "call", "pass")).toEqual([]);
});
