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

/** How many boxes stand for a dagger that lies at any angle. */
const PARTS = 6;

/** Where the dagger lies, as a row of boxes. */
export function partsOf({ x, y, angle, size }: Lie, dagger: Size): Box[] {
  const [length, breadth] = [dagger.width * size, dagger.height * size];
  const [along, across] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const part = length / PARTS;
  return Array.from({ length: PARTS }, (_, i) => {
    const shift = (i - (PARTS - 1) / 2) * part;
    return { x: x + shift * Math.cos(angle), y: y + shift * Math.sin(angle), width: along * part + across * breadth, height: across * part + along * breadth };
  });
}

/** How much of the dagger lies on something taken or off the table, as a share of it. */
function covered(lie: Lie, dagger: Size, room: Size, taken: Box[]): number {
  const parts = partsOf(lie, dagger);
  const off = ({ x, y, width, height }: Box) => x - width / 2 < 0 || x + width / 2 > room.width || y - height / 2 < 0 || y + height / 2 > room.height;
  const sum = parts.reduce((sum, part) => sum + (off(part) ? 1 : taken.reduce((sum, other) => sum + overlap(part, other) / (part.width * part.height), 0)), 0);
  return sum / PARTS;
}

/** Where many sit close together the dagger is smaller. */
const SIZES = [1, 0.75, 0.5];

/** The first of the cheapest. */
const cheapest = (spots: { lie: Lie; cost: number }[]): Lie => spots.reduce((best, next) => (next.cost < best.cost - 1e-6 ? next : best)).lie;

/** Where the dagger lies beside its holder: at its side, or between it and the middle of the table, where it covers least of what is taken. */
export function rests(seat: Box, dagger: Size, room: Size, taken: Box[]): Lie {
  const inwards = { x: seat.x <= room.width / 2 ? 1 : -1, y: seat.y <= room.height / 2 ? 1 : -1 };
  const spots = SIZES.flatMap((size): Lie[] => {
    const [length, breadth] = [dagger.width * size, dagger.height * size];
    // At the height of the face, then lower or higher.
    const besides = [-0.2, 0.2, -0.45, 0.45].flatMap((level) =>
      [inwards.x, -inwards.x].map((side) => ({ x: seat.x + side * ((seat.width + length) / 2 + GAP), y: seat.y + level * seat.height, angle: side > 0 ? 0 : Math.PI, size })),
    );
    const y = seat.y + inwards.y * ((seat.height + breadth) / 2 + GAP);
    return [...besides, ...[0, -0.25, 0.25, -0.5, 0.5].map((shift) => ({ x: seat.x + shift * seat.width, y, angle: 0, size }))];
  });
  return cheapest(spots.map((lie) => ({ lie, cost: covered(lie, dagger, room, taken) })));
}

/** What it costs to turn the dagger away from the attacker, by the radian, and to make it smaller; covering something costs most. */
const TURNED = 0.8;
const SMALLER = 1.2;
const COVERS = 25;

/** Where the dagger strikes: it points at the target and comes from the attacker, as nearly as the others leave room for it. */
export function strikes(target: Box, attacker: Point, dagger: Size, room: Size, taken: Box[]): Lie {
  const straight = Math.atan2(attacker.y - target.y, attacker.x - target.x);
  const turns = Array.from({ length: 23 }, (_, i) => (Math.ceil(i / 2) * (i % 2 ? 1 : -1) * Math.PI) / 36);
  const spots = SIZES.flatMap((size) =>
    turns.map((turn) => {
      const side = straight + turn;
      const [cos, sin] = [Math.cos(side), Math.sin(side)];
      const edge = Math.min(target.width / 2 / Math.abs(cos), target.height / 2 / Math.abs(sin));
      const reach = edge + GAP + (dagger.width * size) / 2;
      const lie: Lie = { x: target.x + cos * reach, y: target.y + sin * reach, angle: side + Math.PI, size };
      return { lie, cost: COVERS * covered(lie, dagger, room, taken) + TURNED * Math.abs(turn) + SMALLER * (1 - size) };
    }),
  );
  return cheapest(spots);
}
