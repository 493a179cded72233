import type { Portrait, Shape } from "./portraits.svelte.ts";

/**
 * Who is portrayed. Portraits are drawn from a few parts, all in one style: flat shapes, one light from the left, dark ink. They were
 * drawn for this project and are under its licence.
 */
export interface Looks {
  hair?: "short" | "long" | "bun" | "braids" | "wild" | "receding" | "curls";
  hat?: "crown" | "circlet" | "jester" | "hood" | "pointed" | "wide" | "helm" | "horned" | "tricorne" | "fur" | "veil" | "cap" | "antlers";
  beard?: "full" | "goatee" | "moustache";
  dress?: "robe" | "collar" | "armour" | "fur" | "gown" | "coat";
  /** What else marks this face. */
  with?: ("fangs" | "scar" | "patch" | "mask" | "third-eye" | "paint" | "pointed-ears" | "earrings" | "stern" | "smile")[];
  /** A head that is not a person's. */
  head?: "wolf" | "skull" | "tree";
  skin?: string;
  locks?: string;
}

const INK = "#1c1310";
const CLOTH = "var(--tint, #6b5a4a)";
const DARK = "color-mix(in oklab, var(--tint, #6b5a4a) 62%, #120b08)";
const METAL = "#c9b27a";
const STEEL = "#9aa0a6";
const BONE = "#f1e7d2";

const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const FACE = "M33 41C33 27 40 21 50 21S67 27 67 41C67 55 60 66 50 66S33 55 33 41Z";
const LIGHT_OFF = "M50 21C60 21 67 27 67 41C67 55 60 66 50 66C56 58 57 50 54 44C57 38 56 28 50 21Z";
const SHOULDERS = "M10 100C11 81 26 75 42 70L58 70C74 75 89 81 90 100Z";

const HAIR: Record<NonNullable<Looks["hair"]>, { back?: string; front: string }> = {
  short: { front: "M32 43C28 22 40 15 51 15S72 22 68 43C67 36 64 32 60 28C52 33 42 31 37 31C34 35 33 39 32 43Z" },
  long: { back: "M29 40C27 12 73 12 71 40C72 58 77 70 71 84L29 84C23 70 28 58 29 40Z", front: "M50 20C42 23 35 32 33 47C30 28 37 14 50 14S70 28 67 47C65 32 58 23 50 20Z" },
  bun: { back: `${circle(50, 12, 9)}M31 42C28 16 72 16 69 42L66 50H34Z`, front: "M50 21C42 23 36 29 33 41C31 25 40 15 50 15S69 25 67 41C64 29 58 23 50 21Z" },
  braids: { back: "M30 42C27 14 73 14 70 42L74 60L70 68L75 77L69 90L64 77L66 52H34L36 77L31 90L25 77L30 68L26 60Z", front: "M50 20C42 23 36 30 33 44C30 27 38 15 50 15S70 27 67 44C64 30 58 23 50 20Z" },
  wild: { back: "M26 62L30 50L20 50L28 40L17 33L29 29L22 17L35 20L36 8L46 15L54 5L59 15L71 9L69 21L81 19L74 30L84 36L73 41L80 52L70 51L73 63L50 55Z", front: "M33 42L35 30L40 34L44 26L49 32L54 25L58 33L64 29L67 42C66 26 60 18 50 18S34 26 33 42Z" },
  receding: { front: "M32 44C29 34 32 26 37 23C36 30 35 36 34 46ZM68 44C71 34 68 26 63 23C64 30 65 36 66 46Z" },
  curls: { back: [circle(33, 30, 8), circle(67, 30, 8), circle(30, 44, 7), circle(70, 44, 7), circle(31, 57, 6), circle(69, 57, 6)].join(""), front: [circle(40, 21, 7), circle(50, 18, 7), circle(60, 21, 7), circle(34, 27, 5), circle(66, 27, 5)].join("") },
};

