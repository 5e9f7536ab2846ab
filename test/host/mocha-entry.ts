/** Runs inside the extension host: VS Code calls `run()`, which gives every bundled test file to Mocha and writes the results. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import type { HostTest } from '../support/host-tests';

/** Settles when all tests have passed; fails otherwise, which is VS Code's exit code. */
export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 20_000, forbidOnly: true });
  for (const file of readdirSync(__dirname)) if (file.endsWith('.test.js')) mocha.addFile(join(__dirname, file));
  const tests: HostTest[] = [];
  return new Promise((passed, failed) => {
    const runner = mocha.run((failures) => {
      // Mocha's own count includes hooks that failed, which are in the list too.
      const results = process.env.TACKBOARD_HOST_RESULTS;
      if (results) writeFileSync(results, JSON.stringify(tests));
      if (failures > 0) failed(new Error(`${failures} host tests failed`));
      else passed();
    });
    runner.on('pass', (test) => tests.push({ title: test.fullTitle(), ok: true }));
    runner.on('fail', (test, error: Error) =>
      tests.push({ title: test.fullTitle(), ok: false, error: error.stack ?? String(error) }),
    );
    runner.on('pending', (test) =>
      tests.push({ title: test.fullTitle(), ok: false, error: 'skipped; a test that is not run is no test' }),
    );
  });
}
