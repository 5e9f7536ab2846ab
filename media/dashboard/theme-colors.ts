/** The colours of the theme, as a canvas needs them. */

/** What charts are drawn with. */
export interface ThemeColors {
  readonly text: string;
  readonly line: string;
  readonly back: string;
  readonly font: string;
  /** The colour of a bar, by its key. */
  bar(key: string): string;
}

const BAR: Readonly<Record<string, string>> = {
  progress: '--vscode-charts-blue',
  review: '--vscode-charts-purple',
  blocked: '--vscode-charts-red',
  completed: '--vscode-charts-green',
  high: '--vscode-charts-red',
  medium: '--vscode-charts-orange',
  low: '--vscode-charts-yellow',
  overdue: '--vscode-charts-red',
  today: '--vscode-charts-orange',
  week: '--vscode-charts-yellow',
};

/** Reads the colours of the theme that is on now. */
export function themeColors(): ThemeColors {
  const style = getComputedStyle(document.body);
  const read = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  const text = read('--vscode-foreground', style.color);
  const blue = read('--vscode-charts-blue', text);
  return {
    text,
    line: read('--vscode-widget-border', read('--vscode-contrastBorder', text)),
    back: read('--vscode-editor-background', 'Canvas'),
    font: style.fontFamily,
    bar: (key) => read(BAR[key] ?? '--vscode-charts-blue', blue),
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
