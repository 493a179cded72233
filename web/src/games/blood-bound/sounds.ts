import type { SoundSet } from "../../lib/voices.ts";

/** What is heard with a line of the log, by its icon and perhaps its weight; the first is for all others. */
export const sounds: SoundSet = {
  "": "drum",
  "knife-thrust": "blade",
  daggers: "blade",
  "axe-swing": "blade",
  broadsword: "blade",
  "plain-dagger": "stone",
  megaphone: "horn",
  "hand-grip": "drum",
  rose: "heart",
  lion: "heart",
  "wolf-head": "heart",
  quill: "quill",
  "eye-target": "chime",
  brain: "chime",
  "poison-bottle": "wind",
  "health-increase": "chime",
  shield: "drum",
  "wizard-staff": "chime",
  feather: "wind",
  pentacle: "bell",
  imprisoned: "chain",
  laurels: "fanfare",
};
