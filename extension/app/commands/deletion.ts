/** The deletion of records for a command, and the offer to take it back that is made with the message that tells of it. */
import { t } from '@vscode/l10n';
import { done } from '../../../shared/failures';
import type { Done } from '../../../shared/operations/history';
import { deleteRecords, restoreRecords } from '../../../shared/operations/trash';
import type { SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import type { SpaceWriter } from './space-writer';
import { tellKept } from './undo-commands';

/** Something that is to be deleted, and where. */
export interface Doomed {
  readonly space: OpenSpace;
  readonly record: SpaceRecord;
}

/** What a deletion needs. */
export interface DeletionNeeds {
  readonly desk: Desk;
  readonly prompt: Prompt;
  readonly writer: SpaceWriter;
}

/**
 * Puts records into the trash, as one thing to undo, and offers to take that back.
 * @param what they are, in words
 * @returns when they are in the trash, with the answer to the offer still to come
 */
export async function deleteWithOffer(
  needs: DeletionNeeds,
  doomed: readonly Doomed[],
  what: string,
): Promise<{ readonly offered: Promise<void> }> {
  const isDone = await needs.writer.writeEach(doomed, ({ replica }, found) =>
    deleteRecords(
      replica,
      found.map(({ record }) => record),
      needs.desk.surroundings,
    ),
  );
  const said = t('Deleted {0}.', what);
  return { offered: isDone ? offerUndo(needs, said, doomed, needs.desk.history.last) : Promise.resolve() };
}

/**
 * Tells of a deletion and offers to take it back. Who takes that undoes the deletion itself, whatever they did since, as *Undo* would: it is
 * no deed of its own that *Undo* would take back in turn, and *Redo* deletes again.
 * @param said what was deleted, in a sentence
 * @param deed the deletion, as the history has it
 */
async function offerUndo(
  { desk, prompt, writer }: DeletionNeeds,
  said: string,
  deleted: readonly Doomed[],
  deed: Done | undefined,
): Promise<void> {
  if (!(await prompt.tell(said, t('Undo')))) return;
  const outcome = deed && desk.history.undo(deed);
  if (outcome) {
    await tellKept(desk, prompt, outcome);
    return;
  }
  // It was undone before and deleted again, or is too long ago: what is in the trash comes out of it.
  await writer.writeEach(deleted, ({ replica }, found) => {
    // What lay under something else that was deleted comes back with it.
    const gone = found.flatMap(({ record }) => {
      const now = replica.view.record(record.kind, record.id);
      return now?.deleted ? [now] : [];
    });
    return gone.length === 0 ? done(undefined, false) : restoreRecords(replica, gone, desk.surroundings);
  });
}
