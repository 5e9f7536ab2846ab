/** The chart of a widget on a canvas: bars, or done over time. The table beside it says the same in text. */

import { t } from '@vscode/l10n';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { ShownWidget } from '../../shared/messages/dashboard-page';
import type { ThemeColors } from './theme-colors';
import { barWord } from './widget-words';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** One chart, drawn anew in place when its widget or the theme changes. */
export class WidgetChart {
  readonly #chart: Chart;
  readonly #pressed: (key: string) => void;
  #keys: readonly string[] = [];
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
      ticks: { color: colors.text, precision: 0, font: { family: colors.font } },
      grid: { color: colors.line },
      border: { color: colors.line },
    };
    const isBars = figures.kind === 'bars';
    this.#keys = isBars ? figures.bars.map(({ key }) => key) : [];
    this.#chart.data = isBars
      ? {
          labels: figures.bars.map(({ key, name }) => short(barWord(type, key, name))),
          datasets: [
            {
              type: 'bar',
              data: figures.bars.map(({ count }) => count),
              backgroundColor: figures.bars.map(({ key }) => colors.bar(key)),
              borderColor: colors.text,
              maxBarThickness: 48,
              minBarLength: 2,
            },
          ],
        }
      : {
          labels: figures.days.map(({ day }) => day),
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
      responsive: true,
      maintainAspectRatio: false,
      scales: { x: { ...axis, grid: { display: false } }, y: { ...axis, beginAtZero: true } },
      plugins: { tooltip: { enabled: true } },
      onClick: (_event, elements) => {
        const key = this.#keys[elements[0]?.index ?? -1];
        if (key !== undefined) this.#pressed(key);
      },
    };
    this.#chart.update();
  }

  destroy(): void {
    this.#chart.destroy();
  }
}

/** A label that leaves room for the others; the table has all of it. */
function short(word: string): string {
  const letters = [...word];
  return letters.length > 18 ? `${letters.slice(0, 17).join('')}…` : word;
}
