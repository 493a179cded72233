/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction level M, versions 1 to 10. That is up to 213 bytes; our links have
 * about a hundred.
 */

/** Of each version, from 1: error correction codewords per block, and the number of data codewords in each block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Centres of the alignment patterns of each version. */
const ALIGNMENT: number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** Two bits for level M. */
const LEVEL = 0;

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

// The field GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, value = 1; i < 255; i++) {
  EXP[i] = value;
  LOG[value] = i;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (a: number, b: number) => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** The Reed-Solomon remainder of a block. */
export function errorCorrection(data: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, at) => (next[at + 1] = next[at + 1]! ^ times(factor, EXP[i]!)));
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    divisor.forEach((factor, at) => (rest[i + at] = rest[i + at]! ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** The data of each block: mode, length, bytes and padding. */
function codewords(bytes: Uint8Array, version: number): number[][] {
  const sizes = BLOCKS[version - 1]![1];
  const room = sizes.reduce((sum, size) => sum + size);
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0000".slice(0, Math.min(4, room * 8 - bits.length));
  const data = (bits.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, "0"), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  return sizes.map((size) => data.splice(0, size));
}

/** What is drawn, block after block and column by column of the blocks. */
function interleaved(blocks: number[][], count: number): number[] {
  const checks = blocks.map((block) => errorCorrection(block, count));
  const across = (rows: number[][]) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => rows.flatMap((row) => row[i] ?? [])).flat();
  return [...across(blocks), ...across(checks)];
}

/** A value with its BCH remainder. */
function checked(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at--) if ((rest >> at) & 1) rest ^= divisor << (at - bits);
  return (value << bits) | rest;
}

/** 15 bits: level and mask. */
export const formatBits = (mask: number) => checked((LEVEL << 3) | mask, 0b101_0011_0111, 10) ^ 0b101_0100_0001_0010;
/** 18 bits, from version 7. */
export const versionBits = (version: number) => checked(version, 0b1_1111_0010_0101, 12);

type Grid = (boolean | undefined)[][];

/** Everything but the data; format bits are left out, their places taken. */
function patterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const put = (row: number, column: number, dark: boolean) => {
    if (grid[row] && column >= 0 && column < size) grid[row]![column] = dark;
  };
  const ring = (row: number, column: number, reach: number, dark: (distance: number) => boolean) => {
    for (let dr = -reach; dr <= reach; dr++) for (let dc = -reach; dc <= reach; dc++) put(row + dr, column + dc, dark(Math.max(Math.abs(dr), Math.abs(dc))));
  };
  for (let i = 0; i < size; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  const centres = ALIGNMENT[version - 1]!;
  const last = centres.at(-1);
  for (const r of centres) for (const c of centres) if (!((r === 6 && (c === 6 || c === last)) || (c === 6 && r === last))) ring(r, c, 2, (distance) => distance !== 1);
  for (const [r, c] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) ring(r, c, 4, (distance) => distance !== 2 && distance !== 4);
  for (let i = 0; i < 9; i++) {
    if (grid[8]![i] === undefined) put(8, i, false);
    if (grid[i]![8] === undefined) put(i, 8, false);
    if (i < 8) put(8, size - 1 - i, false);
    if (i < 8) put(size - 1 - i, 8, i === 7);
  }
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
      put(a, b, ((bits >> i) & 1) === 1);
      put(b, a, ((bits >> i) & 1) === 1);
    }
  }
  return grid;
}

/** The places of the data, in the order in which they are filled: two columns at a time, up and down, from the right. */
export function dataPath(version: number): [number, number][] {
  const grid = patterns(version);
  const size = grid.length;
  const path: [number, number][] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) for (const column of [right, right - 1]) {
      const row = up ? size - 1 - i : i;
      if (grid[row]![column] === undefined) path.push([row, column]);
    }
  }
  return path;
}

function putFormat(grid: boolean[][], mask: number): void {
  const size = grid.length;
  const bits = formatBits(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    // Down beside the upper left corner and along under it, then the copy at the other two corners.
    if (i < 6) grid[i]![8] = dark;
    else if (i < 8) grid[i + 1]![8] = dark;
    else if (i < 9) grid[8]![7] = dark;
    else grid[8]![14 - i] = dark;
    if (i < 8) grid[8]![size - 1 - i] = dark;
    else grid[size - 15 + i]![8] = dark;
  }
}

/** How hard a code is to read: runs, blocks, patterns that look like a corner, imbalance. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let sum = 0;
  const lines = [...grid, ...grid.map((_, i) => grid.map((row) => row[i]!))].map((line) => line.map(Number).join(""));
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const corner of ["10111010000", "00001011101"]) for (let at = line.indexOf(corner); at >= 0; at = line.indexOf(corner, at + 1)) sum += 40;
  }
  for (let r = 1; r < size; r++) for (let c = 1; c < size; c++) if (grid[r]![c] === grid[r - 1]![c] && grid[r]![c] === grid[r]![c - 1] && grid[r]![c] === grid[r - 1]![c - 1]) sum += 3;
  const dark = grid.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/** The modules of the code of a text, row by row; true is dark. Null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const at = BLOCKS.findIndex(([, sizes], i) => bytes.length + (i < 9 ? 2 : 3) <= sizes.reduce((sum, size) => sum + size));
  if (at < 0) return null;
  const version = at + 1;
  const stream = interleaved(codewords(bytes, version), BLOCKS[at]![0]);
  const path = dataPath(version);
  const base = patterns(version);
  const codes = MASKS.map((mask, number) => {
    const grid = base.map((row) => row.map((dark) => dark ?? false));
    path.forEach(([row, column], i) => (grid[row]![column] = (((stream[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1 !== mask(row, column)));
    putFormat(grid, number);
    return grid;
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}
