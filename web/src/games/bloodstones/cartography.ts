// Draws a map in a hand-drawn style from its outlines. Deterministic: the same map always gives the same drawing.

import type { Terrain } from "../../shelf.ts";
import type { Area, Map as Realm } from "../../wire.ts";
import { halfWidth } from "./stacks.ts";

export type Point = [number, number];

/** The parts of a map that never change, as SVG path data. */
export interface Chart {
  /** The ground, by terrain. */
  ground: Map<Terrain, string>;
  /** The outline of each area, for taps. */
  areas: Map<string, string>;
  /** Where land meets sea. */
  coast: string;
  /** Where land meets land. */
  borders: string;
  /** Where sea meets sea. */
  lanes: string;
  /** Small symbols that show the terrain without colour, by terrain. */
  signs: Map<Terrain, string>;
  /** The shaded sides of ridges. */
  shade: string;
  rivers: string[];
  /** The name of each area, and where to write it. */
  names: { id: string; name: string; at: Point; size: number; wet: boolean }[];
}

const fixed = (value: number) => Number(value.toFixed(1));
const at = ([x, y]: Point) => `${fixed(x)} ${fixed(y)}`;
const middle = ([a, b]: Point, [c, d]: Point): Point => [(a + c) / 2, (b + d) / 2];

/** A stretch of an outline shared with one neighbour, or with none at the edge of the map. */
interface Run {
  beyond: string | null;
  points: Point[];
}

function straight(points: Point[]): string {
  return points.slice(1).map((point) => `L${at(point)}`).join("");
}

/** A curve through a run, the same from either end. It continues from the current point. */
function curve(points: Point[]): string {
  if (points.length < 3) return straight(points);
  const last = points.length - 1;
  let path = "";
  for (let i = 1; i < last; i++) path += `Q${at(points[i]!)} ${at(i === last - 1 ? points[last]! : middle(points[i]!, points[i + 1]!))}`;
  return path;
}

/** A separate line. */
function line(points: Point[]): string {
  return points.length > 1 ? `M${at(points[0]!)}${curve(points)}` : "";
}

function edge(a: Point, b: Point): string {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? `${a},${b}` : `${b},${a}`;
}

/** Cuts an outline where its neighbour changes. */
function runs(area: Area, beyond: (a: Point, b: Point) => string | null): Run[] {
  const outline = area.outline ?? [];
  const count = outline.length;
  const neighbour = outline.map((point, i) => beyond(point, outline[(i + 1) % count]!));
  // Start where the neighbour changes, so that no run is cut in two.
  const start = Math.max(0, neighbour.findIndex((one, i) => one !== neighbour[(i + count - 1) % count]));
  const found: Run[] = [];
  for (let step = 0; step < count; step++) {
    const i = (start + step) % count;
    const last = found.at(-1);
    if (!last || last.beyond !== neighbour[i]) found.push({ beyond: neighbour[i]!, points: [outline[i]!] });
    found.at(-1)!.points.push(outline[(i + 1) % count]!);
  }
  return found;
}

/** A seeded generator: a map must look the same on every page. */
export function pencil(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Is a point inside an outline, at least this far from its border? */
export function inside(outline: Point[], [x, y]: Point, margin = 0): boolean {
  let within = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [[ax, ay], [bx, by]] = [outline[i]!, outline[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within && outline.every((point, i) => distance([x, y], point, outline[(i + 1) % outline.length]!) >= margin);
}

/** Distance of a point from a segment. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

interface Style {
  /** Distance between symbols. */
  step: number;
  /** Distance from the border. */
  margin: number;
  /** One symbol, relative to its foot. */
  sign: (random: () => number) => string;
}

const styles: Record<Terrain, Style> = {
  forest: {
    step: 25,
    margin: 9,
    sign: (random) =>
      random() < 0.6
        ? `m-6 -2l6 -15l6 15zm6 0v4m0 -4`
        : `m0 -3c-9 0 -8 -12 0 -13c8 1 9 13 0 13zm0 0v5m0 -5`,
  },
  hills: { step: 40, margin: 16, sign: () => `m-15 0q7 -15 15 -15q7 1 15 15m-11 -10l4 7m1 -10l5 9m0 -8l4 8` },
  mountains: {
    step: 46,
    margin: 20,
    sign: (random) => {
      const height = 26 + random() * 12;
      return `m-20 0l${fixed(14 + random() * 4)} ${fixed(-height)}l7 11l5 -6l15 ${fixed(height - 5)}`;
    },
  },
  desert: { step: 21, margin: 6, sign: (random) => (random() < 0.22 ? `m-9 0q5 -6 10 -1q4 -5 9 0` : `m0 0h.1m7 4h.1m-12 2h.1`) },
  plains: { step: 54, margin: 10, sign: (random) => (random() < 0.6 ? `m-4 0l-2 -6m6 6v-8m4 8l2 -6` : `m-8 0h6m5 2h7m-12 4h5`) },
  sea: { step: 62, margin: 24, sign: (random) => (random() < 0.5 ? `m-9 0q4.5 -5 9 0t9 0` : `m-13 0q4.5 -5 9 0t9 0t9 0m-16 6q4 -4 8 0t8 0`) },
};

/** Scatters the symbols of its terrain over an area, leaving the middle free for pieces and name. */
function signs(area: Area, style: Style, random: () => number): Point[] {
  const outline = area.outline ?? [];
  const [xs, ys] = [outline.map((point) => point[0]), outline.map((point) => point[1])];
  const spots: Point[] = [];
  for (let y = Math.min(...ys); y < Math.max(...ys); y += style.step * 0.8) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += style.step) {
      const spot: Point = [x + (random() - 0.5) * style.step * 0.9, y + (random() - 0.5) * style.step * 0.6];
      const [dx, dy] = [spot[0] - area.centre[0], spot[1] - area.centre[1]];
      const clearing = area.terrain === "sea" ? 0.6 : 1;
      if ((dx / 58) ** 2 + ((dy - 6) / 36) ** 2 < clearing || !inside(outline, spot, style.margin)) continue;
      spots.push(spot);
    }
  }
  return spots.sort((a, b) => a[1] - b[1]);
}

