import type { Face } from "../wire.ts";

/** One shape of a portrait in a box of 100 × 100. */
export interface Shape {
  d: string;
  fill?: string;
  /** The width of a line in ink. */
  line?: number;
  opacity?: number;
  /** Do shapes inside the shape cut holes into it? */
  holes?: boolean;
}

/** A drawn face: its shapes from back to front. */
export interface Portrait {
  skin: string;
  shapes: Shape[];
}

/** A game's `portraits.ts`: who has a portrait, by what stands on the card and by its id. */
export type Gallery = (face: Face, id: string) => Portrait | undefined;

/** The gallery of the game that is loaded. It comes after the table: until then icons are shown. */
let gallery: Gallery | null = $state.raw(null);

export function hang(found: Gallery | null): void {
  gallery = found;
}

/** The portrait of what stands on a card. */
export function portraitOf(face: Face | null | undefined, id = ""): Portrait | undefined {
  return face ? gallery?.(face, id) : undefined;
}
