import type { SoundSet } from "../../lib/voices.ts";

/** What is heard with a line of the log, by its icon and perhaps its weight; the first is for all others. */
export const sounds: SoundSet = {
  "": "card",
  "night-sky": "bell",
  fangs: "wings",
  coffin: "drum",
  "crown-of-thorns": "coin",
  "card-draw": "card",
  "card-pickup": "card",
  "eye-target": "chime",
  drop: "heart",
  "bleeding-wound": "heart",
  "broken-heart": "heart",
  "stake-hammer": "drum",
  sun: "bell",
  "health-increase": "chime",
  envelope: "quill",
  "crossed-swords": "blade",
  fog: "wind",
  church: "bell",
  sunrise: "bell",
  laurels: "fanfare",
};
