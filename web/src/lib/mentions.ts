import type { Face, Line, Piece, Scene } from "../wire.ts";
import type { Id } from "./selection.svelte.ts";

/** The elements that a line of the log is about: who did it, to whom, and with what. */
export function mentionedIn({ beat }: Line): Id[] {
  const seats = beat.by == null ? (beat.on ?? []) : [beat.by, ...(beat.on ?? [])];
  return [...seats.map((seat) => `seat/${seat}`), ...(beat.touches ?? [])];
}

/** What a line is about, to be shown large: a face of its own, or that of the first piece on the table that it names, with its id. */
export function faceOf({ beat }: Line, scene: Scene): { face: Face; id: Id } | null {
  if (beat.face) return { face: beat.face, id: "" };
  const lies = (id: Id): Piece | undefined =>
    scene.tree?.cards.find((leaf) => leaf.piece.id === id)?.piece ?? scene.zones?.flatMap((zone) => zone.pieces).find((piece) => piece.id === id);
  for (const id of beat.touches ?? []) {
    const face = lies(id)?.face;
    if (face) return { face, id };
  }
  return null;
}
