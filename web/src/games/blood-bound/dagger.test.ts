import { expect, it } from "vitest";
import { seating } from "../../lib/ring.ts";
import { type Box, type Lie, partsOf, rests, strikes } from "./dagger.ts";

const DESKTOP = { rooms: [{ width: 960, height: 540 }, { width: 960, height: 370 }, { width: 1100, height: 440 }], seat: { width: 138, height: 152 }, slim: 108, middle: { width: 420, height: 150 } };
const PHONE = { rooms: [{ width: 360, height: 420 }, { width: 390, height: 600 }], seat: { width: 90, height: 98 }, slim: 78, middle: { width: 140, height: 200 } };

/** Every table of these sizes: its seats, its middle, and what the dagger at one seat must not lie on. */
function* tables({ rooms, seat, slim, middle }: typeof DESKTOP) {
  const wide = seat.width > 100;
  for (const count of [6, 8, 10, 12]) {
    for (const room of rooms) {
      const { spots, scale } = seating(count, room, seat, middle, wide);
      const seats: Box[] = spots.map(({ x, y }) => ({ x, y, width: seat.width * scale, height: seat.height * scale }));
      const size = wide ? Math.max(1, scale) : 1;
      const centre = { x: room.width / 2, y: room.height / 2, width: middle.width * size, height: middle.height * size };
      const reach = wide ? scale : 0.62;
      const taken = (at: number) => [centre, ...seats.filter((_, j) => j !== at).map((other) => ({ ...other, width: slim * scale }))];
      yield { name: `${count} seats, ${room.width}x${room.height}`, count, room, seats, taken, dagger: { width: 92 * reach, height: 30 * reach } };
    }
  }
}
/** The share of the dagger that lies on these. */
const on = (lie: Lie, dagger: { width: number; height: number }, boxes: Box[]) => {
  const parts = partsOf(lie, dagger);
  const common = (from: number, to: number, size: number, other: number) => Math.max(0, Math.min(size, other, (size + other) / 2 - Math.abs(from - to)));
  const shares = parts.flatMap((part) => boxes.map((box) => (common(part.x, box.x, part.width, box.width) * common(part.y, box.y, part.height, box.height)) / (part.width * part.height)));
  return shares.reduce((sum, share) => sum + share, 0) / parts.length;
};
const inside = (lie: Lie, dagger: { width: number; height: number }, room: { width: number; height: number }) =>
  partsOf(lie, dagger).every(({ x, y, width, height }) => x >= width / 2 && y >= height / 2 && x <= room.width - width / 2 && y <= room.height - height / 2);

it("the dagger lies neither on a seat nor on the middle of the table", () => {
  for (const { name, room, seats, taken, dagger } of tables(DESKTOP)) {
    for (const [i, seat] of seats.entries()) {
      expect(on(rests(seat, dagger, room, taken(i)), dagger, [...taken(i), seat]), `${name}, seat ${i}`).toBeLessThan(0.02);
      for (const [j, attacker] of seats.entries()) {
        if (i === j) continue;
        const lie = strikes(seat, attacker, dagger, room, taken(i));
        expect(on(lie, dagger, taken(i).slice(1)), `${name}, ${j} strikes ${i}`).toBeLessThan(0.02);
        // Straight across a flat table there is hardly room before the middle.
        expect(on(lie, dagger, taken(i).slice(0, 1)), `${name}, ${j} strikes ${i}`).toBeLessThan(0.15);
      }
    }
  }
});

it("the dagger points at the target and comes from the attacker, not from somebody else", () => {
  for (const { name, room, seats, taken, dagger } of [...tables(DESKTOP), ...tables(PHONE)]) {
    for (const [i, target] of seats.entries()) {
      for (const [j, attacker] of seats.entries()) {
        if (i === j) continue;
        const lie = strikes(target, attacker, dagger, room, taken(i));
        const from = Math.atan2(lie.y - target.y, lie.x - target.x);
        const straight = Math.atan2(attacker.y - target.y, attacker.x - target.x);
        expect(Math.cos(from - straight), `${name}, ${j} strikes ${i}`).toBeGreaterThan(0.5);
        expect(Math.cos(lie.angle - from), `${name}, ${j} strikes ${i}`).toBeCloseTo(-1);
      }
    }
  }
});

it("the dagger stays on the table", () => {
  for (const { name, room, seats, taken, dagger } of [...tables(DESKTOP), ...tables(PHONE)]) {
    for (const [i, seat] of seats.entries()) {
      expect(inside(rests(seat, dagger, room, taken(i)), dagger, room), `${name}, seat ${i}`).toBe(true);
      for (const [j, attacker] of seats.entries()) {
        if (i !== j) expect(inside(strikes(seat, attacker, dagger, room, taken(i)), dagger, room), `${name}, ${j} strikes ${i}`).toBe(true);
      }
    }
  }
});
