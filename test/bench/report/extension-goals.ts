/** What the extension is held to. */
import { ENTRANT, WINDOW } from '../measures/window';
import { WORKBENCH } from '../measures/workbench';
import type { Goal } from './goal';

const { extension: entrant, compacted, hurried, updates, yjs } = ENTRANT;

/** A goal beside what Yjs alone needs for the same figure. */
function besideYjs(figure: string, times: number): Goal {
  return { what: figure, figure, entrant, than: { entrants: [yjs] }, bound: { atMost: times } };
}

function atMost(figure: string, most: number): Goal {
  return { what: figure, figure, entrant, than: 'number', bound: { atMost: most } };
}

/** The goals of the extension, in the order of the table. */
export const EXTENSION_GOALS: readonly Goal[] = [
  atMost(WORKBENCH.activate, 50),
  besideYjs(WINDOW.ready, 1.5),
  { ...besideYjs(WINDOW.ready, 1.5), what: `${WINDOW.ready}, one snapshot`, entrant: compacted },
  {
    ...besideYjs(WINDOW.ready, 1.5),
    ...{ what: `${WINDOW.ready}, no snapshot`, entrant: hurried, than: { entrants: [updates] } },
  },
  atMost(WORKBENCH.opened, 1_000),
  atMost(WINDOW.edit, 5),
  // Two a second, and the one at its beginning.
  atMost(WINDOW.redraws, 2.5),
  besideYjs(WINDOW.memory, 2),
  atMost(WORKBENCH.bundle, 1_000),
];
