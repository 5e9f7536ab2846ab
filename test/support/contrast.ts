/** How well the texts of a page can be read: each against what is behind it, by the formula of WCAG 2. */
import type { Locator } from 'playwright-core';

/** A text that can hardly be read. */
export interface FaintText {
  readonly text: string;
  readonly color: string;
  readonly behind: string;
  readonly ratio: number;
}

/**
 * The texts below an element that stand out less than 4.5 to 1 from what is behind them; also those inside of web components, and
 * those of placeholders. What is disabled is left out.
 */
export async function faintTexts(root: Locator): Promise<readonly FaintText[]> {
  const seen = await root.evaluate((top) => {
    const found: { text: string; color: string; behind: string[] }[] = [];
    const left: Element[] = [top];
    for (let element = left.pop(); element; element = left.pop()) {
      left.push(...element.children, ...(element.shadowRoot?.children ?? []));
      const box = element.getBoundingClientRect();
      if (
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        box.width < 2 ||
        box.height < 2
      )
        continue;
      if (element.matches(':disabled, :disabled *, style, script')) continue;
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const input = element instanceof HTMLInputElement ? element : undefined;
      const text = input
        ? input.value || input.placeholder
        : own
            .map(({ textContent }) => textContent)
            .join('')
            .trim();
      if (text === '') continue;
      const part = input?.value === '' ? '::placeholder' : undefined;
      const behind: string[] = [];
      for (let at: Node | null = element; at; at = at.parentNode ?? (at instanceof ShadowRoot ? at.host : null)) {
        if (at instanceof ShadowRoot) at = at.host;
        if (at instanceof Element) behind.push(getComputedStyle(at).backgroundColor);
      }
      found.push({ text: text.slice(0, 60), color: getComputedStyle(element, part).color, behind });
    }
    return found;
  });
  return seen.flatMap(({ text, color, behind }) => {
    const back = behind.map(readColor).reduceRight(over, [255, 255, 255, 1]);
    const ratio = contrast(over(back, readColor(color)), back);
    return ratio < 4.5
      ? [{ text, color, behind: back.map(Math.round).join(' '), ratio: Math.round(ratio * 100) / 100 }]
      : [];
  });
}

/** Red, green and blue from 0 to 255, and how much of it covers what is behind. */
type Color = readonly [number, number, number, number];

function readColor(css: string): Color {
  const [r = 0, g = 0, b = 0, a = 1] = (css.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  return css.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
}

function over([r, g, b]: Color, [red, green, blue, alpha]: Color): Color {
  const mix = (below: number, above: number) => below * (1 - alpha) + above * alpha;
  return [mix(r, red), mix(g, green), mix(b, blue), 1];
}

function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([r, g, b]: Color): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
