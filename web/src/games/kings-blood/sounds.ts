import type { SoundSet } from "../../lib/voices.ts";

/** What is heard with a line of the log, by its icon and perhaps its weight; the first is for all others. */
export const sounds: SoundSet = {
  "": "card",
  "card-play": "card",
  "card-draw": "card",
  "card-random": "card",
  "baby-face": "chime",
  "plain-dagger": "blade",
  "exit-door": "drum",
  "linked-rings": "chime",
  "queen-crown": "fanfare",
  drop: "heart",
  "family-tree": "quill",
  crown: "horn",
  hourglass: "bell",
  "clockwise-rotation": "wind",
  "anticlockwise-rotation": "wind",
  laurels: "fanfare",
};
