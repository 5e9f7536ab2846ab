/** A space of which the server refused edits, as it stands at a moment: about that much someone can decide. */
import type { AsideSpace } from '../connection/set-aside';
import type { UnsentEdit } from '../connection/unsent-edits';

/** A space of which edits are set aside, with the edits of it that the server does not have. */
export interface RefusedSpace extends AsideSpace {
  readonly unsent: readonly UnsentEdit[];
}
