import { draw, type Looks } from "../../lib/portrait.ts";
import type { Gallery } from "../../lib/portraits.svelte.ts";

const pale = "#e9dfd6";
const VAMPIRES: Record<string, Looks> = {
  "vampire-dracula": { hair: "long", locks: "#a32a22", dress: "gown", with: ["fangs", "earrings"], skin: pale },
  "vampire-cape": { hair: "short", locks: "#17120f", dress: "collar", beard: "goatee", with: ["fangs", "stern"], skin: pale },
  "daemon-skull": { hat: "horned", hair: "wild", locks: "#2a1712", dress: "armour", with: ["fangs", "stern", "paint"], skin: "#c9a79a" },
  "mailed-fist": { hair: "short", locks: "#6e4a24", dress: "armour", beard: "moustache", with: ["fangs", "scar"], skin: "#dcc7b4" },
  rose: { hair: "bun", locks: "#d9c07a", dress: "gown", hat: "circlet", with: ["fangs", "smile"], skin: pale },
  raven: { hair: "long", locks: "#0f1016", dress: "coat", hat: "wide", with: ["fangs"], skin: pale },
  "bat-mask": { hair: "curls", locks: "#3b1420", dress: "gown", with: ["mask", "fangs", "smile"], skin: pale },
  "dragon-head": { hair: "wild", locks: "#e0ddd6", dress: "collar", beard: "full", with: ["fangs", "stern"], skin: "#d8c6ba" },
  "bat-wing": { hair: "braids", locks: "#4c4a58", dress: "collar", with: ["fangs", "pointed-ears"], skin: "#d5cbd6" },
  pentacle: { hat: "hood", beard: "goatee", locks: "#57504a", dress: "robe", with: ["fangs", "third-eye"], skin: "#cdbba8" },
};

const portraits = new Map(Object.entries(VAMPIRES).map(([icon, looks]) => [icon, draw(looks)]));

export const gallery: Gallery = ({ icon = "" }) => (portraits.get(icon));
