/** The steps of a curve, each taking part in a measure as one of its entrants. */
import type { Figure, Measure, Round } from './measure';

/** What a step is called among the entrants, like `10,000 tasks`. */
export function stepName(step: number, unit: string): string {
  return `${step.toLocaleString('en')} ${unit}`;
}

/** A measure whose entrants are the steps of a curve. @param unit what there is ever more of: the name of the measure */
export function curveMeasure(
  unit: string,
  steps: readonly number[],
  rounds: number,
  run: (round: Round, step: number) => Promise<Figure[]>,
): Measure {
  const entrants = steps.map((step) => ({ name: stepName(step, unit), run: (round: Round) => run(round, step) }));
  return { name: unit, rounds, entrants };
}

/** The folders of steps, each filled once in a run, when it is first asked for. */
export function stepFolders(
  name: string,
  fill: (folder: string, step: number) => Promise<void>,
): (round: Round, step: number) => Promise<string> {
  const filled = new Map<number, Promise<string>>();
  return (round, step) => {
    const known = filled.get(step);
    if (known) return known;
    const folder = round.folder(name);
    const ready = fill(folder, step).then(() => folder);
    filled.set(step, ready);
    return ready;
  };
}
