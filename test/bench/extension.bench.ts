/**
 * The extension with 10,000 tasks on its disk, without VS Code and in a real one: `npm run bench -- extension [--quick] [--only window] [--rounds n] [--record]`.
 * Writes test-results/bench/extension.md and extension.json; `--record` puts the table into docs/performance.md. Ends with 1 where a round failed.
 */
import { installChromium } from '../support/chromium';
import { installVsCode } from '../support/vscode-install';
import { ENTRANT, windowOnDisk } from './measures/window';
import { workbench } from './measures/workbench';
import { benchProcess } from './report/bench-run';
import { EXTENSION_GOALS } from './report/extension-goals';

benchProcess({
  section: 'extension',
  measures: ({ rounds }) => [windowOnDisk(rounds.many), workbench(rounds.many)],
  entrants: [
    { name: ENTRANT.extension, about: 'the extension as it is packed' },
    {
      name: ENTRANT.compacted,
      about: 'the same on a folder as a window leaves it that has been open for two minutes: one snapshot',
    },
    { name: ENTRANT.yjs, about: 'Yjs applying the same state, as one update, to an empty document' },
    { name: ENTRANT.updates, about: 'the same for the updates that lie on the disk, each as it was made' },
  ],
  goals: EXTENSION_GOALS,
  prepare: async () => {
    await installChromium();
    await installVsCode();
  },
});
