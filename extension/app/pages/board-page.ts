/** The board of a task list: what it shows of it, and what it does with what is asked for there. */
import { asId, type TaskId } from '../../../shared/ids';
import { MAX } from '../../../shared/layout';
import { type FromBoardPage, fromBoardPage, type ToBoardPage } from '../../../shared/messages/board-page';
import type { PageSubject } from '../../../shared/messages/page';
import type { ListRecord } from '../../../shared/records';
import { restoreWithAbove } from '../commands/deleted-above';
import { nameFault } from '../commands/name-fault';
import { duesNow } from '../due-clock';
import type { Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { parseQuickTask } from '../quick-add';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { BoardCards } from './board-cards';
import { addCard, moveCard } from './board-moves';
import { inTrash, notThere } from './gone-record';
import type { Page, PageParts, Tell } from './page';
import { PagePace } from './page-pace';
import { PageRecord } from './page-record';
import { PageTitle } from './page-title';

/** What a board leads to beyond itself. */
export interface BoardGestures {
  openTask(space: OpenSpace, id: TaskId): void;
  /** Shows the list in the tree. */
  show(space: OpenSpace, list: string): Promise<void>;
}

/** What all boards are handed. */
export interface BoardPageParts extends PageParts {
  readonly gestures: BoardGestures;
}

/** What stands behind one board. */
export class BoardPage implements Page {
  readonly #parts: BoardPageParts;
  readonly #record: PageRecord<'list'>;
  readonly #tell: Tell<ToBoardPage>;
  readonly #cards: BoardCards;
  readonly #title = new PageTitle();
  readonly #pace: PagePace;
  #loaded = false;
  /** What was told of the board beside its cards. */
  #told = '';

  constructor(subject: PageSubject, tell: Tell<ToBoardPage>, parts: BoardPageParts) {
    this.#tell = tell;
    this.#parts = parts;
    this.#record = new PageRecord(parts.desk, 'list', subject);
    this.#cards = new BoardCards(parts);
    this.#pace = new PagePace(parts, {
      show: () => this.#show(),
      concerns: (space) => this.#record.concerns(space),
      dues: () => this.#duesNow(),
    });
    this.#title.become(this.#found()?.list.name);
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
    const parsed = fromBoardPage.safeParse(message);
    if (!parsed.success) return;
    await this.#do(parsed.data);
    this.#pace.flush();
  }

  hidden(): void {
    this.#loaded = false;
  }

  dispose(): void {
    this.hidden();
    this.#pace.dispose();
    this.#title.dispose();
  }

  async #do(message: FromBoardPage): Promise<void> {
    if (message.kind === 'ready') {
      this.#loaded = true;
      this.#told = '';
      this.#cards.forget();
      this.#tell({ kind: 'subject', subject: this.subject });
      this.#show();
      return;
    }
    const found = this.#found();
    if (!found) return;
    const { gestures, writer } = this.#parts;
    switch (message.kind) {
      case 'move':
        await writer.write(this.subject.space, (replica, surroundings) => moveCard(replica, message, surroundings));
        return;
      case 'add':
        return this.#add(message, found.list);
      case 'open-task':
        gestures.openTask(found.space, asId(message.id));
        return;
      case 'show':
        return gestures.show(found.space, found.list.id);
      case 'restore':
        await writer.write(this.subject.space, (replica, surroundings) =>
          restoreWithAbove(replica, found.list, surroundings),
        );
        return;
    }
  }

  async #add({ column, line }: Extract<FromBoardPage, { kind: 'add' }>, { id }: ListRecord): Promise<void> {
    const { environment, language, writer } = this.#parts;
    const task = parseQuickTask(line, new Date(environment.now()), language);
    const fault = nameFault(MAX.taskName)(task.name);
    if (fault !== undefined) {
      this.#tell({ kind: 'refused', about: column.key, message: fault });
      return;
    }
    const card = await writer.write(this.subject.space, (replica, surroundings) =>
      addCard(replica, id, column, task, surroundings),
    );
    if (card !== undefined) this.#tell({ kind: 'added', card });
  }

  #show(): void {
    const isElsewhere = this.#record.follow();
    const found = this.#found();
    this.#title.become(found?.list.name);
    if (!this.#loaded) return;
    if (isElsewhere) this.#tell({ kind: 'subject', subject: this.subject });
    if (!found || found.space.replica.view.isDeleted(found.list)) {
      this.#told = '';
      this.#tell(
        found ? inTrash(this.#parts.desk, found.space, found.list) : notThere(this.#parts.desk, this.subject.space),
      );
      return;
    }
    const sections = found.space.replica.view.sections(found.list.id);
    const board: ToBoardPage = {
      kind: 'board',
      name: found.list.name,
      space: spaceName(found.space),
      sections: sections.map(({ id, name }) => ({ id, name })),
      canWrite: canWrite(found.space),
    };
    const text = JSON.stringify(board);
    if (text !== this.#told) this.#tell(board);
    this.#told = text;
    const changes = this.#cards.changes(found.space, sections);
    if (changes) this.#tell({ kind: 'cards', ...changes });
  }

  #duesNow(): string {
    const found = this.#found();
    if (!found) return '';
    const { view } = found.space.replica;
    const tasks = view.sections(found.list.id).flatMap(({ id }) => view.tasks({ kind: 'section', id }));
    return duesNow(tasks, new Date(this.#parts.environment.now()));
  }

  #found(): { readonly space: OpenSpace; readonly list: ListRecord } | undefined {
    const { space, record: list } = this.#record.found() ?? {};
    return space && list?.listKind === 'task' ? { space, list } : undefined;
  }
}
