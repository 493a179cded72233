import type { Choice, Face, Line, Piece, Seat, Zone } from "../../wire.ts";
import type { Staged } from "../../lib/table.ts";

/** What a side turns up, in this order. */
export interface Reveal {
  tiles: number[];
  /** The tile swapped in, turned last. */
  swapped: Face | null;
  total: number;
}

const DICE = "perspective-dice-six-faces-random";
const SIGNS = ["wax-seal", DICE, "scales"];
type Acts = Staged["acts"];

/** Has this action to do with the end of a battle? */
export function isBattle(acts: Acts): boolean {
  return acts.some(({ line: { beat } }) => SIGNS.includes(beat.icon ?? ""));
}

/** What was turned up so far, by seat. */
export function reveals(acts: Acts): Map<Seat, Reveal> {
  const found = new Map<Seat, Reveal>();
  for (const { line: { beat }, figures } of acts) {
    // Three tiles and their total with the units.
    const [total, ...tiles] = [figures.at(-1), ...figures.slice(0, -1)];
    if (beat.weight !== "large" || beat.by == null || total == null || tiles.length !== 3) continue;
    // A swapped tile is one of those that count.
    const at = beat.face ? tiles.indexOf(Number(beat.face.corner)) : -1;
    found.set(beat.by, { tiles: at < 0 ? tiles : tiles.filter((_, i) => i !== at), swapped: at < 0 ? null : beat.face!, total });
  }
  return found;
}

const tellsWinner = ({ beat }: Line): boolean => beat.icon === "laurels" && beat.weight === "large";
/** Is the line staged in the panel of the battle, before the map and the score show what comes of it? */
export const isOfBattle = (line: Line): boolean => SIGNS.includes(line.beat.icon ?? "") || tellsWinner(line);
/** The line that told who won. */
export const won = (acts: Acts): Line | undefined => acts.find(({ line }) => tellsWinner(line))?.line;
/** Who lost, once that was told. */
export const loser = (acts: Acts): Seat | null => won(acts)?.beat.on?.[0] ?? null;

/** Does this choice give up this unit, on this side? Both sides may have units of the same kind. */
export function isLostWith(option: Choice, zone: Pick<Zone, "owner">, piece: Pick<Piece, "id">): boolean {
  const end = `/${zone.owner}/${piece.id.split("/").at(-1)}`;
  return option.touches?.some((id) => id.startsWith("unit/") && id.endsWith(end)) ?? false;
}
