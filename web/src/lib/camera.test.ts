import { describe, expect, it } from "vitest";
import { centred, clamped, clear, framing, outside, resized } from "./camera.ts";

describe("a camera over a map of 1000 in a window of 400", () => {
  const map = { room: 400, from: 0, size: 1000 };
  it("does not leave the map when something at the rim is brought into view", () => {
    expect(centred(map, 1, 990)).toBe(-600);
    expect(centred(map, 1, 10)).toBe(0);
    expect(centred(map, 1, 500)).toBe(-300);
  });
  it("can be dragged a little over the edge, no further", () => {
    expect(clamped(map, 1, 500)).toBe(40);
    expect(clamped(map, 1, -5000)).toBe(-640);
    expect(clamped(map, 1, -200)).toBe(-200);
  });
  it("keeps a small map inside the window", () => {
    expect(clamped(map, 0.3, 300)).toBe(140);
    expect(centred(map, 0.3, 990)).toBe(50);
  });
  it("keeps the middle where it is when the window changes, and no blank margin", () => {
    expect(resized({ ...map, room: 600 }, { room: 400, scale: 1, offset: -300 }, 1)).toBe(-200);
    expect(resized({ ...map, room: 1200 }, { room: 400, scale: 1, offset: -600 }, 1.2)).toBe(-40);
  });
});

it("an arrow at the edge leads to what is out of sight", () => {
  const room = { width: 400, height: 300 };
  expect(outside(room, { x: 200, y: 150 })).toBe(null);
  expect(outside(room, { x: 900, y: 150 })).toEqual({ x: 372, y: 150, turn: 0 });
  expect(outside(room, { x: 200, y: -50 })).toEqual({ x: 200, y: 28, turn: -Math.PI / 2 });
});

it("an arrow lies on none of the targets in sight", () => {
  const room = { width: 400, height: 300 };
  const card = { x: 360, y: 150, width: 60, height: 80 };
  const { x, y } = clear(room, { x: 372, y: 150 }, [card]);
  expect(x).toBe(372);
  expect(Math.abs(y - card.y)).toBeGreaterThanOrEqual(card.height / 2 + 20);
  expect(clear(room, { x: 372, y: 150 }, [])).toEqual({ x: 372, y: 150 });
});

it("a frame is seen as a whole where it does not get too small", () => {
  const room = { width: 400, height: 300 };
  expect(framing(room, { width: 800, height: 100, least: 0.4 }, 0.6)).toBe(0.5);
  expect(framing(room, { width: 300, height: 100, least: 0.4 }, 0.6)).toBe(0.6);
  expect(framing(room, { width: 1200, height: 100, least: 0.4 }, 0.6)).toBe(null);
});
