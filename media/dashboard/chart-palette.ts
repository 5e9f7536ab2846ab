/** The colours of a chart: the theme's own as far as they can be told from what is behind them and from each other. */
import { color } from 'chart.js/helpers';

/** What a bar is drawn in; `grey` is for what is none of something. In the order in which the theme's colours are taken. */
const HUES = ['red', 'green', 'blue', 'purple', 'yellow', 'orange', 'grey'] as const;
export type Hue = (typeof HUES)[number];
export type ChartPalette = Readonly<Record<Hue, string>>;

/** Red, green and blue from 0 to 255; opaque. */
type Rgb = readonly [number, number, number];

/** So much a shape has to stand out from what is behind it (WCAG 2, 1.4.11). */
const CONTRAST = 3;
/** So far apart in OKLab two colours are that nobody takes for one another, side by side. */
const APART = 0.08;

/** Where a theme has no such colour, or one that is too faint or too like another one: on a light ground, and on a dark one. */
const OWN: Readonly<Record<Hue, readonly [string, string]>> = {
  red: ['#c4261d', '#f26d64'],
  green: ['#2f7d32', '#7cc67f'],
  blue: ['#0060c0', '#5aa9f5'],
  purple: ['#6f3fa8', '#b693e6'],
  yellow: ['#857c00', '#e5d04f'],
  orange: ['#c46200', '#e8833a'],
  grey: ['#767676', '#a6a6a6'],
};

/**
 * The colours on a ground.
 * @param ground what is behind the chart, as CSS writes it
 * @param theme the theme's colour of that name, as CSS writes it; empty where it has none
 */
export function chartPalette(ground: string, theme: (hue: Hue) => string): ChartPalette {
  const back = read(ground, [255, 255, 255]) ?? [255, 255, 255];
  const isDark = brightness(back) < 0.18;
  const taken: Rgb[] = [];
  const palette: Partial<Record<Hue, string>> = {};
  for (const hue of HUES) {
    const said = read(theme(hue), back);
    const own = shades(read(OWN[hue][isDark ? 1 : 0], back) ?? back);
    const seen = (said ? [said, ...own] : own).filter((one) => contrast(one, back) >= CONTRAST);
    const apart = (one: Rgb) => Math.min(1, ...taken.map((other) => distance(one, other)));
    const chosen =
      seen.find((one) => apart(one) >= APART) ?? seen.sort((a, b) => apart(b) - apart(a))[0] ?? said ?? back;
    taken.push(chosen);
    palette[hue] = `rgb(${chosen.join(', ')})`;
  }
  return palette as ChartPalette;
}

/** How much one of two colours stands out from the other one, as CSS writes them: from 1 to 21, as WCAG 2 reckons it. */
export function contrastOf(one: string, other: string): number {
  return contrast(...pair(one, other));
}

/** How far apart two colours are in OKLab, as CSS writes them: 0 for the same, 1 from black to white. */
export function distanceOf(one: string, other: string): number {
  return distance(...pair(one, other));
}

function pair(one: string, other: string): [Rgb, Rgb] {
  const [a, b] = [read(one, [255, 255, 255]), read(other, [255, 255, 255])];
  if (!a || !b) throw new Error(`no colours: ${one}, ${other}`);
  return [a, b];
}

/** A colour as it looks on a ground; undefined where it is written as none that is known here. */
function read(css: string, back: Rgb): Rgb | undefined {
  const { valid, rgb } = color(css.trim());
  if (!valid) return undefined;
  const { r, g, b, a } = rgb;
  return mix(back, [r, g, b], a);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

/** A colour, and lighter and darker ones of it: on a ground that is neither light nor dark it does not stand out by itself. */
function shades(of: Rgb): readonly Rgb[] {
  const ends: readonly Rgb[] = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  return [of, ...[0.15, 0.3, 0.45, 0.6, 0.75].flatMap((share) => ends.map((end) => mix(of, end, share)))];
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [brightness(one), brightness(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function distance(one: Rgb, other: Rgb): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How much light a colour gives, from 0 for black to 1 for white. */
function brightness(rgb: Rgb): number {
  const [r, g, b] = linear(rgb);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(rgb: Rgb): Rgb {
  const part = (value: number) => (value <= 10.3 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return [part(rgb[0]), part(rgb[1]), part(rgb[2])];
}

/** A colour in OKLab (B. Ottosson, 2020), in which distances are as they seem. */
function oklab(rgb: Rgb): Rgb {
  const [r, g, b] = linear(rgb);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
