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
