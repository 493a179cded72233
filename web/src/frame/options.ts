import type { GameBox, Knob } from "../wire.ts";
import { say } from "../words/words.svelte.ts";

/** The name of an option or a choice in the player's language: `restrict-factions` becomes "Restrict factions". */
export function spelt(name: string, game: string): string {
  const said = say(name, game);
  return said.charAt(0).toUpperCase() + (said === name ? said.slice(1).replaceAll("-", " ") : said.slice(1));
}

/** Options that mean nothing while another one has a certain value. */
const MOOT: Record<string, [option: string, value: unknown]> = { target: ["scoring", "none"] };

/** Does an option mean anything, given the values of all? */
export function matters(name: string, valueOf: (name: string) => unknown): boolean {
  const moot = MOOT[name];
  return !moot || valueOf(moot[0]) !== moot[1];
}

export interface ChosenOption {
  knob: string;
  name: string;
  value: unknown;
  /** Has the host changed it? */
  changed: boolean;
}

export function usual({ dial }: Knob): unknown {
  if ("switch" in dial) return dial.switch.default;
  if ("choice" in dial) return dial.choice.default;
  return "number" in dial ? dial.number.default : undefined;
}

/** Longer values are a text of the host's own, such as a map. */
const LONGEST = 40;

/** What a table's host has chosen: changed options first. An option that was left to chance or to the game is left out. */
export function chosenOptions(box: GameBox | undefined, options: Record<string, unknown>): ChosenOption[] {
  const all = (box?.knobs ?? []).map((knob) => {
    const value = options[knob.name];
    return { knob: knob.name, name: spelt(knob.name, box?.id ?? ""), value, changed: usual(knob) === undefined || value !== usual(knob) };
  });
  const shown = all.filter(({ knob, value }) => matters(knob, (name) => options[name]) && value != null && value !== "" && !(Array.isArray(value) && value.length === 0) && String(value).length <= LONGEST);
  return shown.sort((a, b) => Number(b.changed) - Number(a.changed));
}
