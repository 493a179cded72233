import type { Face } from "../../wire.ts";
import { t } from "../../words/words.svelte.ts";

/** The special ability of a card. */
interface Ability {
  word: string;
  icon: string;
}

const abilities: [RegExp, Ability][] = [
  [/\bSkip:/, { word: "Skip", icon: "jump-across" }],
  [/\bReverse:/, { word: "Reverse", icon: "anticlockwise-rotation" }],
  [/\bDraw 3:/, { word: "Draw 3", icon: "card-draw" }],
];

/** The special ability named in the text of a card, if any. */
export function ability(face: Face): Ability | undefined {
  return abilities.find(([says]) => says.test(face.text ?? ""))?.[1];
}

/** A key from the last part of an element's id: the same card in every zone, so that motion can follow it. */
export function cardKey(id: string): string {
  return `card/${id.slice(id.lastIndexOf("/") + 1)}`;
}

/** A Character's given name and house; other cards have one name. */
export function names(face: Face): [string, string] {
  const [given = "", ...house] = face.name.split(" ");
  return face.sign === "Event" || face.sign === "King's Blood" ? [face.name, ""] : [given, house.join(" ")];
}

/** A card for screen readers. */
export function description(face: Face): string {
  return [face.name, face.sign, face.corner?.replace("♂", `, ${t("kings.man")}`).replace("♀", `, ${t("kings.woman")}`), ability(face)?.word].filter(Boolean).join(", ");
}
