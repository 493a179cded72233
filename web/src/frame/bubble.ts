/** A rectangle in the room of the table. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Side = "above" | "below" | "left" | "right";
export type Spot = Box & { side: Side };

const GAP = 3;
/** Covering a face or a name is worse than covering something else that can be clicked. */
const WORSE = 4;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Where a bubble of this size lies beside its seat and covers least of what is taken and of what can be clicked. */
export function besides(seat: Box, { width, height }: { width: number; height: number }, room: { width: number; height: number }, taken: Box[], clickable: Box[]): Spot {
  const [right, bottom] = [seat.x + seat.width, seat.y + seat.height];
  const columns = [seat.x + (seat.width - width) / 2, seat.x, right - width];
  const lines = [seat.y, seat.y + (seat.height - height) / 2, bottom - height];
  const wanted: [Side, number, number][] = [
    ...columns.map((x): [Side, number, number] => ["above", x, seat.y - GAP - height]),
    ...columns.map((x): [Side, number, number] => ["below", x, bottom + GAP]),
    ...lines.map((y): [Side, number, number] => ["right", right + GAP, y]),
    ...lines.map((y): [Side, number, number] => ["left", seat.x - GAP - width, y]),
  ];
  const inside = (at: number, size: number, most: number) => Math.max(GAP, Math.min(at, most - size - GAP));
  const spots = wanted.map(([side, x, y]): Spot => ({ side, x: inside(x, width, room.width), y: inside(y, height, room.height), width, height }));
  const cost = (spot: Spot) => WORSE * taken.reduce((sum, box) => sum + overlap(spot, box), 0) + clickable.reduce((sum, box) => sum + overlap(spot, box), 0);
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}
