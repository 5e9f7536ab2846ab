/** The port through which pins are opened: browser, editor, clipboard and the trees of the window. VS Code stands behind it. */

import type { SpaceRecord } from '../../../shared/records';
import type { OpenSpace } from '../open-space';
import type { CodePlace } from './permalink';

/** Opens what pins lead to. What it is handed has been judged already: it is never asked to run anything. */
export interface Opener {
  /** Hands a URL (http, https, mailto, vscode) to the system. @returns false where nothing opened it */
  outside(url: string): Promise<boolean>;
  /** Opens a `file:` URL in the editor, or a folder in the explorer. @returns false where there is no such file */
  file(url: string): Promise<boolean>;
  /** Opens a place in code in the clone that is open here. @returns false where none is, or it has no such file */
  code(place: CodePlace): Promise<boolean>;
  /** Shows a record in its tree, with the focus there. @returns false where no tree shows records of its kind */
  record(space: OpenSpace, record: SpaceRecord): Promise<boolean>;
  /** Shows a space in the tree of tasks, with the focus there. */
  space(space: OpenSpace): Promise<void>;
  /** Puts a text on the clipboard. */
  copy(text: string): Promise<void>;
}
