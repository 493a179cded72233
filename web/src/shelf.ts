// Written from the shelf by `cargo xtask types`. Do not edit.

/** Every game, with its name and its fewest and most seats, in the order of the ids. */
export const GAMES = {
  "blood-bound": { name: "Blood Bound", seats: [6, 12] },
  "bloodlust": { name: "BloodLust", seats: [2, 10] },
  "bloodstones": { name: "Bloodstones", seats: [2, 6] },
  "bloodwood": { name: "Bloodwood", seats: [5, 12] },
  "kings-blood": { name: "King's Blood", seats: [2, 6] },
} as const;

export type GameId = keyof typeof GAMES;

/** The actions of all games. */
export type ActionName =
  | "ability"
  | "accept"
  | "accept-none"
  | "accuse"
  | "amulet"
  | "attack"
  | "build"
  | "call"
  | "capture"
  | "choose"
  | "construct"
  | "dally"
  | "declare"
  | "decline"
  | "discard"
  | "done"
  | "draw"
  | "endure"
  | "forgo"
  | "found"
  | "give"
  | "go"
  | "harm"
  | "heal"
  | "intervene"
  | "keep"
  | "leave"
  | "lose"
  | "lose-bloodline"
  | "lose-health"
  | "march"
  | "marry"
  | "mirror"
  | "name"
  | "pass"
  | "place"
  | "play"
  | "play-on"
  | "raise"
  | "retreat"
  | "return"
  | "spend"
  | "stand-alone"
  | "stay"
  | "stay-out"
  | "stop"
  | "strike"
  | "swap"
  | "take"
  | "target"
  | "true-curse"
  | "use"
  | "use-on"
  | "withdraw";

/** The kinds of ground on the maps of all games. */
export type Terrain =
  | "desert"
  | "forest"
  | "hills"
  | "mountains"
  | "plains"
  | "sea";

/** The keys in the scenes of all games. */
export type Key =
  | "beast"
  | "blank"
  | "castle"
  | "cavalry"
  | "citadel"
  | "cutiecorn"
  | "draw-3"
  | "full"
  | "half"
  | "inquisitor"
  | "irregular"
  | "leader"
  | "quarter"
  | "reverse"
  | "rose"
  | "shield"
  | "ship"
  | "siege-engine"
  | "skip"
  | "skirmishers"
  | "special"
  | "swords"
  | "undead"
  | "vampires"
  | "werewolves";
