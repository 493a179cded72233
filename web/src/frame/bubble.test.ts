import { expect, test } from "vitest";
import { besides, type Box } from "./bubble.ts";

const room = { width: 400, height: 600 };
const size = { width: 120, height: 30 };
const apart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test("a bubble lies above its seat where there is room", () => {
  const seat = { x: 150, y: 200, width: 100, height: 80 };
  expect(besides(seat, size, room, [seat], [])).toMatchObject({ side: "above", x: 140, y: 167 });
});

test("no bubble covers a seat or another bubble", () => {
  const seats = [
    { x: 150, y: 5, width: 90, height: 90 },
    { x: 5, y: 100, width: 90, height: 90 },
    { x: 305, y: 100, width: 90, height: 90 },
    { x: 5, y: 220, width: 90, height: 90 },
  ];
  const taken: Box[] = [...seats];
  for (const seat of seats) {
    const spot = besides(seat, size, room, taken, []);
    expect(taken.every((box) => apart(spot, box))).toBe(true);
    taken.push(spot);
  }
});

test("what can be clicked stays free where another spot is as good", () => {
  const seat = { x: 150, y: 200, width: 100, height: 80 };
  const card = { x: 100, y: 150, width: 200, height: 45 };
  expect(besides(seat, size, room, [seat], [card]).side).toBe("below");
});
