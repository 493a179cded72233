import { expect, test } from "vitest";
import { ring, seating } from "./ring.ts";

const inset = { x: 40, y: 40 };

test("the first seat is at the bottom, the next one on its left hand", () => {
  const [you, next, ...others] = ring(6, 800, 600, inset);
  expect(you!.x).toBeCloseTo(400, 0);
  expect(you!.y).toBeCloseTo(560, 0);
  expect(next!.x).toBeLessThan(400);
  expect(others.at(-1)!.x).toBeGreaterThan(400);
});

test("left and right mirror each other", () => {
  const seats = ring(12, 800, 600, inset);
  expect(seats[6]!.x).toBeCloseTo(400, 1);
  expect(seats[6]!.y).toBeCloseTo(40, 0);
  for (let at = 1; at < 6; at++) expect(seats[at]!.x + seats[12 - at]!.x).toBeCloseTo(800, 1);
});

test.each([
  [12, 390, 520],
  [6, 390, 520],
  [12, 1000, 620],
  [5, 320, 420],
])("%i seats on %i × %i stay inside and apart", (count, width, height) => {
  const seats = ring(count, width, height, inset);
  seats.forEach((seat, index) => {
    expect(seat.x).toBeGreaterThanOrEqual(inset.x - 1);
    expect(seat.x).toBeLessThanOrEqual(width - inset.x + 1);
    expect(seat.y).toBeGreaterThanOrEqual(inset.y - 1);
    expect(seat.y).toBeLessThanOrEqual(height - inset.y + 1);
    const next = seats[(index + 1) % count]!;
    expect(Math.hypot(seat.x - next.x, seat.y - next.y)).toBeGreaterThan(70);
  });
});

test("seats are as large as the room allows", () => {
  const seat = { width: 144, height: 140 };
  const middle = { width: 220, height: 180 };
  const wide = seating(8, { width: 1440, height: 760 }, seat, middle);
  const full = seating(12, { width: 900, height: 600 }, seat, middle);
  const narrow = seating(12, { width: 390, height: 500 }, seat, middle);
  expect(wide.scale).toBeGreaterThan(1.2);
  expect(full.scale).toBeLessThan(wide.scale);
  expect(narrow.scale).toBeLessThan(full.scale);
  full.spots.forEach((spot, at) => {
    const next = full.spots[(at + 1) % 12]!;
    expect(Math.abs(spot.x - next.x) > seat.width * full.scale || Math.abs(spot.y - next.y) > seat.height * full.scale).toBe(true);
  });
});
