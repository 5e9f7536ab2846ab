/** A picture of all widgets of a dashboard, one below the other, for export. */
import type { DashboardState } from '../../shared/messages/dashboard-page';
import { shownText } from '../../shared/shown-text';
import type { ThemeColors } from './theme-colors';
import { barWord, doneWords, scopeWords, widgetName } from './widget-words';

const [WIDTH, LINE, MARGIN] = [800, 22, 24];
/** What a chart is drawn in, in pixels. */
export const CHART_SIZE = { width: WIDTH - 2 * MARGIN, height: 280 };

/**
 * Draws a dashboard.
 * @param chartOf the canvas on which a widget's chart is, in `CHART_SIZE`, where it has one
 * @returns a PNG in base64
 */
export function dashboardPicture(
  state: DashboardState,
  colors: ThemeColors,
  chartOf: (id: string) => HTMLCanvasElement | undefined,
): string {
  const parts = state.widgets.map((widget) => {
    const { figures, type } = widget;
    const lines =
      figures.kind === 'bars' ? figures.bars.map((bar) => `${barWord(type, bar)}: ${bar.count}`) : [doneWords(figures)];
    return { widget, lines, chart: chartOf(widget.id) };
  });
  const height = parts.reduce(
    (sum, { lines, chart }) => sum + (chart ? CHART_SIZE.height : 0) + (lines.length + 4) * LINE,
    3 * MARGIN + LINE,
  );
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('a canvas has a 2d context');
  pen.fillStyle = colors.back;
  pen.fillRect(0, 0, WIDTH, height);
  pen.fillStyle = colors.text;
  let y = MARGIN + LINE;
  const write = (text: string, size: number) => {
    pen.font = `${size}px ${colors.font}`;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
    y += LINE;
  };
  write(`${shownText(state.name)} · ${shownText(state.space)}`, 20);
  for (const { widget, lines, chart } of parts) {
    y += LINE;
    write(widgetName(widget), 16);
    write(scopeWords(widget), 12);
    if (chart && chart.width > 0) {
      // On a sharp screen its pixels are more.
      pen.drawImage(chart, MARGIN, y, CHART_SIZE.width, CHART_SIZE.height);
      y += CHART_SIZE.height + LINE;
    }
    for (const line of lines) write(line, 13);
  }
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
