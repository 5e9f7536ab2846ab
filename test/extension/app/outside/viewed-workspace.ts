/** A workspace that a person may only read, with a task in it, as it is kept on their machine; there is no server. */
import { accountKey } from '../../../../extension/app/account';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import { asId, type UserId } from '../../../../shared/ids';
import { createList } from '../../../../shared/operations/lists';
import { createTask } from '../../../../shared/operations/tasks';
import { got, surroundings } from '../../../shared/replica';
import type { DeskPlace, DeskWindow } from '../../../support/desk-place';

export interface ViewedWorkspace {
  /** A window of the person that may only read the workspace `w`. */
  readonly window: DeskWindow;
  /** The id of its task, called "theirs". */
  readonly task: string;
  /** The id of a section of its task list, and of one of its pin list. */
  readonly section: string;
  readonly pinSection: string;
}

/** Makes it in a place where nobody is signed in yet. */
export async function viewedWorkspace(place: DeskPlace): Promise<ViewedWorkspace> {
  const account = { url: 'http://127.0.0.1:1', user: { id: asId<UserId>('u'), name: 'U' } };
  const viewed: KnownSpace = { id: asId('w'), kind: 'workspace', role: 'viewer', workspace: undefined };
  const keeper = place.accounts.keeper();
  keeper.keepSpaces(accountKey(account), [{ ...viewed, role: 'owner' }]);
  await keeper.save(account, 'a token');
  const writer = await place.window();
  const space = writer.desk.space('w')?.replica;
  if (!space) throw new Error('the workspace is not open');
  const { section } = got(createList(space, { name: 'List', listKind: 'task' }, surroundings()));
  const pins = got(createList(space, { name: 'Pins', listKind: 'pin' }, surroundings()));
  const task = got(createTask(space, { kind: 'section', id: section }, { name: 'theirs' }, surroundings()));
  await writer.close();
  keeper.keepSpaces(accountKey(account), [viewed]);
  return { window: await place.window(), task, section, pinSection: pins.section };
}
