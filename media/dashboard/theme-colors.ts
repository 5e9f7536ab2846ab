/** The colours of the theme, as a canvas needs them. */
import { NOBODY } from '../../shared/figures';
import { type ChartPalette, chartPalette, type Hue } from './chart-palette';

/** What charts are drawn with. */
export interface ThemeColors {
  readonly text: string;
  readonly line: string;
  readonly back: string;
  readonly font: string;
  readonly palette: ChartPalette;
  /** The colour of a bar, by its key. */
  bar(key: string): string;
}

const BAR: Readonly<Record<string, Hue>> = {
  open: 'grey',
  progress: 'blue',
  review: 'purple',
  blocked: 'red',
  completed: 'green',
  high: 'red',
  medium: 'orange',
  low: 'yellow',
  overdue: 'red',
  today: 'orange',
  week: 'yellow',
  none: 'grey',
  [NOBODY]: 'grey',
};

/** Reads the colours of the theme that is on now. */
export function themeColors(): ThemeColors {
  const style = getComputedStyle(document.body);
  const read = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  const text = read('--vscode-foreground', style.color);
  const back = read('--vscode-editor-background', 'white');
  const palette = chartPalette(back, (hue) => read(`--vscode-charts-${hue}`, ''));
  return {
    text,
    line: read('--vscode-widget-border', read('--vscode-contrastBorder', text)),
    back,
    font: style.fontFamily,
    palette,
    bar: (key) => palette[BAR[key] ?? 'blue'],
  };
}

/** Calls back when another theme is put on. */
export function onTheme(changed: () => void): void {
  new MutationObserver(changed).observe(document.body, {
    attributes: true,
    attributeFilter: ['class', 'data-vscode-theme-id'],
  });
  new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
}
