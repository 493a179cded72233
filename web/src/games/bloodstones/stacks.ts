import type { Area } from "../../wire.ts";

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
