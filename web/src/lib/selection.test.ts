import { describe, expect, it } from "vitest";
import type { Choice } from "../wire.ts";
import { Selection } from "./selection.svelte.ts";

const option = (code: number, ...touches: string[]): Choice => ({ code, action: null, label: `option ${code}`, touches });

function selecting(...options: Choice[]) {
  const chosen: number[] = [];
  const selection = new Selection((code) => chosen.push(code));
  selection.offer(options);
  return { selection, chosen };
}

describe("a selection", () => {
  it("lights up what can be picked", () => {
    const { selection } = selecting(option(1, "a"), option(2, "b", "c"));
    expect(["a", "b", "c", "d"].map((id) => selection.lit(id))).toEqual([true, true, true, false]);
  });

  it("chooses at once if one click is enough", () => {
    const { selection, chosen } = selecting(option(1, "a"), option(2, "b"));
    selection.pick("b");
    expect(chosen).toEqual([2]);
    expect(selection.picked).toEqual([]);
  });

  it("asks before it takes what the table calls careful", () => {
    const { selection, chosen } = selecting(option(1, "a"), option(2, "b"));
    selection.careful = ({ code }) => code === 2;
    selection.pick("b");
    expect([selection.asking, chosen]).toEqual(["b", []]);
    selection.choose(2);
    expect(chosen).toEqual([2]);
  });

  it("takes several steps, in any order", () => {
    const { selection, chosen } = selecting(option(1, "card/1", "seat/1"), option(2, "card/1", "seat/2"), option(3, "card/2", "seat/2"));
    selection.pick("card/1");
    expect([selection.lit("seat/1"), selection.lit("card/2")]).toEqual([true, false]);
    selection.pick("seat/2");
    selection.pick("seat/2");
    selection.pick("card/2");
    expect(chosen).toEqual([2, 3]);
  });

  it("takes another of the same place instead, and keeps the rest if it still fits", () => {
    const { selection, chosen } = selecting(option(1, "hand/1/1", "seat/1"), option(2, "hand/1/2", "seat/2"), option(3, "hand/1/2", "seat/1"), option(4, "pile", "seat/1"));
    selection.pick("hand/1/1");
    expect([selection.stateOf("hand/1/2"), selection.stateOf("pile")]).toEqual(["idle", "dim"]);
    selection.pick("pile");
    selection.pick("hand/1/2");
    expect([selection.picked, chosen]).toEqual([["hand/1/2"], []]);
    selection.clear();
    selection.pick("seat/2");
    selection.pick("hand/1/1");
    expect(selection.picked).toEqual(["seat/2"]);
  });

  it("asks if one element stands for several options", () => {
    const { selection, chosen } = selecting(option(1, "a"), option(2, "a"), option(3, "b"));
    selection.pick("a");
    expect([selection.asking, chosen]).toEqual(["a", []]);
    expect(selection.fitting.map((it) => it.code)).toEqual([1, 2]);
    selection.choose(2);
    expect([selection.asking, chosen]).toEqual([null, [2]]);
  });

  it("offers complete options while longer ones are still possible", () => {
    const { selection, chosen } = selecting(option(1, "a"), option(2, "a", "b"));
    selection.pick("a");
    expect(selection.complete.map((it) => it.code)).toEqual([1]);
    expect([selection.asking, selection.lit("b"), chosen]).toEqual([null, true, []]);
  });

  it("never takes the last step by itself", () => {
    const { selection, chosen } = selecting(option(1, "a", "b"), option(2, "c"));
    selection.pick("a");
    expect([chosen, selection.lit("b"), selection.complete.length]).toEqual([[], true, 0]);
  });

  it("drops a pick on a second click", () => {
    const { selection } = selecting(option(1, "a", "b"), option(2, "a", "c"));
    selection.pick("a");
    selection.pick("a");
    expect(selection.picked).toEqual([]);
    expect(selection.stateOf("a")).toBe("lit");
  });

  it("drops the picks when the question changes", () => {
    const { selection } = selecting(option(1, "a", "b"), option(2, "a", "c"));
    selection.pick("a");
    selection.offer([option(3, "d")]);
    expect([selection.picked, selection.question]).toEqual([[], 2]);
  });

  it("highlights nothing any more once an option is chosen or the question changes", () => {
    const { selection } = selecting(option(1, "a"), option(2, "b"));
    selection.mentioned = ["a"];
    selection.choose(1);
    expect(selection.mentioned).toEqual([]);
    selection.mentioned = ["a"];
    selection.offer([option(3, "d")]);
    expect(selection.mentioned).toEqual([]);
  });

  it("keeps the picks when the same question comes again", () => {
    const { selection } = selecting(option(1, "a", "b"), option(2, "a", "c"));
    selection.pick("a");
    selection.offer([option(1, "a", "b"), option(2, "a", "c")]);
    expect([selection.picked, selection.question]).toEqual([["a"], 1]);
  });
});
