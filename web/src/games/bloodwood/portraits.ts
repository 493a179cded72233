import { draw, type Looks } from "../../lib/portrait.ts";
import type { Gallery } from "../../lib/portraits.svelte.ts";

const CREATURES: Record<string, Looks> = {
  bat: { hair: "short", locks: "#17120f", dress: "collar", with: ["fangs", "pointed-ears", "stern"], skin: "#dfd6cf" },
  werewolf: { head: "wolf", dress: "fur" },
  crossbow: { hat: "wide", hair: "long", beard: "full", locks: "#6e4a24", dress: "coat", with: ["scar", "stern"], skin: "#cf9a6c" },
  "evil-tree": { head: "tree", hat: "antlers", dress: "fur" },
};

const portraits = new Map(Object.entries(CREATURES).map(([icon, looks]) => [icon, draw(looks)]));

export const gallery: Gallery = ({ icon = "" }) => (portraits.get(icon));
