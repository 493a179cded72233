import { twoLines } from "../../lib/names.ts";
import type { Key } from "../../shelf.ts";
import type { Face, Piece } from "../../wire.ts";
import { t } from "../../words/words.svelte.ts";

/** A card that lies face up. */
export type Card = Piece & { face: Face };

export function isOpen(piece: Piece | undefined): piece is Card {
  return piece?.face != null;
}

/** The icons of the special abilities. */
const abilities = { skip: "jump-across", reverse: "anticlockwise-rotation", "draw-3": "card-draw" } as const satisfies Partial<Record<Key, string>>;

const isAbility = (key: Key | undefined): key is keyof typeof abilities => key !== undefined && key in abilities;

/** The special ability of a card, if any. */
export function ability({ key }: Face): { word: string; icon: string } | undefined {
  return isAbility(key) ? { word: t(`kings.ability-${key}`), icon: abilities[key] } : undefined;
}

/** A key from the last part of an element's id: the same card in every zone, so that motion can follow it. */
export function cardKey(id: string): string {
  return `card/${id.slice(id.lastIndexOf("/") + 1)}`;
}

/** A Character, from the last part of its id: `money-7-m`; undefined for other cards. */
export function character(id: string): { colour: string; number: string; woman: boolean } | undefined {
  const [, colour, number, gender] = /\/(money|art|romance|battle)-(\d)-([mf])$/.exec(id) ?? [];
  return colour && number ? { colour, number, woman: gender === "f" } : undefined;
}

/** Is it the King's Blood card, which is neither a Character nor an Event? */
export function isBlood(id: string): boolean {
  return id.endsWith("/kings-blood");
}

/** A Character's given name and house; other cards have one name. */
export function names({ id, face }: Card): [string, string] {
  return character(id) ? twoLines(face.name) : [face.name, ""];
}

/** A card for screen readers. */
export function description({ id, face }: Card): string {
  const person = character(id);
  const corner = person ? `${person.number}, ${t(person.woman ? "kings.woman" : "kings.man")}` : face.corner;
  return [face.name, face.sign, corner, ability(face)?.word].filter(Boolean).join(", ");
}
