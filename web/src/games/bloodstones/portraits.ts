import { draw, type Looks } from "../../lib/portrait.ts";
import type { Gallery } from "../../lib/portraits.svelte.ts";

/** The leaders of the factions, by their emblems. */
const LEADERS: Record<string, Looks> = {
  "dragon-head": { hat: "horned", hair: "long", locks: "#5a2218", dress: "armour", with: ["stern", "scar"], skin: "#d9a97e" },
  "horse-head": { hat: "fur", hair: "braids", beard: "moustache", locks: "#1b1614", dress: "fur", skin: "#c08a5e" },
  mountaintop: { hat: "helm", beard: "full", hair: "long", locks: "#a3602c", dress: "fur", skin: "#e2b995" },
  "death-skull": { hat: "hood", head: "skull", dress: "robe" },
  "triple-claws": { hair: "wild", locks: "#2a1712", dress: "fur", with: ["paint", "stern", "earrings"], skin: "#a87450" },
  "pirate-flag": { hat: "tricorne", hair: "curls", beard: "goatee", locks: "#3a2618", dress: "coat", with: ["patch", "smile"], skin: "#cf9a6c" },
};

const portraits = new Map(Object.entries(LEADERS).map(([icon, looks]) => [icon, draw(looks)]));

export const gallery: Gallery = ({ icon = "" }) => (portraits.get(icon));