const drawn = new Map<string, Chart>();

/** The drawing of a map, cached for the whole match. */
export function chartOf(map: Realm): Chart {
  const key = JSON.stringify([map.name, map.size, map.areas.length, map.areas[0]?.outline]);
  const known = drawn.get(key);
  if (known) return known;
  const chart = draw(map);
  drawn.set(key, chart);
  return chart;
}

/** Draws a map. */
export function draw(map: Realm): Chart {
  const owners = new Map<string, string[]>();
  const sea = new Set(map.areas.filter((area) => area.terrain === "sea").map((area) => area.id));
  const each = (area: Area, visit: (key: string) => void) =>
    (area.outline ?? []).forEach((point, i, all) => visit(edge(point, all[(i + 1) % all.length]!)));
  for (const area of map.areas) each(area, (key) => owners.set(key, [...(owners.get(key) ?? []), area.id]));

  const chart: Chart = {
    ground: new Map(),
    areas: new Map(),
    coast: "",
    borders: "",
    lanes: "",
    signs: new Map(),
    shade: "",
    rivers: (map.rivers ?? []).map(line),
    names: map.areas.map((area) => ({ id: area.id, name: area.name, at: namePlace(area, map.size[0]), size: nameSize(area), wet: area.terrain === "sea" })),
  };
  const add = (to: Map<Terrain, string>, key: Terrain, path: string) => to.set(key, (to.get(key) ?? "") + path);
  for (const area of map.areas) {
    const around = runs(area, (a, b) => owners.get(edge(a, b))?.find((id) => id !== area.id) ?? null);
    const first = around[0]?.points[0];
    if (!first) continue;
    const path = `M${at(first)}${around.map((run) => (run.beyond === null ? straight(run.points) : curve(run.points))).join("")}Z`;
    chart.areas.set(area.id, path);
    add(chart.ground, area.terrain, path);
    for (const run of around) {
      if (run.beyond === null || run.beyond < area.id) continue;
      const wet = Number(sea.has(area.id)) + Number(sea.has(run.beyond));
      if (wet === 1) chart.coast += line(run.points);
      else if (wet === 0) chart.borders += line(run.points);
      else chart.lanes += line(run.points);
    }
    const style = styles[area.terrain];
    const random = pencil(`${map.name} ${area.id}`);
    for (const spot of signs(area, style, random)) {
      add(chart.signs, area.terrain, `M${at(spot)}${style.sign(random)}`);
      if (area.terrain === "mountains") chart.shade += `M${at(spot)}m-4 -28l7 9l5 19l-10 0l4 -10z`;
    }
  }
  return chart;
}

/** As large as the area is wide, within limits. */
const nameSize = (area: Pick<Area, "name" | "outline" | "centre">) => Math.max(17, Math.min(22, (2 * halfWidth(area)) / (0.55 * area.name.length)));

/** How far from the map's edge a name stays: the frame is drawn there. */
const FRAME = 20;
/** The middle of an area's name: its centre, unless the name would touch the frame. */
function namePlace(area: Pick<Area, "name" | "outline" | "centre">, width: number): Point {
  const [x, y] = area.centre;
  const half = (0.55 * area.name.length * nameSize(area)) / 2 + FRAME;
  return [fixed(Math.max(half, Math.min(width - half, x))), y];
}
