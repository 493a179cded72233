import type { Face } from "../../wire.ts";
import { t } from "../../words/words.svelte.ts";

/** What a card troubles the next player with, as its text says. */
export interface Ability {
  word: string;
  icon: string;
}

const abilities: [RegExp, Ability][] = [
  [/\bSkip:/, { word: "Skip", icon: "jump-across" }],
  [/\bReverse:/, { word: "Reverse", icon: "anticlockwise-rotation" }],
  [/\bDraw 3:/, { word: "Draw 3", icon: "card-draw" }],
];

/** The special ability that a face tells of, if any. */
export function ability(face: Face): Ability | undefined {
  return abilities.find(([says]) => says.test(face.text ?? ""))?.[1];
}

/** The last part of an element's id: which card it is, wherever it lies. Cards travel by it. */
export function cardKey(id: string): string {
  return `card/${id.slice(id.lastIndexOf("/") + 1)}`;
}

/** A Character's given name and that of the house; other cards have one name. */
export function names(face: Face): [string, string] {
  const [given = "", ...house] = face.name.split(" ");
  return face.sign === "Event" || face.sign === "King's Blood" ? [face.name, ""] : [given, house.join(" ")];
}

/** What a screen reader says of a card. */
export function description(face: Face): string {
  return [face.name, face.sign, face.corner?.replace("♂", `, ${t("kings.man")}`).replace("♀", `, ${t("kings.woman")}`), ability(face)?.word].filter(Boolean).join(", ");
}
