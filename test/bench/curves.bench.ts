/**
 * How cost grows with tasks in a space, spaces on a server, clients in a room: `npm run bench -- curves [--quick] [--only tasks,spaces,clients] [--rounds n] [--record]`.
 * Writes test-results/bench/curves.md, curves.json and a picture a curve; `--record` puts them into docs/. Ends with 1 where a round failed.
 */
import { tackboard } from './contenders/tackboard';
import { clientsCurve } from './measures/clients-curve';
import { FAN_OUT } from './measures/fan-out';
import type { Scale } from './measures/scale';
import { SPACES_CURVE, spacesCurve } from './measures/spaces-curve';
import { TASKS_CURVE, tasksCurve } from './measures/tasks-curve';
import { benchProcess } from './report/bench-run';
import type { Curve } from './report/curve';

const figuresOf = (names: Readonly<Record<string, string>>) => Object.values(names).map((figure) => ({ figure }));
const perUnit = (one: string) =>
  `In brackets what one ${one} costs beside the line above: 1 where cost grows with their number, below it where each costs less.`;

function curvesOf({ curves }: Scale): readonly Curve[] {
  return [
    {
      title: 'Tasks per space',
      about: perUnit('task'),
      unit: 'tasks',
      steps: curves.tasks,
      figures: figuresOf(TASKS_CURVE),
    },
    {
      title: 'Spaces per server',
      about: perUnit('space'),
      unit: 'spaces',
      steps: curves.spaces,
      figures: figuresOf(SPACES_CURVE),
    },
    {
      title: 'Clients per room',
      about: `Beside the one who writes. ${perUnit('client')} CPU is that of one delivery already.`,
      unit: 'clients',
      steps: curves.clients,
      figures: [
        { figure: FAN_OUT.cpu, label: 'CPU per delivery', each: true },
        { figure: FAN_OUT.latency, label: 'to the last receiver at 50 edits/s, p50' },
        { figure: FAN_OUT.late, label: 'to the last receiver at 50 edits/s, p99' },
        { figure: FAN_OUT.load, label: 'load generator, share of a core' },
      ],
    },
  ];
}

benchProcess({
  section: 'curves',
  measures: (scale) => [tasksCurve(tackboard, scale), spacesCurve(tackboard, scale), clientsCurve(tackboard, scale)],
  curves: curvesOf,
  entrants: [],
  goals: [],
});
