/** What came of a run of vitest, written as JSON to the file that `TACKBOARD_RUN_REPORT` names: a reporter for `npm test`, which sums up its suites. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import * as z from 'zod';

/** The report. A test that was skipped, and a file or group that broke beside its tests, have failed. */
export const runOutcome = z.object({
  passed: z.number(),
  failed: z.number(),
  /** a line for each failure: the title, and what it said first */
  faults: z.array(z.string()),
});

type RunOutcome = z.infer<typeof runOutcome>;

/** An error as vitest hands it over, of any kind that may be thrown. */
interface Thrown {
  readonly name?: string;
  readonly message: string;
}

/** Vitest's own JSON tells an error's stack and not its message, and the stack of a test that ran out of time does not say so. */
export default class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    const file = process.env.TACKBOARD_RUN_REPORT;
    if (file) writeFileSync(file, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}

function outcomeOf(modules: readonly TestModule[], unhandled: readonly Thrown[]): RunOutcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const broken = modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((part) => {
      const [error] = part.errors();
      const title = part.type === 'suite' ? part.fullName : part.relativeModuleId;
      return error ? [`${title}: ${said(error)}`] : [];
    }),
  );
  const faults = [
    ...tests.filter((test) => test.result().state !== 'passed').map(faultOf),
    ...broken,
    ...unhandled.map((error) => `outside the tests: ${said(error)}`),
  ];
  const passed = tests.filter((test) => test.result().state === 'passed').length;
  return { passed, failed: faults.length, faults };
}

function faultOf(test: TestCase): string {
  const { state, errors = [] } = test.result();
  const [error] = errors;
  return `${test.fullName}: ${error ? said(error) : state}`;
}

function said({ name, message }: Thrown): string {
  return firstLine(name && name !== 'Error' ? `${name}: ${message}` : message);
}

/** The first line of a text that is not empty. */
export function firstLine(text: string): string {
  return /\S.*/.exec(text)?.[0] ?? '';
}
