import { describe, expect, it } from "vitest";
import { share } from "./share.ts";

const scene = () => ({ heading: "Night", seats: [{ id: "seat/1", marks: [{ id: "a", count: 1 }] }, { id: "seat/2", marks: [] as unknown[] }], map: null as unknown });

describe("parts that have not changed", () => {
  it("are the old ones, up to the whole", () => {
    const old = scene();
    expect(share(old, scene())).toBe(old);
  });

  it("stay the same beside one that has", () => {
    const old = scene();
    const now = scene();
    now.seats[0]!.marks = [{ id: "a", count: 2 }];
    const shared = share(old, now);
    expect(shared).toEqual(now);
    expect(shared.seats[0]).not.toBe(old.seats[0]);
    expect(shared.seats[1]).toBe(old.seats[1]);
  });

  it("are found by their id when the list has moved", () => {
    const old = scene();
    const now = { ...scene(), seats: scene().seats.reverse() };
    const shared = share(old, now);
    expect(shared).toEqual(now);
    expect(shared.seats[1]).toBe(old.seats[0]);
  });

  it("are told from those that went, came or became something else", () => {
    for (const [old, now] of [
      [{ a: 1 }, {}],
      [{}, { a: undefined }],
      [{ a: 1, b: 1 }, { a: 1, c: 1 }],
      [[1, 2], [1]],
      [[1], [1, 2]],
      [{ a: [] }, { a: {} }],
      [{ a: null }, { a: {} }],
      [[{ id: "x", n: 1 }], [{ n: 1 }]],
      [[{ n: 1 }], [{ id: "x", n: 1 }]],
    ] as [unknown, unknown][]) {
      expect(share(old, now)).toStrictEqual(now);
      expect(share(old, now)).not.toBe(old);
    }
  });
});