const HATS: Record<NonNullable<Looks["hat"]>, Shape[]> = {
  crown: [{ d: "M31 27L28 7L40 17L50 4L60 17L72 7L69 27C58 23 42 23 31 27Z", fill: METAL }, { d: `${circle(50, 18, 2.6)}${circle(38, 20, 1.8)}${circle(62, 20, 1.8)}`, fill: "#b3122b" }],
  circlet: [{ d: "M32 31C42 26 58 26 68 31L68 34C58 29 42 29 32 34Z", fill: METAL }, { d: circle(50, 29, 3), fill: "#b3122b" }],
  jester: [
    { d: "M32 33C30 12 18 8 8 24C18 20 24 28 30 38C38 26 44 26 50 27L50 10C42 8 36 20 32 33Z", fill: CLOTH },
    { d: "M68 33C70 12 82 8 92 24C82 20 76 28 70 38C62 26 56 26 50 27L50 10C58 8 64 20 68 33Z", fill: DARK },
    { d: `${circle(8, 25, 3.4)}${circle(92, 25, 3.4)}${circle(50, 9, 3.4)}`, fill: METAL },
  ],
  hood: [{ d: "M18 88C14 34 28 6 50 5C72 6 86 34 82 88L67 80C73 52 70 24 50 22C30 24 27 52 33 80Z", fill: DARK }, { d: "M33 80C27 52 30 24 50 22C36 28 33 50 39 76Z", fill: INK, opacity: 0.45 }],
  pointed: [{ d: "M22 33C34 24 66 24 78 33C66 30 34 30 22 33Z", fill: DARK }, { d: "M32 29C38 18 40 4 56 1C54 8 62 20 68 29C56 25 44 25 32 29Z", fill: CLOTH }, { d: "M33 28C44 23 56 23 67 28L68 31C56 26 44 26 32 31Z", fill: METAL }],
  wide: [{ d: "M12 32C30 20 70 20 88 32C70 28 30 28 12 32Z", fill: INK }, { d: "M33 27L36 9C44 6 56 6 64 9L67 27C56 24 44 24 33 27Z", fill: "#2a1f1a" }, { d: "M33 26C44 22 56 22 67 26L67 29C56 25 44 25 33 29Z", fill: CLOTH }],
  helm: [{ d: "M30 46C26 16 38 9 50 9S74 16 70 46L64 42C62 32 58 30 53 30L52 48H48L47 30C42 30 38 32 36 42Z", fill: STEEL }, { d: "M53 30L52 48L70 46C74 16 62 9 50 9C60 14 58 24 53 30Z", fill: INK, opacity: 0.22 }],
  horned: [{ d: "M31 30C20 30 12 20 14 4C18 16 26 20 34 22ZM69 30C80 30 88 20 86 4C82 16 74 20 66 22Z", fill: BONE }, { d: "M30 42C27 17 38 11 50 11S73 17 70 42C64 32 57 31 50 31S36 32 30 42Z", fill: STEEL }],
  tricorne: [{ d: "M14 32C24 6 40 14 50 14S76 6 86 32C72 24 62 26 50 26S28 24 14 32Z", fill: INK }, { d: "M14 32C28 24 38 26 50 26S72 24 86 32", fill: "none", line: 2 }, { d: "M17 29C28 21 38 23 50 23S72 21 83 29L84 31C72 23 62 25 50 25S28 23 16 31Z", fill: METAL }],
  fur: [{ d: "M28 33C24 12 38 5 50 5S76 12 72 33L66 27C56 24 44 24 34 27Z", fill: CLOTH }, { d: "M26 34L30 24L35 27L38 21L43 25L47 20L51 25L56 20L59 25L63 21L66 27L71 24L74 34C60 27 40 27 26 34Z", fill: "#6a4a2c" }],
  veil: [{ d: "M28 84C20 40 30 12 50 12S80 40 72 84L66 76C71 48 68 26 50 24S29 48 34 76Z", fill: BONE, opacity: 0.92 }],
  cap: [{ d: "M30 32C28 14 44 8 58 12C70 15 74 24 70 32C60 25 42 25 30 32Z", fill: CLOTH }, { d: "M68 20C78 12 86 14 90 22C82 20 76 24 69 30Z", fill: BONE }],
  antlers: [{ d: "M38 22L30 4M33 12L22 8M35 16L24 18M62 22L70 4M67 12L78 8M65 16L76 18", fill: "none", line: 3.4 }],
};

const DRESS: Record<NonNullable<Looks["dress"]>, Shape[]> = {
  robe: [{ d: SHOULDERS, fill: CLOTH }, { d: "M42 70L50 90L58 70L66 73L50 100L34 73Z", fill: DARK }],
  collar: [{ d: SHOULDERS, fill: INK }, { d: "M22 48C24 66 34 76 50 88C66 76 76 66 78 48L90 84C78 80 64 84 50 96C36 84 22 80 10 84Z", fill: CLOTH }, { d: "M44 74L50 82L56 74L54 100H46Z", fill: BONE }],
  armour: [{ d: SHOULDERS, fill: STEEL }, { d: "M10 100C11 84 22 78 32 75C38 84 36 94 34 100ZM90 100C89 84 78 78 68 75C62 84 64 94 66 100Z", fill: CLOTH }, { d: "M50 74V100", fill: "none", line: 1.6 }],
  fur: [{ d: SHOULDERS, fill: CLOTH }, { d: "M20 82L28 74L32 80L38 71L43 78L50 72L57 78L62 71L68 80L72 74L80 82L74 90L66 86L58 92L50 86L42 92L34 86L26 90Z", fill: "#6a4a2c" }],
  gown: [{ d: SHOULDERS, fill: CLOTH }, { d: "M36 72C40 84 60 84 64 72L58 69H42Z", fill: "var(--skin)" }, { d: "M35 72C40 86 60 86 65 72", fill: "none", line: 1.8 }, { d: circle(50, 82, 2.6), fill: METAL }],
  coat: [{ d: SHOULDERS, fill: CLOTH }, { d: "M42 70L50 80L58 70L70 76L56 92L50 86L44 92L30 76Z", fill: DARK }, { d: `${circle(50, 92, 1.6)}${circle(50, 98, 1.6)}`, fill: METAL }],
};

