import { describe, expect, it } from "vitest";
import { share } from "./share.ts";

const scene = () => ({ heading: "Night", seats: [{ id: "seat/1", marks: [{ id: "a", count: 1 }] }, { id: "seat/2", marks: [] as unknown[] }], map: null as unknown });

describe("structural sharing", () => {
  it("keeps the whole value if nothing changed", () => {
    const old = scene();
    expect(share(old, scene())).toBe(old);
  });

  it("keeps unchanged parts beside a changed one", () => {
    const old = scene();
    const now = scene();
    now.seats[0]!.marks = [{ id: "a", count: 2 }];
    const shared = share(old, now);
    expect(shared).toEqual(now);
    expect(shared.seats[0]).not.toBe(old.seats[0]);
    expect(shared.seats[1]).toBe(old.seats[1]);
  });

  it("matches items by id when a list is reordered", () => {
    const old = scene();
    const now = { ...scene(), seats: scene().seats.reverse() };
    const shared = share(old, now);
    expect(shared).toEqual(now);
    expect(shared.seats[1]).toBe(old.seats[0]);
  });

  it("notices parts that were removed, added or replaced", () => {
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
