/** A picture as a small file: what a screen shows in one theme is few colours, and PNG with a palette of sixteen takes a quarter of what a browser writes. */
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** How many colours a palette of four bits has. */
const COLORS = 16;
/** So many are of whole areas, which may be as near to each other as the side bar and the editor are. */
const AREAS = 6;
/** How near those may be, as points in the room of red, green and blue. */
const NEAR_AREAS = 5;
/** How near all others may be: shades of the edges of letters become one, and there is room for what is rare, such as a red sign. */
const NEAR = 80;

/** The pixels of a picture: red, green, blue and opacity of each. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Packs a picture.
 * @param page an empty page of a browser, which reads it
 * @param png as a browser takes it
 * @returns a PNG of the same size, of at most sixteen colours
 */
export async function packPicture(page: Page, png: Buffer): Promise<Buffer> {
  return encode(await readPixels(page, png));
}

async function readPixels(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, bytes } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('This browser draws nothing.');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    // A message holds text: a character a byte.
    let bytes = '';
    for (const byte of data) bytes += String.fromCharCode(byte);
    return { width, height, bytes };
  }, png.toString('base64'));
  return { width, height, data: Buffer.from(bytes, 'latin1') };
}

function encode({ width, height, data }: Pixels): Buffer {
  const palette = paletteOf(data);
  const known = new Map<number, number>();
  const line = 1 + Math.ceil(width / 2);
  const lines = Buffer.alloc(line * height);
  for (let at = 0; at < width * height; at++) {
    const color = colorAt(data, at);
    let index = known.get(color);
    if (index === undefined) {
      index = nearest(palette, color);
      known.set(color, index);
    }
    const x = at % width;
    const place = Math.floor(at / width) * line + 1 + (x >> 1);
    lines[place] = (lines[place] ?? 0) | (x % 2 === 0 ? index << 4 : index);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Four bits a pixel, which are a place in the palette.
  head.set([4, 3], 8);
  const colors = Buffer.from(palette.flatMap(parts));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const packed = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    ...[signature, chunk('IHDR', head), chunk('PLTE', colors)],
    ...[chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** The colours to keep: those that are met most often, but not two that are too near to each other. */
function paletteOf(data: Uint8Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length / 4; at++) {
    const color = colorAt(data, at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette: number[] = [];
  for (const [color] of [...counts].sort(([, a], [, b]) => b - a)) {
    const near = palette.length < AREAS ? NEAR_AREAS : NEAR;
    if (palette.every((one) => distance(one, color) >= near)) palette.push(color);
    if (palette.length === COLORS) break;
  }
  return palette;
}

function colorAt(data: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3);
  return (red << 16) | (green << 8) | blue;
}

const parts = (color: number): readonly number[] => [color >> 16, (color >> 8) & 255, color & 255];

/** How far two colours are from each other, as points in the room of red, green and blue. */
function distance(one: number, other: number): number {
  const to = parts(other);
  return Math.hypot(...parts(one).map((part, at) => part - (to[at] ?? 0)));
}

function nearest(palette: readonly number[], color: number): number {
  const distances = palette.map((one) => distance(one, color));
  return distances.indexOf(Math.min(...distances));
}

/** A part of a PNG: length, name, content, checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
