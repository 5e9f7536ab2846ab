/** What is named by an id, in names: who, which list, which document, which space. */
import type { Desk } from '../desk';
import { accountPersonName } from '../people';
import { findDocument } from '../pins/pin-target';
import { spaceName } from '../space-name';
import type { Names } from './field-states';

/** The names that a desk knows, in all spaces that are open. */
export function namesOf(desk: Desk): Names {
  return {
    person: (user) => accountPersonName(user, desk),
    list(id) {
      for (const { replica } of desk.spaces) {
        const list = replica.view.record('list', id);
        if (list) return list.name;
      }
      return undefined;
    },
    document(target) {
      const found = findDocument(desk, target);
      if (found.kind === 'not-here') return undefined;
      return found.kind === 'space' ? spaceName(found.space) : found.record.name;
    },
    space(id) {
      const space = desk.space(id);
      return space && spaceName(space);
    },
  };
}
