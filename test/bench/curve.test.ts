import { describe, expect, test } from 'vitest';
import { type Chart, chartOf, svgOf } from './report/chart';
import { type Curve, chartFile, pointsOf } from './report/curve';
import { curveTable } from './report/curve-table';
import { positionsOf, ticksOf } from './report/log-axis';
import { Results } from './report/results';

const curve: Curve = {
  ...{ title: 'Tasks per space', about: '', unit: 'tasks', steps: [100, 1_000, 10_000] },
  figures: [{ figure: 'opening' }, { figure: 'CPU', label: 'CPU of one', each: true }, { figure: 'stored' }],
};

/** Two rounds; the second of a machine half as fast. */
function measured(): Results {
  const results = new Results();
  for (const slow of [1, 2]) {
    for (const [step, opening] of [
      [100, 10],
      [1_000, 50],
      [10_000, 600],
    ] as const)
      results.add(`${step.toLocaleString('en')} tasks`, [
        { name: 'opening', unit: 'ms', value: opening * slow },
        { name: 'CPU', unit: 'ms', value: 2 * slow },
        { name: 'stored', unit: 'MiB', value: step / 1_000 },
      ]);
  }
  return results;
}

describe('a curve', () => {
  test('each step stands to the one before by the cost of one unit, round by round', () => {
    const [opening, cpu] = curve.figures.map((figure) => pointsOf(curve, figure, measured()).map(({ ratio }) => ratio));
    expect(opening).toEqual([undefined, 0.5, 1.2]);
    expect(cpu).toEqual([undefined, 1, 1]);
  });

  test('a step that came to nothing is left out, and the next is compared with the last that did', () => {
    const results = new Results();
    results.add('100 tasks', [{ name: 'opening', unit: 'ms', value: 1 }]);
    results.add('10,000 tasks', [{ name: 'opening', unit: 'ms', value: 200 }]);
    expect(pointsOf(curve, { figure: 'opening' }, results).map(({ step, ratio }) => [step, ratio])).toEqual([
      [100, undefined],
      [10_000, 2],
    ]);
    expect(curveTable(curve, results)).toContain('| 10,000 | 200 ms (× 2) |  |  |');
  });

  test('its table has a line a step; of what was not measured there is none', () => {
    expect(curveTable(curve, measured()).split('\n')).toEqual([
      '| Tasks per space | opening | CPU of one | stored |',
      '|---|---|---|---|',
      '| 100 | 15 ms | 3 ms | 0.1 MiB |',
      '| 1,000 | 75 ms (× 0.5) | 3 ms (× 1) | 1 MiB (× 1) |',
      '| 10,000 | 900 ms (× 1.2) | 3 ms (× 1) | 10 MiB (× 1) |',
    ]);
    expect(curveTable(curve, new Results())).toBe('');
    expect(chartFile(curve)).toBe('images/curve-tasks.svg');
  });
});

describe('a logarithmic axis', () => {
  test.each([
    { values: [3, 40], ticks: [2, 5, 10, 20, 50] },
    { values: [0.7, 900], ticks: [0.1, 1, 10, 100, 1_000] },
    { values: [5], ticks: [5, 10] },
    { values: [], ticks: [1, 2, 5, 10] },
  ])('the ticks around $values are $ticks', ({ values, ticks }) => {
    expect(ticksOf(values)).toEqual(ticks);
  });

  test('equal ratios are equally far apart, and a single step is in the middle', () => {
    const place = positionsOf([10, 1_000], 0, 200);
    expect([10, 100, 1_000].map(place)).toEqual([0, 100, 200]);
    expect(positionsOf([7], 0, 200)(7)).toBe(100);
  });
});

describe('a chart', () => {
  test('has a panel for each unit, and a mark for each value', () => {
    const chart = chartOf(curve, measured());
    expect(chart.panels.map(({ unit, lines }) => [unit, lines.map(({ label }) => label)])).toEqual([
      ['ms', ['opening', 'CPU of one']],
      ['MiB', ['stored']],
    ]);
    expect(svgOf(chart).match(/<circle/g)).toHaveLength(9);
    // The largest value of all is on the uppermost line, whatever its panel.
    expect(svgOf(chart)).toContain('>10,000</text>');
  });

  test('what is not above 0 is not drawn, and no name is markup', () => {
    const chart: Chart = {
      ...{ title: 'a < b & c', steps: [1, 10] },
      panels: [
        {
          unit: 'ms',
          lines: [
            {
              label: '<script>',
              points: [
                { x: 1, y: 0 },
                { x: 10, y: 3 },
                { x: 10, y: -1 },
              ],
            },
          ],
        },
      ],
    };
    const svg = svgOf(chart);
    expect(svg.match(/<circle/g)).toHaveLength(1);
    expect(svg).not.toMatch(/NaN|Infinity|<script/);
    expect(svg).toContain('a &lt; b &amp; c');
  });

  test('has colours of its own for light and for dark, on a ground of its own', () => {
    expect(svgOf(chartOf(curve, measured()))).toMatch(/prefers-color-scheme:dark[\s\S]*<rect class="page"/);
  });
});
