// The colours of charts in VS Code's own themes and in ones that have none: each stands out from the ground and from its neighbours.
import { expect, test } from 'vitest';
import { chartPalette, contrastOf, distanceOf, type Hue } from '../../media/dashboard/chart-palette';

/** What VS Code's themes say of charts; `orange` is the colour of found text there, see-through or none at all. */
const THEMES: Readonly<Record<string, { readonly back: string } & Partial<Record<Hue, string>>>> = {
  'Light Modern': {
    ...{ back: '#ffffff', red: '#e51400', blue: '#0063d3', yellow: '#bf8803', orange: '#ea5c0055' },
    ...{ green: '#388a34', purple: '#652d90', grey: '#3b3b3b80' },
  },
  'Light 2026': {
    ...{ back: '#ffffff', red: '#ad0707', blue: '#1a5cff', yellow: '#667309', orange: '#d18616' },
    ...{ green: '#388a34', purple: '#652d90' },
  },
  'Dark Modern': {
    ...{ back: '#1f1f1f', red: '#f14c4c', blue: '#59a4f9', yellow: '#cca700', orange: '#ea5c0055' },
    ...{ green: '#89d185', purple: '#b180d7' },
  },
  'Dark 2026': {
    ...{ back: '#121314', red: '#ef8773', blue: '#57a3f8', yellow: '#e0b97f', orange: '#cd861a' },
    ...{ green: '#86cf86', purple: '#ad80d7' },
  },
  'High Contrast': {
    ...{ back: '#000000', red: '#f48771', blue: '#59a4f9', yellow: '#ffd370' },
    ...{ green: '#89d185', purple: '#b180d7' },
  },
  'High Contrast Light': {
    ...{ back: '#ffffff', red: '#b5200d', blue: '#0063d3', yellow: '#895503' },
    ...{ green: '#374e06', purple: '#652d90' },
  },
  'none of its own, on white': { back: '#fff' },
  'none of its own, on black': { back: '#000' },
  'all the same and faint': { back: 'rgb(250, 250, 250)', red: '#eee', blue: '#eee', green: '#eee', purple: '#eee' },
};

const paletteOf = ({ back, ...colors }: (typeof THEMES)[string]) => chartPalette(back, (hue) => colors[hue] ?? '');

test('every colour stands out from the ground by 3 to 1, in every theme', () => {
  for (const [name, theme] of Object.entries(THEMES))
    for (const [hue, color] of Object.entries(paletteOf(theme)))
      expect(contrastOf(color, theme.back), `${hue} in ${name}`).toBeGreaterThanOrEqual(3);
  for (const back of ['#777777', '#808080', '#606060'])
    for (const color of Object.values(paletteOf({ back }))) expect(contrastOf(color, back)).toBeGreaterThanOrEqual(3);
});

test('no two colours are taken for one another', () => {
  for (const [name, theme] of Object.entries(THEMES)) {
    const colors = Object.entries(paletteOf(theme));
    for (const [at, [hue, color]] of colors.entries())
      for (const [other, against] of colors.slice(at + 1))
        expect(distanceOf(color, against), `${hue} and ${other} in ${name}`).toBeGreaterThanOrEqual(0.07);
  }
});

test("a theme's own colours are taken where they can be seen", () => {
  const { red, blue } = chartPalette('#ffffff', (hue) => ({ red: '#e51400', blue: '#0063d3' })[hue as string] ?? '');
  expect([red, blue]).toEqual(['rgb(229, 20, 0)', 'rgb(0, 99, 211)']);
});
