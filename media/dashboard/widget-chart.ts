/** The chart of a widget on a canvas: bars, or done over time. The table beside it says the same in text. */
import { t } from '@vscode/l10n';
import {
  type ActiveElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  type LegendItem,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Scale,
  Tooltip,
} from 'chart.js';
import type { ShownWidget } from '../../shared/messages/dashboard-page';
import { labelLines } from './label-lines';
import type { ThemeColors } from './theme-colors';
import { barWord, dayWord } from './widget-words';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** The size of what stands beside the axes, and what is between two labels, in pixels. */
const [LABEL_SIZE, LABEL_GAP] = [12, 6];

/** Of many days some are named, side by side. */
const DAY_TICKS = { maxTicksLimit: 6, maxRotation: 0 };

/** One chart, drawn anew in place when its widget or the theme changes. */
export class WidgetChart {
  readonly #chart: Chart;
  readonly #pressed: (key: string) => void;
  /** The keys of the bars; undefined for those that no task is in. */
  #keys: readonly (string | undefined)[] = [];
  #drawn = '';

  /** @param pressed called with the key of a bar that was clicked */
  constructor(canvas: HTMLCanvasElement, pressed: (key: string) => void) {
    this.#pressed = pressed;
    this.#chart = new Chart(canvas, { type: 'bar', data: { datasets: [] } });
  }

  /** Draws a widget. */
  show(widget: ShownWidget, colors: ThemeColors): void {
    const look = JSON.stringify([widget, colors, widget.type]);
    if (look === this.#drawn) return;
    this.#drawn = look;
    const { figures, type } = widget;
    const axis = {
      ticks: { color: colors.text, precision: 0, font: { family: colors.font, size: LABEL_SIZE } },
      grid: { color: colors.line },
      border: { color: colors.line },
    };
    const isBars = figures.kind === 'bars';
    this.#keys = isBars ? figures.bars.map(({ key, count }) => (count === 0 ? undefined : key)) : [];
    const { canvas } = this.#chart;
    this.#chart.data = isBars
      ? {
          labels: figures.bars.map((bar) => barWord(type, bar)),
          datasets: [
            {
              type: 'bar',
              // What is none has no bar, not even one of the shortest length.
              data: figures.bars.map(({ count }) => (count === 0 ? null : count)),
              backgroundColor: figures.bars.map(({ key }) => colors.bar(key)),
              borderColor: colors.text,
              maxBarThickness: 48,
              minBarLength: 2,
            },
          ],
        }
      : {
          labels: figures.days.map(({ day }) => dayWord(day, { day: 'numeric', month: 'short' })),
          datasets: [
            {
              type: 'line',
              label: t('Done'),
              data: figures.days.map(({ done }) => done),
              borderColor: colors.bar('completed'),
              backgroundColor: colors.bar('completed'),
              pointRadius: 0,
              stepped: true,
            },
            {
              type: 'line',
              label: t('All tasks now'),
              data: figures.days.map(() => figures.all),
              borderColor: colors.text,
              backgroundColor: colors.text,
              borderDash: [4, 4],
              pointRadius: 0,
            },
          ],
        };
    this.#chart.options = {
      animation: false,
      locale: document.documentElement.lang,
      responsive: true,
      maintainAspectRatio: false,
      scales: {
        x: {
          ...axis,
          ticks: { ...axis.ticks, ...(isBars ? barTicks(colors.font) : DAY_TICKS) },
          grid: { display: false },
        },
        y: { ...axis, beginAtZero: true },
      },
      // Where the pointer is over a column the whole of it counts: a bar of one beside one of a thousand is a hair.
      interaction: { mode: 'index', intersect: false },
      plugins: {
        tooltip: { enabled: true },
        legend: {
          display: !isBars,
          labels: {
            ...{ color: colors.text, font: { family: colors.font }, generateLabels: linesOf },
            ...{ usePointStyle: true, pointStyle: 'line', pointStyleWidth: 32 },
          },
        },
      },
      onHover: (_event, elements) => {
        canvas.style.cursor = this.#keyAt(elements) === undefined ? '' : 'pointer';
      },
      onClick: (_event, elements) => {
        const key = this.#keyAt(elements);
        if (key !== undefined) this.#pressed(key);
      },
    };
    this.#chart.update();
  }

  /** Draws it in another size, as for a picture, or again in that of its place on the page. */
  resize(size?: { readonly width: number; readonly height: number }): void {
    this.#chart.resize(size?.width, size?.height);
  }

  #keyAt(elements: readonly ActiveElement[]): string | undefined {
    return this.#keys[elements[0]?.index ?? -1];
  }

  destroy(): void {
    this.#chart.destroy();
  }
}

/** In the legend a line looks as it does in the chart: as thick, and dashed where it is. */
function linesOf(chart: Chart): LegendItem[] {
  return Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => {
    const { borderWidth, borderDash = [] } = chart.getDatasetMeta(item.datasetIndex ?? 0).dataset?.options ?? {};
    return { ...item, lineWidth: borderWidth, lineDash: borderDash };
  });
}

/** Every bar is named below it, straight, on as many lines as it takes. @param family of the font */
function barTicks(family: string) {
  return {
    autoSkip: false,
    maxRotation: 0,
    callback(this: Scale, value: number | string): string[] {
      const { ctx } = this.chart;
      ctx.save();
      ctx.font = `${LABEL_SIZE}px ${family}`;
      const room = this.width / (this.chart.data.labels?.length || 1) - LABEL_GAP;
      const lines = labelLines(this.getLabelForValue(Number(value)), room, (text) => ctx.measureText(text).width);
      ctx.restore();
      return lines;
    },
  };
}
