import { expect, it } from "vitest";
import { seating } from "../../lib/ring.ts";
import { beforeTarget } from "./dagger.ts";

it("the dagger lies on nobody but its target", () => {
  const seat = { width: 138, height: 148 };
  for (const count of [6, 8, 12]) {
    const room = { width: 960, height: 560 };
    const { spots, scale } = seating(count, room, seat, { width: 260, height: 240 });
    const centre = { x: room.width / 2, y: room.height / 2 };
    const half = { x: (seat.width * scale) / 2, y: (seat.height * scale) / 2 };
    for (const [i, from] of spots.entries()) {
      for (const [j, to] of spots.entries()) {
        if (i === j) continue;
        const others = spots.filter((_, k) => k !== i && k !== j);
        const at = beforeTarget(from, to, others, centre, half.y + 50 * scale, half.y + 24 * scale);
        const under = others.filter((other) => Math.abs(other.x - at.x) < half.x && Math.abs(other.y - at.y) < half.y);
        expect(under, `${count} seats, from ${i} to ${j}`).toEqual([]);
      }
    }
  }
});
