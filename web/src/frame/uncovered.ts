/** A rectangle on the page. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far from the edge of the table something is laid. */
const EDGE = 12;
/** How many places are tried across and down. */
const STEPS = 9;
/** What share of itself it may cover rather than go to the edge. */
const FAR = 0.05;

/** Where something of this size covers least of what lies on the table, near its middle rather than far from it. Counted from the corner of the room. */
export function leastCovering(room: Area, width: number, height: number, obstacles: Area[]): { x: number; y: number } {
  const [across, down] = [Math.max(0, room.width - width - 2 * EDGE), Math.max(0, room.height - height - 2 * EDGE)];
  const covered = (x: number, y: number) =>
    obstacles.reduce((sum, box) => {
      const [left, top] = [box.x - room.x, box.y - room.y];
      return sum + Math.max(0, Math.min(x + width, left + box.width) - Math.max(x, left)) * Math.max(0, Math.min(y + height, top + box.height) - Math.max(y, top));
    }, 0);
  const steps = Array.from({ length: STEPS }, (_, i) => i / (STEPS - 1));
  const places = steps.flatMap((h) => steps.map((v) => ({ x: EDGE + across * h, y: EDGE + down * v, off: Math.hypot(h - 0.5, v - 0.5) })));
  const cost = new Map(places.map((place) => [place, covered(place.x, place.y)]));
  const dear = (place: (typeof places)[number]) => cost.get(place)! + place.off * FAR * width * height;
  const { x, y } = places.sort((a, b) => dear(a) - dear(b))[0]!;
  return { x, y };
}
