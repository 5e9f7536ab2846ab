/** The cards of a board: the tasks of its list that lie right in a section, each told again only when it reads otherwise. */
import type { Card } from '../../../shared/messages/board-page';
import type { SectionRecord, TaskRecord } from '../../../shared/records';
import { dueState, dueText } from '../due-date';
import type { OpenSpace } from '../open-space';
import { meIn, personName } from '../people';
import type { PageParts } from './page';
import { countBelow } from './task-state';

/** What has changed of the cards since they were last asked for. */
export interface CardChanges {
  readonly put: Card[];
  /** The ids of all cards in order; undefined where that is as it was. */
  readonly order: string[] | undefined;
}

/** Follows the cards of one list. */
export class BoardCards {
  readonly #parts: Pick<PageParts, 'desk' | 'environment' | 'language'>;
  /** Each card that was told, as text to be compared with. */
  #shown = new Map<string, string>();
  #order: readonly string[] = [];

  constructor(parts: Pick<PageParts, 'desk' | 'environment' | 'language'>) {
    this.#parts = parts;
  }

  /** What has changed; undefined where nothing has. */
  changes(space: OpenSpace, sections: readonly SectionRecord[]): CardChanges | undefined {
    const { view } = space.replica;
    const records = sections.flatMap(({ id }) => view.tasks({ kind: 'section', id }));
    const shown = new Map<string, string>();
    const put: Card[] = [];
    for (const record of records) {
      const card = this.#card(space, record);
      const text = JSON.stringify(card);
      shown.set(record.id, text);
      if (this.#shown.get(record.id) !== text) put.push(card);
    }
    const order = records.map(({ id }) => id);
    const isSameOrder = order.length === this.#order.length && order.every((id, at) => id === this.#order[at]);
    this.#shown = shown;
    this.#order = order;
    return put.length === 0 && isSameOrder ? undefined : { put, order: isSameOrder ? undefined : order };
  }

  /** Forgets what was shown: a page that has just been loaded has nothing. */
  forget(): void {
    this.#shown.clear();
    this.#order = [];
  }

  #card(space: OpenSpace, task: TaskRecord): Card {
    const { desk, environment, language } = this.#parts;
    const now = new Date(environment.now());
    const me = meIn(space, desk);
    const { id, name, status, priority, dueDate } = task;
    return {
      id,
      name,
      section: task.parent.kind === 'section' ? task.parent.id : '',
      status,
      priority,
      ...(dueDate && {
        due: {
          state: status === 'completed' ? 'later' : dueState(dueDate, now),
          text: dueText(dueDate, now, language),
        },
      }),
      assignees: task.assignees.map((user) => ({ id: user, name: personName(user, space, desk), isMe: user === me })),
      below: countBelow(space, task),
    };
  }
}
