/** Renaming anything: asks for the new name, writes it, and loses nothing that was typed where the record has gone meanwhile. */
import { t } from '@vscode/l10n';
import type { Result } from '../../../shared/failures';
import { MAX } from '../../../shared/layout';
import { updateDashboard } from '../../../shared/operations/dashboards';
import { renameContainer } from '../../../shared/operations/lists';
import { updatePin } from '../../../shared/operations/pins';
import type { Surroundings } from '../../../shared/operations/space';
import { updateSpace } from '../../../shared/operations/space-fields';
import { updateTask } from '../../../shared/operations/tasks';
import type { SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import { spaceName } from '../space-name';
import { restoreWithAbove } from './deleted-above';
import { nameFault } from './name-fault';
import { copyAction, type SpaceWriter } from './space-writer';

/** What renaming needs. */
export interface RenamingParts {
  readonly desk: Desk;
  readonly prompt: Prompt;
  readonly writer: SpaceWriter;
}

/** Renames a record. Where it was deleted while the person typed, it offers to bring it back with the new name. */
export async function renameRecord(parts: RenamingParts, { known }: OpenSpace, record: SpaceRecord): Promise<void> {
  const name = await askName(
    parts.prompt,
    titleOf(record.kind),
    record.name,
    record.kind === 'task' ? MAX.taskName : MAX.name,
  );
  if (name === undefined) return;
  const { desk, prompt, writer } = parts;
  const view = desk.space(known.id)?.replica.view;
  const now: SpaceRecord | undefined = view?.record(record.kind, record.id);
  if (!view || !now || now.movedTo || !view.isDeleted(now)) {
    await writer.write(known.id, (replica, surroundings) => rename(replica, record, name, surroundings), name);
    return;
  }
  const said = t('{0} was deleted while you typed {1}.', quoted(record.name), quoted(name));
  const restore = t('Restore and Rename');
  const chosen = await prompt.warn(said, restore, copyAction());
  if (chosen === copyAction()) await prompt.copy(name);
  if (chosen !== restore) return;
  await writer.write(
    known.id,
    (replica, surroundings) => {
      const restored = restoreWithAbove(replica, record, surroundings);
      return restored.kind === 'done' ? rename(replica, record, name, surroundings) : restored;
    },
    name,
  );
}

/** Renames a workspace or a project; of a personal space it says that it has no name of its own. */
export async function renameSpace({ prompt, writer }: RenamingParts, space: OpenSpace): Promise<void> {
  const { known, replica } = space;
  if (known.kind === 'user') {
    await prompt.tell(
      t('{0} is your own space and has no other name. Lists in it can be renamed.', quoted(spaceName(space))),
    );
    return;
  }
  if (!writer.mayWrite([known.id])) return;
  const title = known.kind === 'workspace' ? t('Rename Workspace') : t('Rename Project');
  const name = await askName(prompt, title, replica.view.fields.name, MAX.name);
  if (name === undefined) return;
  await writer.write(known.id, (now, surroundings) => updateSpace(now, { name }, surroundings), name);
}

/** Asks for a new name. @returns undefined where the person went away, and where it is the old one */
async function askName(prompt: Prompt, title: string, before: string, max: number): Promise<string | undefined> {
  // An input box has one line and drops breaks: what it is offered is what an unchanged answer is compared with.
  const offered = before.replace(/[\r\n]+/g, ' ');
  const typed = await prompt.line({ title, prompt: t('The new name'), value: offered, refuse: nameFault(max) });
  // What was not changed here may have been changed elsewhere meanwhile, and stays so.
  return typed === undefined || typed === offered ? undefined : typed.trim();
}

function rename(
  replica: LiveReplica,
  record: SpaceRecord,
  name: string,
  surroundings: Surroundings,
): Result<undefined> {
  switch (record.kind) {
    case 'task':
      return updateTask(replica, record.id, { name }, surroundings);
    case 'pin':
      return updatePin(replica, record.id, { name }, surroundings);
    case 'dashboard':
      return updateDashboard(replica, record.id, { name }, surroundings);
    case 'list':
    case 'section':
      return renameContainer(replica, record.kind, record.id, { name }, surroundings);
  }
}

function titleOf(kind: SpaceRecord['kind']): string {
  switch (kind) {
    case 'task':
      return t('Rename Task');
    case 'pin':
      return t('Rename Pin');
    case 'dashboard':
      return t('Rename Dashboard');
    case 'section':
      return t('Rename Section');
    case 'list':
      return t('Rename List');
  }
}
