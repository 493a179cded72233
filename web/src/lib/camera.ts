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
