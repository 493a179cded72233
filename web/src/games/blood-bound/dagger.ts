interface Point {
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}
/** A box by its middle. */
export type Box = Point & Size;

/** Where the dagger lies, and the direction of its point in radians. */
export interface Lie extends Point {
  angle: number;
  /** Its share of the usual size. */
  size: number;
}

const GAP = 4;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, (a.width + b.width) / 2 - Math.abs(a.x - b.x)) * Math.max(0, (a.height + b.height) / 2 - Math.abs(a.y - b.y));

/** The box of the dagger, which lies along an axis of the table. */
export const boxOf = ({ x, y, angle, size }: Lie, { width, height }: Size): Box =>
  Math.abs(Math.cos(angle)) > 0.5 ? { x, y, width: width * size, height: height * size } : { x, y, width: height * size, height: width * size };

/**
 * Where the dagger lies beside a seat: at its side, or between it and the middle of the table, where it covers least of what is taken.
 * It points at the seat, or away from it. Where many sit close together it is smaller.
 */
export function lies(seat: Box, dagger: Size, room: Size, taken: Box[], pointsAt: boolean): Lie {
  const inwards = { x: seat.x <= room.width / 2 ? 1 : -1, y: seat.y <= room.height / 2 ? 1 : -1 };
  const spots = [1, 0.75, 0.5].flatMap((size): Lie[] => {
    const [length, breadth] = [dagger.width * size, dagger.height * size];
    // At the height of the face, then lower or higher.
    const besides = [-0.2, 0.2, -0.45, 0.45].flatMap((level) =>
      [inwards.x, -inwards.x].map((side) => ({ x: seat.x + side * ((seat.width + length) / 2 + GAP), y: seat.y + level * seat.height, angle: (side > 0) === pointsAt ? Math.PI : 0, size })),
    );
    // Between the seat and the middle: across, or with its point to the seat.
    const depth = pointsAt ? length : breadth;
    const y = seat.y + inwards.y * ((seat.height + depth) / 2 + GAP);
    const before = [0, -0.25, 0.25, -0.5, 0.5].map((shift) => ({ x: seat.x + shift * seat.width, y, angle: pointsAt ? (-inwards.y * Math.PI) / 2 : 0, size }));
    return [...besides, ...before];
  });
  const cost = (lie: Lie): number => {
    const box = boxOf(lie, dagger);
    const outside = box.x - box.width / 2 < 0 || box.x + box.width / 2 > room.width ? box.width * box.height : 0;
    return outside + taken.reduce((sum, other) => sum + overlap(box, other), 0);
  };
  return spots.reduce((best, spot) => (cost(spot) < cost(best) - 1 ? spot : best));
}
