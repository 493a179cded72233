/** Where a marker lies: how far along its track, and in which row above it. */
export interface Lane {
  at: number;
  row: number;
}

/** Lays markers that are `apart` wide along a track so that none covers another: in rows, and moved on only where all rows are full. */
export function lanes(wanted: number[], apart: number, rows: number): Lane[] {
  const ends = Array<number>(rows).fill(-Infinity);
  const found: Lane[] = [];
  for (const [index, at] of [...wanted.entries()].sort(([, a], [, b]) => a - b)) {
    const free = ends.findIndex((end) => end <= at);
    const row = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    found[index] = { at: Math.max(at, ends[row]!), row };
    ends[row] = found[index].at + apart;
  }
  return found;
}
