import { expect, it } from "vitest";
import { seating } from "../../lib/ring.ts";
import { boxOf, lies } from "./dagger.ts";

it("the dagger lies neither on a seat nor on the middle of the table", () => {
  const seat = { width: 138, height: 152 };
  const middle = { width: 420, height: 150 };
  for (const count of [6, 8, 10, 12]) {
    for (const room of [{ width: 960, height: 540 }, { width: 960, height: 370 }, { width: 1100, height: 440 }]) {
      const { spots, scale } = seating(count, room, seat, middle, true);
      const seats = spots.map(({ x, y }) => ({ x, y, width: seat.width * scale, height: seat.height * scale }));
      const size = Math.max(1, scale);
      const centre = { x: room.width / 2, y: room.height / 2, width: middle.width * size, height: middle.height * size };
      const dagger = { width: 92 * scale, height: 30 * scale };
      for (const [i, one] of seats.entries()) {
        for (const pointsAt of [false, true]) {
          const taken = [centre, ...seats.filter((_, j) => j !== i).map((other) => ({ ...other, width: 108 * scale }))];
          const box = boxOf(lies(one, dagger, room, taken, pointsAt), dagger);
          const under = [...taken, one].filter((other) => Math.abs(other.x - box.x) < (other.width + box.width) / 2 - 1 && Math.abs(other.y - box.y) < (other.height + box.height) / 2 - 1);
          expect(under, `${count} seats, ${room.height} high, seat ${i}, ${pointsAt}`).toEqual([]);
        }
      }
    }
  }
});
