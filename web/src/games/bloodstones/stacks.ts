import type { Area, Piece } from "../../wire.ts";

/** The width of a unit with its gap, unscaled. */
const UNIT = 40;
const SMALLEST = 0.6;

/** How many units stand side by side: three, or two rows if there are more. */
export const unitsPerRow = (count: number) => (count <= 3 ? count : Math.ceil(count / 2));

/** How far an area reaches to the left and to the right of its centre, at the least. */
export function halfWidth({ outline, centre }: Pick<Area, "outline" | "centre">): number {
  if (!outline?.length) return Infinity;
  const across = outline.map(([x]) => x);
  return Math.min(centre[0] - Math.min(...across), Math.max(...across) - centre[0]);
}

/** How large the units of a closed stack are drawn: smaller the more there are, and inside their area. */
export function unitScale(count: number, half: number): number {
  const usual = count <= 3 ? 1 : count <= 6 ? 0.84 : 0.72;
  return Math.max(SMALLEST, Math.min(usual, (2 * half) / (unitsPerRow(count) * UNIT)));
}

/** The same fanned out, where every unit can be tapped: large, and no wider than its area if that is possible. */
export function fanScale(count: number, half: number): number {
  return Math.max(0.84, Math.min(1.12, (2 * half) / (unitsPerRow(count) * UNIT)));
}

/** Half a unit's height, unscaled, and how far a second row stands from the first. */
const TALL = 24;
const ROW = 36;
/** Two rows stand higher, so that the name below them can be read. */
const raised = (rows: number) => (rows > 1 ? -12 : 0);
/** Where the name begins, from the centre of the area: the lower of two armies ends above it. */
const NAME = 25;
/** Where two armies meet, more of one stand side by side, and smaller. */
const ABREAST = 4;
const MEETING = 0.78;

/** How the units of one owner stand. */
export interface Army {
  scale: number;
  perRow: number;
  /** How high each row stands, from the centre of the area. */
  rows: number[];
}

/** How armies with these numbers of kinds stand in an area, one above the other, none covering another. */
export function armies(counts: number[], half: number, open: boolean, village: boolean): Army[] {
  const alone = counts.length === 1;
  const shapes = counts.map((count) => {
    const perRow = alone || count > ABREAST ? unitsPerRow(count) : count;
    const close = Math.min(MEETING, unitScale(count, half), (2 * half) / (perRow * UNIT));
    return { perRow, scale: open ? fanScale(count, half) : alone ? unitScale(count, half) : Math.max(SMALLEST, close), rows: Math.ceil(count / perRow) };
  });
  if (alone) return shapes.map(({ rows, ...shape }) => ({ ...shape, rows: Array.from({ length: rows }, (_, row) => (row - (rows - 1) / 2) * ROW * shape.scale + raised(rows) + (village ? 6 : 0)) }));
  let below = NAME;
  return shapes
    .reverse()
    .map(({ rows, ...shape }) => {
      const lowest = below - TALL * shape.scale;
      const heights = Array.from({ length: rows }, (_, row) => lowest - (rows - 1 - row) * ROW * shape.scale);
      below = heights[0]! - TALL * shape.scale - 2;
      return { ...shape, rows: heights };
    })
    .reverse();
}

/** Half a house's height, and how much of it an army before it may hide. */
const HOUSE = 12;
const HIDDEN = 4;
/** How high villages stand behind an army, their roofs and letters above it. */
export const behind = ([{ rows, scale }]: [Army, ...Army[]]) => rows[0]! - TALL * scale + HIDDEN - HOUSE * 0.82;

const isVillage = (piece: Pick<Piece, "id">) => piece.id.startsWith("village/");

/** Where the pieces of a closed stack end at the top, from the centre of the area: a sign goes above them. */
export function stackTop(area: Pick<Area, "outline" | "centre" | "pieces">): number {
  const units = area.pieces.filter((piece) => !isVillage(piece));
  const villages = units.length < area.pieces.length;
  if (units.length === 0) return villages ? -13 : 0;
  const owners = [...new Set(units.map((piece) => piece.owner))];
  const [first, ...others] = armies(owners.map((owner) => units.filter((piece) => piece.owner === owner).length), halfWidth(area), false, villages) as [Army, ...Army[]];
  const top = first.rows[0]! - TALL * first.scale;
  return villages && others.length === 0 ? behind([first]) - HOUSE : top;
}
