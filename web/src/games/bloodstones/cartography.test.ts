import { describe, expect, it } from "vitest";
import fixture from "../../../fixtures/bloodstones-most.json";
import type { Map } from "../../wire.ts";
import { draw, inside, pencil, type Point } from "./cartography.ts";

const map = fixture.view.scene.map as unknown as Map;

describe("a drawn map", () => {
  it("is the same drawing every time", () => {
    expect(draw(structuredClone(map))).toEqual(draw(map));
  });

  it("has an outline for every area, and every terrain of the map", () => {
    const chart = draw(map);
    expect(chart.areas.size).toBe(map.areas.length);
    expect([...chart.ground.keys()].sort()).toEqual([...new Set(map.areas.map((area) => area.terrain))].sort());
  });

  it("draws a shared border once, as a coast where one side is sea", () => {
    const areas = [
      { id: "area/0", name: "Land", terrain: "plains", outline: [[0, 0], [10, 0], [10, 10], [0, 10]], centre: [5, 5], pieces: [] },
      { id: "area/1", name: "Sea", terrain: "sea", outline: [[10, 0], [20, 0], [20, 10], [10, 10]], centre: [15, 5], pieces: [] },
      { id: "area/2", name: "Wood", terrain: "forest", outline: [[0, 10], [10, 10], [10, 20], [0, 20]], centre: [5, 15], pieces: [] },
    ];
    const chart = draw({ name: "Three", size: [20, 20], areas } as unknown as Map);
    expect(chart.coast).toBe("M10 0L10 10");
    expect(chart.borders).toBe("M10 10L0 10");
    expect(chart.lanes).toBe("");
  });

  it("keeps symbols inside the area and out of its middle", () => {
    for (const area of map.areas.filter((one) => one.terrain === "forest")) {
      const alone = draw({ ...map, areas: [area], rivers: [] });
      const feet = [...(alone.signs.get("forest") ?? "").matchAll(/M([\d.-]+) ([\d.-]+)/g)].map((m): Point => [Number(m[1]), Number(m[2])]);
      for (const foot of feet) {
        expect(inside(area.outline as Point[], foot)).toBe(true);
        expect(Math.hypot(foot[0] - area.centre[0], foot[1] - area.centre[1])).toBeGreaterThan(25);
      }
    }
  });

  it("keeps names off the frame", () => {
    const narrow = { id: "area/0", name: "Marketwick", terrain: "plains", outline: [[940, 0], [1000, 0], [1000, 100], [940, 100]], centre: [970, 50], pieces: [] };
    const [name] = draw({ name: "One", size: [1000, 100], areas: [narrow] } as unknown as Map).names;
    expect(name!.at[0] + (0.55 * name!.name.length * name!.size) / 2).toBeLessThanOrEqual(980.1);
  });

  it("repeats itself for the same seed", () => {
    const [one, other] = [pencil("a"), pencil("a")];
    expect([one(), one(), one()]).toEqual([other(), other(), other()]);
    expect(pencil("b")()).not.toBe(pencil("a")());
  });
});
