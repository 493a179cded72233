import type { Line, Piece, Scene } from "../wire.ts";
import type { Id } from "./selection.svelte.ts";

/** The elements that a line of the log mentions: seats by placeholder, areas and face-up pieces by name. */
export function mentionedIn({ text, marked = text }: Line & { marked?: string }, scene: Scene): Id[] {
  const found = new Set<Id>();
  for (const [, number] of text.matchAll(/\{s(\d+)\}/g)) found.add(`seat/${number}`);
  if (/\byou(r|rs)?\b/i.test(marked)) for (const place of scene.seats) if (place.you) found.add(place.id);
  const named = (name: string | undefined, id: Id) => {
    if (name && name.length > 2 && text.includes(name)) found.add(id);
  };
  const piece = (it: Piece) => named(it.face?.name, it.id);
  for (const zone of scene.zones ?? []) zone.pieces.forEach(piece);
  for (const area of scene.map?.areas ?? []) named(area.name, area.id);
  for (const leaf of scene.tree?.cards ?? []) piece(leaf.piece);
  return [...found];
}
