/** A place on a ring: its centre, and its direction from the middle of the table in radians (0 = right, clockwise). */
export interface Spot {
  x: number;
  y: number;
  angle: number;
}

/** Exponent of the superellipse: 2 is an ellipse, more fills the corners of a narrow screen. */
const squareness = (width: number, height: number) => {
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return ratio > 1.25 ? 3 : 2.3;
};

/**
 * Places for `count` seats around a table of `width` × `height`, evenly spaced along the rim: the first at the bottom, the others
 * clockwise. `inset` is the distance of a seat's centre from the edge.
 */
export function ring(count: number, width: number, height: number, inset: { x: number; y: number }): Spot[] {
  const a = Math.max(1, width / 2 - inset.x);
  const b = Math.max(1, height / 2 - inset.y);
  const power = 2 / squareness(a, b);
  const at = (angle: number) => {
    const bend = (value: number) => Math.sign(value) * Math.abs(value) ** power;
    return { x: a * bend(Math.cos(angle)), y: b * bend(Math.sin(angle)) };
  };
  const steps = 240;
  const rim = Array.from({ length: steps + 1 }, (_, step) => at(Math.PI / 2 + (2 * Math.PI * step) / steps));
  const lengths = [0];
  for (let step = 1; step <= steps; step++) {
    const [before, here] = [rim[step - 1]!, rim[step]!];
    lengths.push(lengths[step - 1]! + Math.hypot(here.x - before.x, here.y - before.y));
  }
  let step = 1;
  return Array.from({ length: count }, (_, seat) => {
    const wanted = (lengths[steps]! * seat) / count;
    while (step < steps && lengths[step]! < wanted) step++;
    const [before, here] = [rim[step - 1]!, rim[step]!];
    const share = (wanted - lengths[step - 1]!) / (lengths[step]! - lengths[step - 1]!);
    const x = before.x + (here.x - before.x) * share;
    const y = before.y + (here.y - before.y) * share;
    return { x: width / 2 + x, y: height / 2 + y, angle: Math.atan2(y, x) };
  });
}

/** A width and a height. */
export interface Size {
  width: number;
  height: number;
}

/** Seats around a table, and their size. */
export interface Seating {
  spots: Spot[];
  scale: number;
}

const LARGEST = 1.45;
const SMALLEST = 0.7;

/**
 * The largest seats that fit without covering each other, the middle or the edge; the smallest size if nothing fits. The middle may
 * grow with the seats.
 */
export function seating(count: number, room: Size, seat: Size, middle: Size, grows = false): Seating {
  // A large screen has larger seats.
  for (let scale = Math.min(2.4, Math.max(LARGEST, room.height / 520)); ; scale -= 0.05) {
    const size = grows ? Math.max(1, scale) : 1;
    const [width, height] = [seat.width * scale, seat.height * scale];
    const spots = ring(count, room.width, room.height, { x: width / 2 + 4 * size, y: height / 2 + 4 * size });
    const apart = (a: { x: number; y: number }, b: { x: number; y: number }, w: number, h: number) =>
      Math.abs(a.x - b.x) >= w || Math.abs(a.y - b.y) >= h;
    const centre = { x: room.width / 2, y: room.height / 2 };
    const free = spots.every(
      (spot, at) =>
        apart(spot, spots[(at + 1) % count]!, width + 2, height + 2) &&
        apart(spot, centre, (width + middle.width * size) / 2, (height + middle.height * size) / 2),
    );
    if (free || scale <= SMALLEST) return { spots, scale };
  }
}