/** Draws a portrait. */
export function draw(looks: Looks): Portrait {
  return { skin: looks.skin ?? "#dcb28a", shapes: shapes(looks) };
}

/** Its shapes, from back to front. */
function shapes(looks: Looks): Shape[] {
  const { hair, hat, beard, dress = "robe", head, locks = "#3a2618" } = looks;
  const extra = new Set(looks.with);
  const style = hair && HAIR[hair];
  const made: Shape[] = [];
  if (style?.back) made.push({ d: style.back, fill: locks });
  made.push({ d: "M42 58H58V74C54 80 46 80 42 74Z", fill: "var(--skin)" }, { d: "M42 62C46 70 54 70 58 62V74C54 80 46 80 42 74Z", fill: INK, opacity: 0.25 });
  made.push(...DRESS[dress]);
  if (head) made.push(...HEADS[head]);
  else {
    if (extra.has("pointed-ears")) made.push({ d: "M34 38L22 26L33 50ZM66 38L78 26L67 50Z", fill: "var(--skin)" });
    made.push({ d: FACE, fill: "var(--skin)" }, { d: LIGHT_OFF, fill: INK, opacity: 0.16 });
    if (extra.has("paint")) made.push({ d: "M36 44L46 47L45 51L35 48ZM64 44L54 47L55 51L65 48ZM48 54H52V66H48Z", fill: "#b3122b" });
    const tilt = extra.has("stern") ? 1.6 : -0.6;
    made.push({ d: `M37 ${38 - tilt}L46 ${37 + tilt}M63 ${38 - tilt}L54 ${37 + tilt}`, fill: "none", line: 2.2 });
    made.push({ d: "M37.5 43Q42 39.5 46 43Q42 45.6 37.5 43ZM54 43Q58 39.5 62.5 43Q58 45.6 54 43Z", fill: BONE }, { d: `${circle(42, 42.8, 1.9)}${circle(58, 42.8, 1.9)}`, fill: INK });
    made.push({ d: "M50.5 44L48 52Q50 53.6 52.4 52.6", fill: "none", line: 1.4 });
    made.push({ d: extra.has("smile") ? "M43 56.5Q50 62 57 56.5" : "M44 58Q50 56.4 56 58", fill: "none", line: 1.9 });
    if (extra.has("fangs")) made.push({ d: "M45.5 57.5H48.5L47 62ZM51.5 57.5H54.5L53 62Z", fill: "#fff" });
    if (beard === "full") made.push({ d: "M33 46C34 70 44 80 50 80S66 70 67 46C63 56 58 55 50 54.5S37 56 33 46ZM44 58Q50 56.4 56 58Q50 61 44 58Z", fill: locks, holes: true });
    if (beard === "goatee") made.push({ d: "M46 61H54L50 74Z", fill: locks });
    if (beard === "moustache" || beard === "goatee") made.push({ d: "M40 58C45 52.6 49 54 50 55C51 54 55 52.6 60 58C55 57.4 52 57 50 56.8C48 57 45 57.4 40 58Z", fill: locks });
    if (extra.has("third-eye")) made.push({ d: "M45 31Q50 26.6 55 31Q50 35 45 31Z", fill: BONE }, { d: circle(50, 30.8, 2), fill: "#7a2fb0" });
    if (extra.has("mask")) made.push({ d: "M32 37C40 35 46 38 50 40C54 38 60 35 68 37C68 47 62 50 57 48C53 47 51 44 50 44S47 47 43 48C38 50 32 47 32 37ZM38 43Q42 40 46 43Q42 45.6 38 43ZM54 43Q58 40 62 43Q58 45.6 54 43Z", fill: INK, holes: true });
    if (extra.has("patch")) made.push({ d: "M53 40H64L62 48H55ZM33 32L68 46", fill: INK, line: 1.6 });
    if (extra.has("scar")) made.push({ d: "M60 34L57 53M56.4 40L61.4 42M56 47L60 48.6", fill: "none", line: 1.3 });
    if (extra.has("earrings")) made.push({ d: `${circle(33, 54, 2)}${circle(67, 54, 2)}`, fill: METAL });
  }
  if (style && hat !== "hood" && hat !== "veil") made.push({ d: style.front, fill: locks });
  if (hat) made.push(...HATS[hat]);
  return made;
}

