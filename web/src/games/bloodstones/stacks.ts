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
export const ROW = 36;
/** Two rows, or the units of two players, stand higher, so that the name below them can be read. */
export const raised = (rows: number, owners: number) => (owners > 1 ? -15 : rows > 1 ? -12 : 0);
/** How far apart the units of two players stand. */
export const APART = 46;

const isVillage = (piece: Pick<Piece, "id">) => piece.id.startsWith("village/");

/** Where the pieces of a closed stack end at the top, from the centre of the area: a sign goes above them. */
export function stackTop(area: Pick<Area, "outline" | "centre" | "pieces">): number {
  const units = area.pieces.filter((piece) => !isVillage(piece));
  const villages = units.length < area.pieces.length;
  const houses = !villages ? 0 : units.length === 0 ? -13 : units.length > 3 ? -48 : -36;
  if (units.length === 0) return houses;
  const owners = [...new Set(units.map((piece) => piece.owner))];
  const count = units.filter((piece) => piece.owner === owners[0]).length;
  const scale = unitScale(count, halfWidth(area));
  const rows = Math.ceil(count / unitsPerRow(count));
  const first = (-(rows - 1) / 2) * ROW * scale - ((owners.length - 1) / 2) * APART + raised(rows, owners.length) + (villages && owners.length === 1 ? 6 : 0);
  return Math.min(houses, first - TALL * scale);
}
