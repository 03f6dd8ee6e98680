import { crc32, deflateSync, inflateSync } from "node:zlib";

const colorsAtMost = 256;

/**
 * Reduces a screenshot to a palette of at most 256 colors: about a third of the bytes. Takes the PNG that
 * Chromium writes, eight bits a channel and not interlaced (W3C PNG, third edition, sections 7, 9 and 11).
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = decoded(png);
  const counts = new Map<number, number>();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = paletteOf(counts);
  const indexes = new Map([...counts.keys()].map((color) => [color, nearest(palette, color).index]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, color] of pixels.entries()) {
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexes.get(color) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const colors = Buffer.from(palette.flatMap((color) => channels(color)));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const channels = (color: number) => [color >> 16, (color >> 8) & 255, color & 255] as const;

/** Returns the most frequent colors first, with a minimum distance between any two. */
function paletteOf(counts: ReadonlyMap<number, number>): readonly number[] {
  const palette: number[] = [];
  const byCount = [...counts].sort((one, other) => other[1] - one[1]).map(([color]) => color);
  for (const color of byCount) {
    if (palette.length === colorsAtMost) break;
    if (palette.length < 64 || nearest(palette, color).distance > 120) palette.push(color);
  }
  return palette;
}

function nearest(palette: readonly number[], color: number) {
  const [red, green, blue] = channels(color);
  let found = { index: 0, distance: Number.POSITIVE_INFINITY };
  for (const [index, known] of palette.entries()) {
    const [r, g, b] = channels(known);
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < found.distance) found = { index, distance };
  }
  return found;
}

function decoded(png: Buffer) {
  const [width, height, bits, type] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const bytes = type === 2 ? 3 : 4;
  if (bits !== 8 || (type !== 2 && type !== 6)) throw new Error(`a PNG of type ${type} with ${bits} bits`);
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(data));
  const line = width * bytes;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(line);
  for (let y = 0; y < height; y++) {
    const row = unfiltered(raw.subarray(y * (line + 1), (y + 1) * (line + 1)), above, bytes);
    for (let x = 0; x < width; x++) {
      const at = x * bytes;
      pixels[y * width + x] = ((row[at] ?? 0) << 16) | ((row[at + 1] ?? 0) << 8) | (row[at + 2] ?? 0);
    }
    above = row;
  }
  return { width, height, pixels };
}

function unfiltered(filtered: Uint8Array, above: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(filtered.length - 1);
  for (let at = 0; at < row.length; at++) {
    const [left, up, corner] = [row[at - bytes] ?? 0, above[at] ?? 0, at < bytes ? 0 : (above[at - bytes] ?? 0)];
    row[at] = (filtered[at + 1] ?? 0) + predicted(filtered[0] ?? 0, { left, up, corner });
  }
  return row;
}

function predicted(filter: number, { left, up, corner }: { left: number; up: number; corner: number }): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
