import { describe, expect, it } from "vitest";
import { dataPath, errorCorrection, formatBits, qrCode, versionBits } from "./qr.ts";

describe("the standard's own examples", () => {
  it("error correction of a version 1-M block", () => {
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(errorCorrection(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });
  it("format bits of level M, mask 5", () => expect(formatBits(0b101).toString(2).padStart(15, "0")).toBe("100000011001110"));
  it("version bits of version 7", () => expect(versionBits(7).toString(2).padStart(18, "0")).toBe("000111110010010100"));
});

const MASKS = [
  (r: number, c: number) => (r + c) % 2,
  (r: number) => r % 2,
  (_: number, c: number) => c % 3,
  (r: number, c: number) => (r + c) % 3,
  (r: number, c: number) => ((r >> 1) + Math.floor(c / 3)) % 2,
  (r: number, c: number) => ((r * c) % 2) + ((r * c) % 3),
  (r: number, c: number) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r: number, c: number) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];
/** Error correction codewords per block, blocks, total codewords: level M by version, from the standard's table. */
const TABLE = [
  [10, 1, 26], [16, 1, 44], [26, 1, 70], [18, 2, 100], [24, 2, 134], [16, 4, 172], [18, 4, 196], [22, 4, 242], [22, 5, 292], [26, 5, 346],
] as const;

/** Reads a code the way a scanner does once it has the modules. */
function read(grid: boolean[][]): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((r) => grid[r]![8]).concat([7, 5, 4, 3, 2, 1, 0].map((c) => grid[8]![c]));
  const copy = Array.from({ length: 15 }, (_, i) => (i < 8 ? grid[8]![size - 1 - i] : grid[size - 15 + i]![8]));
  expect(copy).toEqual(format);
  const bits = format.reduce((sum, dark, i) => sum | (Number(dark) << i), 0);
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((number) => formatBits(number) === bits);
  expect(mask).toBeDefined();
  const stream: number[] = [];
  dataPath(version).forEach(([r, c], i) => {
    const bit = Number(grid[r]![c]) ^ Number(MASKS[mask!]!(r, c) === 0);
    stream[i >> 3] = ((stream[i >> 3] ?? 0) << 1) | bit;
  });
  const [checks, count, total] = TABLE[version - 1]!;
  const data = total - checks * count;
  const blocks: number[][] = Array.from({ length: count }, () => []);
  const short = Math.floor(data / count);
  for (let i = 0, at = 0; i <= short; i++) for (let b = 0; b < count; b++) if (i < short || b >= count - (data % count)) blocks[b]!.push(stream[at++]!);
  for (let i = 0; i < checks; i++) for (let b = 0; b < count; b++) blocks[b]!.push(stream[data + i * count + b]!);
  for (const block of blocks) expect(errorCorrection(block.slice(0, -checks), checks)).toEqual(block.slice(-checks));
  const flat = blocks.flatMap((block) => block.slice(0, -checks)).map((byte) => byte.toString(2).padStart(8, "0")).join("");
  expect(flat.slice(0, 4)).toBe("0100");
  const wide = version < 10 ? 8 : 16;
  const length = Number.parseInt(flat.slice(4, 4 + wide), 2);
  const bytes = Array.from({ length }, (_, i) => Number.parseInt(flat.slice(4 + wide + 8 * i, 12 + wide + 8 * i), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

describe("a code", () => {
  const texts = [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 206].map((length) => "https://sanguis.example/join/blood-ünd-bone".repeat(6).slice(0, length - 1));
  it.each(texts.map((text) => [text.length, text] as const))("says what it was made from, %i letters", (_, text) => expect(read(qrCode(text)!)).toBe(text));

  it("has room for exactly the codewords of its version", () => {
    const spare = [0, 7, 7, 7, 7, 7, 0, 0, 0, 0];
    expect(TABLE.map((_, i) => dataPath(i + 1).length)).toEqual(TABLE.map(([, , total], i) => 8 * total + spare[i]!));
  });

  it("has three corners, timing lines and the dark module", () => {
    const code = qrCode("http://192.168.1.20:7700/join/abc")!;
    const size = code.length;
    const row = (r: number, from: number) => code[r]!.slice(from, from + 7).map(Number).join("");
    for (const [r, c] of [[0, 0], [0, size - 7], [size - 7, 0]] as const) expect([0, 1, 2, 3, 4, 5, 6].map((i) => row(r + i, c))).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
    for (let i = 8; i < size - 8; i++) expect([code[6]![i], code[i]![6]]).toEqual([i % 2 === 0, i % 2 === 0]);
    expect(code[size - 8]![8]).toBe(true);
  });

  it("of a text that is too long does not exist", () => expect(qrCode("x".repeat(214))).toBeNull());
});
