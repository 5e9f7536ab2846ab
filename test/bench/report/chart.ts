/** A curve as a picture: lines on logarithmic axes, one panel a unit, in SVG that is legible in light and in dark. */
import { type Curve, pointsOf } from './curve';
import { positionsOf, ticksOf } from './log-axis';
import { numeral } from './markdown-table';
import type { Results } from './results';

/** A line of a chart. Both axes are logarithmic: what is not above 0 has no place on them. */
export interface Line {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Lines that share a unit. */
export interface Panel {
  readonly unit: string;
  readonly lines: readonly Line[];
}

/** What is drawn. */
export interface Chart {
  readonly title: string;
  /** the steps on the axis that all panels share */
  readonly steps: readonly number[];
  readonly panels: readonly Panel[];
}

const PANEL = { width: 400, left: 62, right: 20, top: 58, height: 220 };
const LEGEND_LINE = 18;
/** Of middle brightness, told apart by those who see no colours by their dashes and marks. */
const COLOURS = ['#2f81d6', '#d9730d', '#2f9e58', '#a85cd6', '#c94f7c'];
const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 4'];
const STYLE = `text{font:12px system-ui,sans-serif;fill:#24292f}.title{font-weight:600;font-size:14px}.page{fill:#fff;stroke:#d0d7de}.grid{stroke:#8c959f;stroke-opacity:.35}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#161b22;stroke:#30363d}}`;

/** The chart of a curve: a panel for each unit of its figures. */
export function chartOf(curve: Curve, results: Results): Chart {
  const panels = new Map<string, Line[]>();
  for (const figure of curve.figures) {
    const points = pointsOf(curve, figure, results);
    const unit = points[0]?.series.unit;
    if (unit === undefined) continue;
    const line = {
      label: figure.label ?? figure.figure,
      points: points.map(({ step, value }) => ({ x: step, y: value })),
    };
    panels.set(unit, [...(panels.get(unit) ?? []), line]);
  }
  return { title: curve.title, steps: curve.steps, panels: [...panels].map(([unit, lines]) => ({ unit, lines })) };
}

/** Draws a chart; texts in it are never markup. */
export function svgOf({ title, steps, panels }: Chart): string {
  const most = Math.max(1, ...panels.map(({ lines }) => lines.length));
  const width = PANEL.width * Math.max(1, panels.length);
  const height = PANEL.top + PANEL.height + 44 + most * LEGEND_LINE;
  const parts = panels.map((panel, at) => `<g transform="translate(${at * PANEL.width} 0)">${drawn(panel, steps)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${text(title)}</title><style>${STYLE}</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
<text class="title" x="16" y="26">${text(title)}</text>
${parts.join('\n')}
</svg>
`;
}

function drawn({ unit, lines }: Panel, steps: readonly number[]): string {
  const visible = lines.map(({ label, points }) => ({ label, points: points.filter(({ x, y }) => x > 0 && y > 0) }));
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.top + PANEL.height;
  const ticks = ticksOf(visible.flatMap(({ points }) => points.map(({ y }) => y)));
  const across = positionsOf(steps, PANEL.left + 10, right - 10);
  const up = positionsOf(ticks, bottom, PANEL.top);
  const grid = ticks.map((tick) => {
    const y = round(up(tick));
    return `<line class="grid" x1="${PANEL.left}" x2="${right}" y1="${y}" y2="${y}"/><text x="${PANEL.left - 6}" y="${y + 4}" text-anchor="end">${numeral(tick)}</text>`;
  });
  const below = steps.map(
    (step) => `<text x="${round(across(step))}" y="${bottom + 18}" text-anchor="middle">${numeral(step)}</text>`,
  );
  const curves = visible.map(({ label, points }, at) => {
    const pen = `stroke="${COLOURS[at % COLOURS.length]}" stroke-width="2" fill="none" stroke-dasharray="${DASHES[at % DASHES.length]}"`;
    const places = points.map(({ x, y }) => `${round(across(x))} ${round(up(y))}`);
    const marks = places.map((place) => {
      const [cx, cy] = place.split(' ');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${COLOURS[at % COLOURS.length]}"/>`;
    });
    const line = places.length > 1 ? `<path d="M${places.join('L')}" ${pen}/>` : '';
    const y = bottom + 40 + at * LEGEND_LINE;
    return `${line}${marks.join('')}<path d="M${PANEL.left} ${y - 4}h26" ${pen}/><text x="${PANEL.left + 34}" y="${y}">${text(label)}</text>`;
  });
  return [`<text x="${PANEL.left}" y="${PANEL.top - 10}">${text(unit)}</text>`, ...grid, ...below, ...curves].join('');
}

/** A tenth of a pixel is enough. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
