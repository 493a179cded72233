import { draw, someone } from "../../lib/portrait.ts";
import type { Gallery, Portrait } from "../../lib/portraits.svelte.ts";
import { character } from "./cards.ts";

const COLOURS = ["money", "art", "romance", "battle"];
const drawn = new Map<string, Portrait>();

/** Every Character has a face of its own, by house, number and sex. */
export const gallery: Gallery = (_, id) => {
  const person = character(id);
  if (!person) return undefined;
  const key = `${person.colour} ${person.number} ${person.woman}`;
  const known = drawn.get(key) ?? draw(someone(Number(person.number) + 9 * COLOURS.indexOf(person.colour), person.woman));
  drawn.set(key, known);
  return known;
};
