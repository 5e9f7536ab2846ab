/** What menus know a place by (`viewItem`): its kind, and before it what one may not do there. One way for all trees. */
import type { OpenSpace } from '../app/open-space';
import { canWrite } from '../app/space-access';

/**
 * The context of a place in a space. Where one may only read, it starts with `readonly.`: a menu entry that asks for `/^task/` is not
 * offered there, and one that asks for `/^(readonly\.)?task/` is.
 * @param kind what the place is, such as `task.open`
 */
export function menuContext(kind: string, space: OpenSpace): string {
  return canWrite(space) ? kind : `readonly.${kind}`;
}
