import { describe, expect, it } from "vitest";
import { changed } from "./changes.ts";

describe("changes", () => {
  const view = { version: 1, scene: { seats: [{ id: "a" }, { id: "b" }], zones: [{ pieces: [1, 2, 3] }], round: 2 } };

  it("are applied in order and leave the rest as it is", () => {
    const now = changed(view, [
      { at: "version", to: 2 },
      { at: "scene/zones/0/pieces/1", to: 7 },
      { at: "scene/zones/0/pieces/2+1", to: [] },
      { at: "scene/zones/0/pieces/0+0", to: [5] },
      { at: "scene/round" },
      { at: "scene/zones/1", to: { pieces: [] } },
    ]);
    expect(now).toEqual({ version: 2, scene: { seats: [{ id: "a" }, { id: "b" }], zones: [{ pieces: [5, 1, 7] }, { pieces: [] }] } });
    expect(now.scene.seats).toBe(view.scene.seats);
    expect(view.scene.zones).toEqual([{ pieces: [1, 2, 3] }]);
  });
});
