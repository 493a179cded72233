import type { Area, Piece, Tint } from "../../wire.ts";

/** Units of one kind that went from one area to another. */
export interface Journey {
  tint: Tint;
  icon: string;
  from: [number, number];
  to: [number, number];
}

/** Units have no identity, so a journey is inferred from what is missing in one area and new in another. */
export function journeys(before: Area[], after: Area[]): Journey[] {
  const kind = (piece: Piece) => `${piece.owner} ${piece.face?.name}`;
  const left = new Map<string, { area: Area; piece: Piece; count: number }[]>();
  const come: { area: Area; piece: Piece; count: number }[] = [];
  const old = new Map(before.map((area) => [area.id, area]));
  const units = (area: Area | undefined) => (area?.pieces ?? []).filter((piece) => piece.id.startsWith("unit/"));
  for (const area of after) {
    const was = new Map(units(old.get(area.id)).map((piece) => [kind(piece), piece]));
    for (const piece of units(area)) {
      const count = piece.count - (was.get(kind(piece))?.count ?? 0);
      was.delete(kind(piece));
      if (count > 0) come.push({ area, piece, count });
      if (count < 0) left.set(kind(piece), [...(left.get(kind(piece)) ?? []), { area, piece, count: -count }]);
    }
    for (const piece of was.values()) left.set(kind(piece), [...(left.get(kind(piece)) ?? []), { area, piece, count: piece.count }]);
  }
  return come.flatMap(({ area, piece }) => {
    const origin = left.get(kind(piece))?.shift();
    return origin ? [{ tint: piece.face?.tint ?? "plain", icon: piece.face?.icon ?? "", from: origin.area.centre, to: area.centre }] : [];
  });
}
