/** One axis of a view on something that can be panned and zoomed: its offset in the window, in pixels. */
export interface Axis {
  /** Size of the window. */
  room: number;
  /** Where the content begins, and its size, in its own pixels. */
  from: number;
  size: number;
}

/** How far the edge of the content may be dragged into the window. */
const SLACK = 40;

/** The nearest offset at which the content fills the window, or lies inside it if it is smaller. */
export function clamped({ room, from, size }: Axis, scale: number, offset: number, slack = SLACK): number {
  const [start, end] = [-from * scale, room - (from + size) * scale];
  return Math.min(Math.max(start, end) + slack, Math.max(Math.min(start, end) - slack, offset));
}

/** The offset that centres a point, as far as the content allows. */
export function centred(axis: Axis, scale: number, point: number): number {
  const { room, from, size } = axis;
  if (size * scale <= room) return (room - size * scale) / 2 - from * scale;
  return clamped(axis, scale, room / 2 - point * scale, 0);
}

/** The offset after a change of window and scale: the point in the middle stays there. */
export function resized(axis: Axis, before: { room: number; scale: number; offset: number }, scale: number): number {
  const middle = (before.room / 2 - before.offset) / before.scale;
  return clamped(axis, scale, axis.room / 2 - middle * scale);
}

/** Where an arrow stands at the edge of a window that leads to a point out of sight, and how it is turned; null if the point is in sight. */
export function outside(room: { width: number; height: number }, point: { x: number; y: number }, margin = 28): { x: number; y: number; turn: number } | null {
  if (point.x >= 0 && point.y >= 0 && point.x <= room.width && point.y <= room.height) return null;
  const within = (size: number, at: number) => Math.max(margin, Math.min(size - margin, at));
  const [x, y] = [within(room.width, point.x), within(room.height, point.y)];
  return { x, y, turn: Math.atan2(point.y - y, point.x - x) };
}

/** Half the size of an arrow, and how far it is moved at a time. */
const ARROW = 22;

/** Where an arrow at the edge of a window lies on none of these: further along the edge, if there is room. */
export function clear(room: { width: number; height: number }, at: { x: number; y: number }, others: { x: number; y: number; width: number; height: number }[], margin = 28): { x: number; y: number } {
  const isFree = (x: number, y: number) => others.every((other) => Math.abs(x - other.x) >= other.width / 2 + ARROW || Math.abs(y - other.y) >= other.height / 2 + ARROW);
  const upright = at.x <= margin || at.x >= room.width - margin;
  for (let step = 0; step <= Math.max(room.width, room.height); step += ARROW) {
    for (const by of [step, -step]) {
      const [x, y] = upright ? [at.x, at.y + by] : [at.x + by, at.y];
      if (x >= margin && y >= margin && x <= room.width - margin && y <= room.height - margin && isFree(x, y)) return { x, y };
    }
  }
  return { x: at.x, y: at.y };
}

/** The largest scale, no larger than `most`, at which a frame fits a window; null if that would be too small for it. */
export function framing(room: { width: number; height: number }, frame: { width: number; height: number; least: number }, most: number): number | null {
  const scale = Math.min(most, room.width / frame.width, room.height / frame.height);
  return scale >= frame.least ? scale : null;
}
