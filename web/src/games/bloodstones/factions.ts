import type { Tint } from "../../wire.ts";

/** Identifies a faction without colour: an emblem, and the shape of its pieces on the map (40 × 40, centred on 0, 0). */
interface Badge {
  emblem: string;
  outline: string;
  letter: string;
}

const badges: Partial<Record<Tint, Badge>> = {
  red: { emblem: "dragon-head", outline: "M-12 -19H12L19 -12V12L12 19H-12L-19 12V-12Z", letter: "D" },
  gold: { emblem: "horse-head", outline: "M0 -20A20 20 0 1 1 0 20A20 20 0 1 1 0 -20Z", letter: "H" },
  green: { emblem: "mountaintop", outline: "M0 -23L19 -9V19H-19V-9Z", letter: "F" },
  violet: { emblem: "death-skull", outline: "M-11 -20H11L20 -6L12 20H-12L-20 -6Z", letter: "N" },
  orange: { emblem: "triple-claws", outline: "M-19 -19L-7 -15L0 -21L7 -15L19 -19L16 0L20 17L7 15L0 21L-7 15L-20 17L-16 0Z", letter: "C" },
  teal: { emblem: "pirate-flag", outline: "M-19 -19H19V10Q14 20 6 14Q0 22 -6 14Q-14 20 -19 10Z", letter: "S" },
};
const plain: Badge = { emblem: "stone-block", outline: "M-17 -17H17V17H-17Z", letter: "?" };

/** The badge of the faction with this colour. */
export function badge(tint: Tint | undefined): Badge {
  return (tint && badges[tint]) ?? plain;
}
