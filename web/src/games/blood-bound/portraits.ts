import { draw, type Looks } from "../../lib/portrait.ts";
import type { Gallery } from "../../lib/portraits.svelte.ts";

const RANKS: Record<string, Looks> = {
  crown: { hat: "crown", beard: "full", hair: "long", locks: "#b9b2a6", dress: "robe", with: ["stern"], skin: "#e2bd9a" },
  backstab: { hat: "hood", dress: "coat", with: ["scar", "stern"], skin: "#cfa47c" },
  "jester-hat": { hat: "jester", dress: "coat", with: ["mask", "smile"], skin: "#ecd3bb" },
  "potion-ball": { hair: "receding", beard: "goatee", locks: "#7c7466", hat: "cap", dress: "robe", skin: "#d9b088" },
  "third-eye": { hair: "bun", locks: "#1b1614", dress: "robe", with: ["third-eye", "earrings"], skin: "#b98560" },
  shield: { hat: "helm", beard: "moustache", locks: "#6e3f1d", dress: "armour", with: ["stern"], skin: "#d9a97e" },
  "battle-axe": { hair: "wild", beard: "full", locks: "#8a3b1c", dress: "fur", with: ["paint", "stern"], skin: "#dfb48d" },
  "wizard-staff": { hat: "pointed", beard: "full", hair: "long", locks: "#d8d2c6", dress: "robe", skin: "#e8c9a8" },
  lips: { hair: "curls", locks: "#4a1f14", dress: "gown", with: ["smile", "earrings"], skin: "#ebc6a6" },
  "holy-symbol": { hat: "wide", hair: "long", beard: "goatee", locks: "#2b2320", dress: "collar", with: ["stern"], skin: "#dcb999" },
};

const portraits = new Map(Object.entries(RANKS).map(([icon, looks]) => [icon, draw(looks)]));

/** Characters have a rank; objects with the same icon have none. */
export const gallery: Gallery = ({ icon = "", corner }) => (corner ? portraits.get(icon) : undefined);
