/** The page of a task: what it shows of it, and what it does with what is asked for there. */
import { t } from '@vscode/l10n';
import { asId, type TaskId, type UserId } from '../../../shared/ids';
import { MAX } from '../../../shared/layout';
import type { PageSubject } from '../../../shared/messages/page';
import { type FromTaskPage, fromTaskPage, type ToTaskPage } from '../../../shared/messages/task-page';
import { assign, createTask, unassign, updateTask } from '../../../shared/operations/tasks';
import { restoreWithAbove } from '../commands/deleted-above';
import { nameFault } from '../commands/name-fault';
import { duesNow } from '../due-clock';
import type { Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { parseQuickTask } from '../quick-add';
import { quoted } from '../quoted';
import { canWrite } from '../space-access';
import { inTrash, notThere } from './gone-record';
import type { Page, PageParts, Tell } from './page';
import { PagePace } from './page-pace';
import { PageRecord } from './page-record';
import { PageTitle } from './page-title';
import { TaskDescription } from './task-description';
import { taskState } from './task-state';

/** What a task's page leads to beyond itself: other pages, the trees, questions to the person. */
export interface TaskGestures {
  openTask(space: OpenSpace, id: TaskId): void;
  show(space: OpenSpace, of: 'space' | 'list' | 'section' | 'task', id: string): Promise<void>;
  moveTo(space: OpenSpace, id: TaskId): Promise<void>;
  delete(space: OpenSpace, id: TaskId): Promise<void>;
  /** Opens a link as a pin to it would; what such a pin may not hold is refused in words. */
  openLink(url: string): Promise<void>;
}

/** What all pages of tasks are handed. */
export interface TaskPageParts extends PageParts {
  readonly gestures: TaskGestures;
}

/** What stands behind the page of one task. It follows the task into another space. */
export class TaskPage implements Page {
  readonly #parts: TaskPageParts;
  readonly #record: PageRecord<'task'>;
  readonly #tell: Tell<ToTaskPage>;
  readonly #title = new PageTitle();
  readonly #pace: PagePace;
  #loaded = false;
  /** The name as it is being typed, and what it was when that began; undefined where it is not. */
  #draft: { readonly name: string; readonly over: string | undefined } | undefined;
  #description: TaskDescription | undefined;

  constructor(subject: PageSubject, tell: Tell<ToTaskPage>, parts: TaskPageParts) {
    this.#parts = parts;
    this.#record = new PageRecord(parts.desk, 'task', subject);
    this.#tell = tell;
    this.#pace = new PagePace(parts, {
      show: () => this.#show(),
      concerns: (space) => this.#record.concerns(space),
      dues: () => this.#duesNow(),
    });
    this.#title.become(this.#record.found()?.record.name);
  }

  get subject(): PageSubject {
    return this.#record.subject;
  }

  get title(): string {
    return this.#title.text;
  }

  get onTitle(): Emitter<void>['event'] {
    return this.#title.onChange;
  }

  async receive(message: unknown): Promise<void> {
    const parsed = fromTaskPage.safeParse(message);
    if (!parsed.success) return;
    await this.#do(parsed.data);
    this.#pace.flush();
  }

  hidden(): void {
    // Whoever goes to another tab has left the field, though the page is gone before it could say so.
    const found = this.#record.found();
    const isThere = found && canWrite(found.space) && !found.space.replica.view.isDeleted(found.record);
    if (isThere && found.record.name === this.#draft?.over) this.#commitDraft();
    this.#loaded = false;
    this.#endDescription();
  }

  dispose(): void {
    this.hidden();
    this.#commitDraft();
    this.#pace.dispose();
    this.#title.dispose();
  }

  async #do(message: FromTaskPage): Promise<void> {
    if (message.kind === 'ready') {
      this.#loaded = true;
      // A page that has just been loaded has nothing of the description, whatever the one before it had.
      this.#endDescription();
      this.#tell({ kind: 'subject', subject: this.subject });
      this.#show();
      return;
    }
    if (message.kind === 'draft') {
      const over = this.#draft ? this.#draft.over : this.#record.found()?.record.name;
      this.#draft = message.name === null ? undefined : { name: message.name, over };
      return;
    }
    if (message.kind === 'type') {
      this.#description?.type(message.update);
      return;
    }
    if (message.kind === 'caret') {
      this.#description?.look(message.caret ?? undefined);
      return;
    }
    if (message.kind === 'open-link') return this.#parts.gestures.openLink(message.url);
    const found = this.#record.found();
    if (!found) return;
    const { space, record: task } = found;
    const { writer, gestures } = this.#parts;
    const { id } = task;
    const write: <T>(operation: Parameters<typeof writer.write<T>>[1]) => Promise<T | undefined> = (operation) =>
      writer.write(space.known.id, operation);
    switch (message.kind) {
      case 'set':
        if (message.fields.name !== undefined) this.#draft = undefined;
        return this.#set(message.fields, id);
      case 'assign': {
        const users = [asId<UserId>(message.user)];
        await write((replica, surroundings) =>
          (message.assigned ? assign : unassign)(replica, id, users, surroundings),
        );
        return;
      }
      case 'add-subtask':
        return this.#addSubtask(message.line, id);
      case 'complete-subtask': {
        const status = message.completed ? 'completed' : 'open';
        await write((replica, surroundings) => updateTask(replica, asId(message.id), { status }, surroundings));
        return;
      }
      case 'open-task':
        gestures.openTask(space, asId(message.id));
        return;
      case 'show':
        return gestures.show(space, message.of, message.id);
      case 'move':
        return gestures.moveTo(space, id);
      case 'delete':
        return gestures.delete(space, id);
      case 'restore':
        await write((replica, surroundings) => restoreWithAbove(replica, task, surroundings));
        return;
    }
  }

  /** Writes the name that was being typed when the page went, or says why not: over a newer one it is not written. */
  #commitDraft(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    const now = this.#record.found()?.record.name;
    if (!draft || draft.name === now) return;
    if (now === undefined || now === draft.over) void this.#set({ name: draft.name }, asId(this.subject.record));
    else void this.#parts.writer.refuse(t('The task has another name now: {0}.', quoted(now)), draft.name);
  }

  async #set(fields: Extract<FromTaskPage, { kind: 'set' }>['fields'], id: TaskId): Promise<void> {
    const name = fields.name?.trim();
    const fault = name === undefined ? undefined : nameFault(MAX.taskName)(name);
    if (fault !== undefined) {
      this.#tell({ kind: 'refused', about: 'name', message: fault });
      return;
    }
    const changes = { ...fields, name };
    await this.#parts.writer.write(
      this.subject.space,
      (replica, surroundings) => updateTask(replica, id, changes, surroundings),
      name,
    );
  }

  async #addSubtask(line: string, id: TaskId): Promise<void> {
    const { environment, language, writer } = this.#parts;
    const { name, dueDate, priority } = parseQuickTask(line, new Date(environment.now()), language);
    const fault = nameFault(MAX.taskName)(name);
    if (fault !== undefined) {
      this.#tell({ kind: 'refused', about: 'subtask', message: fault });
      return;
    }
    await writer.write(
      this.subject.space,
      (replica, surroundings) => createTask(replica, { kind: 'task', id }, { name, dueDate, priority }, surroundings),
      line,
    );
  }

  /** Tells the page what there is now. */
  #show(): void {
    const isElsewhere = this.#record.follow();
    const found = this.#record.found();
    this.#title.become(found?.record.name);
    if (!this.#loaded) return;
    if (isElsewhere) this.#tell({ kind: 'subject', subject: this.subject });
    if (!found) {
      this.#endDescription();
      this.#tell(notThere(this.#parts.desk, this.subject.space));
      return;
    }
    const { space, record: task } = found;
    if (space.replica.view.isDeleted(task)) this.#tell(inTrash(this.#parts.desk, space, task));
    else this.#tell(taskState(space, task, this.#parts));
    if (this.#description?.replica === space.replica) return;
    if (this.#description) this.#description.become(space);
    else this.#description = new TaskDescription(space, task.id, this.#tell, this.#parts.desk);
  }

  #duesNow(): string {
    const found = this.#record.found();
    if (!found) return '';
    const { space, record: task } = found;
    const below = space.replica.view.tasks({ kind: 'task', id: task.id });
    return duesNow([task, ...below], new Date(this.#parts.environment.now()));
  }

  #endDescription(): void {
    this.#description?.dispose();
    this.#description = undefined;
  }
}
