/** Runs measures one after the other, their entrants in turn within each round, and says how far it is. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../../support/temp-folder';
import { Results } from '../report/results';
import type { Entrant, Measure } from './measure';

/** What is to be run. */
export interface Run {
  readonly measures: readonly Measure[];
  /** rounds of every measure; each has its own number unless told */
  readonly rounds?: number | undefined;
}

/**
 * Runs all of it. A round that fails is in the results as failed, and the others go on.
 * Entrants take turns, and begin with another one each round: what slows the machine for a while, slows all.
 */
export async function runMeasures({ measures, rounds }: Run): Promise<Results> {
  await using scratch = tempFolder('bench');
  const results = new Results();
  const start = performance.now();
  let folders = 0;
  const runOne = async (measure: Measure, entrant: Entrant, number: number, count: number): Promise<void> => {
    const began = performance.now();
    const say = (outcome: string): void => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      const total = ((began - start) / 1_000).toFixed(0).padStart(4);
      console.log(`${total} s  ${measure.name} ${number + 1}/${count}  ${entrant.name}  ${outcome} ${seconds} s`);
    };
    const folder = (name: string): string => {
      const path = join(scratch.path, `${name}-${folders++}`);
      mkdirSync(path, { recursive: true });
      return path;
    };
    try {
      results.add(entrant.name, await entrant.run({ number, folder }));
      say('');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      results.failed.push({ measure: measure.name, entrant: entrant.name, round: number, why });
      say(`FAILED: ${why};`);
    }
  };
  for (const measure of measures) {
    const count = rounds ?? measure.rounds;
    for (let number = 0; number < count; number++) {
      const { entrants } = measure;
      for (let at = 0; at < entrants.length; at++) {
        const entrant = entrants[(at + number) % entrants.length];
        if (entrant) await runOne(measure, entrant, number, count);
      }
    }
  }
  return results;
}