const HEADS: Record<NonNullable<Looks["head"]>, Shape[]> = {
  wolf: [
    { d: "M20 66L26 54L18 48L28 40L24 12L40 24H60L76 12L72 40L82 48L74 54L80 66L66 68L50 82L34 68Z", fill: "#5c5148" },
    { d: "M29 20L30 36L37 27ZM71 20L70 36L63 27Z", fill: "#8a5a52" },
    { d: "M50 24H60L76 12L72 40L82 48L74 54L80 66L66 68L50 82Z", fill: INK, opacity: 0.25 },
    { d: "M40 52L50 46L60 52L57 68L50 73L43 68Z", fill: "#8b7d6f" },
    { d: "M45 52H55L50 58Z", fill: INK },
    { d: "M43 64Q50 70 57 64", fill: "none", line: 2 },
    { d: "M45 65.6L47.6 66.6L46 71ZM55 65.6L52.4 66.6L54 71Z", fill: "#fff" },
    { d: "M33 40L45 43L42 48L35 46ZM67 40L55 43L58 48L65 46Z", fill: "#f3c64b" },
    { d: `${circle(40, 44.6, 1.7)}${circle(60, 44.6, 1.7)}`, fill: INK },
  ],
  skull: [
    { d: "M32 42C31 26 40 20 50 20S69 26 68 42C68 50 64 52 63 56L62 66H38L37 56C36 52 32 50 32 42Z", fill: BONE },
    { d: "M50 20C60 20 69 26 68 42C68 50 64 52 63 56L62 66H50C56 52 56 34 50 20Z", fill: INK, opacity: 0.18 },
    { d: "M36 42C36 38 46 38 47 43C46 49 37 49 36 42ZM64 42C64 38 54 38 53 43C54 49 63 49 64 42ZM50 47L53 54H47Z", fill: INK },
    { d: "M42 58V66M46 58V66M50 58V66M54 58V66M58 58V66M39 58H61", fill: "none", line: 1.5 },
  ],
  tree: [
    { d: "M32 70C26 50 30 30 36 18L42 26L50 12L58 26L64 18C70 30 74 50 68 70L60 84H40Z", fill: "#5d4630" },
    { d: "M50 12L58 26L64 18C70 30 74 50 68 70L60 84H50C60 60 58 34 50 12Z", fill: INK, opacity: 0.25 },
    { d: "M36 30C38 44 36 58 40 72M62 28C60 42 64 56 60 72M44 24C43 30 45 34 44 38", fill: "none", line: 1.4 },
    { d: "M37 44L47 41L45 49L39 50ZM63 44L53 41L55 49L61 50Z", fill: "#f3c64b" },
    { d: "M41 64Q50 56 59 64Q50 70 41 64Z", fill: INK },
    { d: "M30 74C36 66 42 76 50 70S64 66 70 74C64 80 60 90 50 92S36 80 30 74Z", fill: "#5f7a3c" },
  ],
};

/** The shades of skin that portraits made from a number are drawn with. */
const SKINS = ["#e8c4a0", "#d9a97e", "#c08a5e", "#9a6a45", "#f0d5b8"];
const LOCKS = ["#3a2618", "#6e3f1d", "#b0843c", "#1b1614", "#8a8378", "#7c2f1a"];

/** A face for a person of a family: always the same for the same number. */
export function someone(number: number, woman: boolean): Looks {
  const pick = <T>(list: readonly T[], salt: number): T => list[(number * 7 + salt * 13 + ((number * salt) % 5)) % list.length]!;
  const looks = { skin: pick(SKINS, 1), locks: pick(LOCKS, 2) };
  if (woman) return { ...looks, hair: pick(["long", "bun", "braids", "curls"] as const, 3), hat: pick([undefined, "circlet", undefined, "veil", "crown"] as const, 4), dress: "gown", with: pick([["earrings"], ["smile"], [], ["stern"]] as const, 5) as Looks["with"] };
  return { ...looks, hair: pick(["short", "receding", "curls", "long"] as const, 3), hat: pick([undefined, "cap", "crown", undefined, "circlet"] as const, 4), beard: pick([undefined, "full", "goatee", "moustache"] as const, 6), dress: pick(["coat", "robe", "fur"] as const, 7), with: pick([["stern"], [], ["scar"], ["smile"]] as const, 5) as Looks["with"] };
}
