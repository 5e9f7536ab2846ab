/** Setup of the end-to-end tests: when a test fails, pictures of its windows lie in test-results/, named after the test. */
import { afterEach } from 'vitest';
import { openWorkbenches } from './workbench';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  let nth = 0;
  for (const workbench of openWorkbenches()) {
    nth += 1;
    // A window that is gone has no picture; the test's own error is what counts.
    const path = await workbench.picture(`failed ${task.name.slice(0, 60)} ${nth}`).catch(() => undefined);
    if (path) console.error(`Picture of window ${nth}: ${path}`);
  }
});
