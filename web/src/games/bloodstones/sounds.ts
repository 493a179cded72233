import type { SoundSet } from "../../lib/voices.ts";

/** What is heard with a line of the log, by its icon and perhaps its weight; the first is for all others. */
export const sounds: SoundSet = {
  "": "stone",
  castle: "horn",
  "flying-flag": "horn",
  village: "drum",
  "two-coins": "coin",
  "card-draw": "stone",
  "swap-bag": "stone",
  "crossed-sabres": "horn",
  "boot-prints": "drum",
  shield: "drum",
  "perspective-dice-six-faces-random": "stone",
  "wax-seal": "stone",
  scales: "chime",
  "dragon-head": "growl",
  "death-skull": "wind",
  unicorn: "chime",
  laurels: "fanfare",
  hourglass: "bell",
};
