import { expect, it } from "vitest";
import type { Beat, Line, Scene } from "../../wire.ts";
import { sumUp } from "./turns.ts";

const line = (beat: Beat): Line => ({ version: 1, text: "", beat });
/** A map with units of seat 2. */
const scene = (units: Record<string, number>) =>
  ({ map: { areas: Object.entries(units).map(([name, count]) => ({ id: `area/${name}`, name, pieces: count ? [{ id: `unit/${name}`, owner: 2, count }] : [] })) } }) as unknown as Scene;
const names = (seat: number) => `P${seat}`;

it("sums a turn up in one line: where units came, what was built, villages, battles", () => {
  const march: Beat = { weight: "medium", icon: "sword", by: 2, touches: ["area/Ford", "area/Hill"] };
  const taken = line({ weight: "large", icon: "village", by: 2, on: [1] });
  const [camp, ford] = [scene({ Ford: 0, Hill: 8 }), scene({ Ford: 7, Hill: 1 })];
  const past = [
    { view: { scene: camp }, lines: [] },
    { view: { scene: camp }, lines: [line({ weight: "aside", by: 1 }), line({ weight: "small", icon: "hourglass", by: 2, opens: true })] },
    { view: { scene: ford }, lines: [line(march)] },
    { view: { scene: ford }, lines: [line({ weight: "medium", by: 2, face: { name: "Swords", tint: "red" }, touches: ["area/Hill"] })] },
    { view: { scene: ford }, lines: [taken, taken] },
    { view: { scene: ford }, lines: [line({ weight: "large", icon: "laurels", by: 2, on: [1] })] },
    { view: { scene: ford }, lines: [line({ weight: "small", icon: "hourglass", by: 1, opens: true })] },
  ];
  const turns = sumUp(past, names, (text) => text);
  expect(turns[0]).toEqual({ seat: 2, text: "P2: 7 units to Ford, 1 unit built, 2 villages taken, 1 battle won", from: 2, to: 6 });
  expect(turns[1]?.text).toBe("P1: a quiet turn");
});
