/** Runs inside the browser's extension host: Mocha set up before the tests, and `run()`, which VS Code calls and which writes the results. */
import 'mocha/mocha.js';
import type { HostTest } from '../support/host-tests';

/** How a result stands in the console: there is no file that one could write to. */
const write = (test: HostTest): void => console.log(`<tackboard-result ${encodeURIComponent(JSON.stringify(test))}>`);

mocha.setup({ ui: 'bdd', timeout: 20_000, forbidOnly: true, reporter: 'spec' });

/** Settles when all tests have passed; fails otherwise, which is VS Code's exit code. */
export function run(): Promise<void> {
  return new Promise((passed, failed) => {
    const runner = mocha.run((failures) => {
      if (failures > 0) failed(new Error(`${failures} host tests failed`));
      else passed();
    });
    runner.on('pass', (test) => write({ title: test.fullTitle(), ok: true }));
    runner.on('fail', (test, error: Error) =>
      write({ title: test.fullTitle(), ok: false, error: error.stack ?? String(error) }),
    );
    runner.on('pending', (test) =>
      write({ title: test.fullTitle(), ok: false, error: 'skipped; a test that is not run is no test' }),
    );
  });
}
