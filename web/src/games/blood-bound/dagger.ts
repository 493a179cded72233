interface Point {
  x: number;
  y: number;
}

/** The point that lies `pixels` from `a` in the direction of `b`. */
export function towards(a: Point, b: Point, pixels: number): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * pixels) / length, y: a.y + ((b.y - a.y) * pixels) / length };
}

/**
 * Where the dagger lies before its target: on the way from its holder, or nearer to the middle of the table where somebody else
 * sits on that way. `clear` is how far it must stay from the seats of others.
 */
export function beforeTarget(from: Point, to: Point, others: Point[], centre: Point, distance: number, clear: number): Point {
  const ways = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ x: from.x + (centre.x - from.x) * share, y: from.y + (centre.y - from.y) * share }));
  const spots = ways.map((way) => towards(to, way, distance));
  return spots.find((spot) => others.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= clear)) ?? spots.at(-1)!;
}
