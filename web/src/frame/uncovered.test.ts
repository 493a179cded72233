import { expect, it } from "vitest";
import { leastCovering } from "./uncovered.ts";

const room = { x: 100, y: 50, width: 1000, height: 600 };

it("lies in the middle where nothing is in the way", () => {
  expect(leastCovering(room, 200, 100, [])).toEqual({ x: 400, y: 250 });
});

it("goes where nothing is covered, as near to the middle as that is", () => {
  // A row of seats below, the deck in the middle.
  const obstacles = [
    { x: 100, y: 450, width: 1000, height: 200 },
    { x: 500, y: 300, width: 200, height: 150 },
  ];
  const { x, y } = leastCovering(room, 200, 100, obstacles);
  const [left, top] = [room.x + x, room.y + y];
  for (const box of obstacles) expect(left < box.x + box.width && left + 200 > box.x && top < box.y + box.height && top + 100 > box.y).toBe(false);
  expect(Math.abs(left + 100 - 600)).toBeLessThan(400);
});

it("covers as little as it can where everything is full", () => {
  const obstacles = [room, { x: 100, y: 50, width: 1000, height: 400 }];
  expect(leastCovering(room, 200, 100, obstacles).y).toBeGreaterThanOrEqual(400);
});
