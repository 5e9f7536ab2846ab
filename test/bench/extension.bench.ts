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
    {
      name: ENTRANT.extension,
      about: 'the extension as it is packed, on the folder as it leaves it: a snapshot, and what came since',
    },
    { name: ENTRANT.compacted, about: 'the same on one snapshot of all' },
    {
      name: ENTRANT.hurried,
      about:
        'the same on 27,501 updates and no snapshot: no sitting lasted the two minutes after which the store makes one',
    },
    { name: ENTRANT.yjs, about: 'Yjs applying the same state, as one update, to an empty document' },
    { name: ENTRANT.updates, about: 'Yjs applying those 27,501 updates, each as it was made, to an empty document' },
  ],
  goals: EXTENSION_GOALS,
  prepare: async () => {
    await installChromium();
    await installVsCode();
  },
});
