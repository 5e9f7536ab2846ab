/** What can be done about edits that the server refused: see them, keep a copy in a space of one's own, let go of them. */

import { done } from '../../../shared/failures';
import type { SpaceId } from '../../../shared/ids';
import { copyRecords } from '../../../shared/operations/copies';
import type { SpaceRecord } from '../../../shared/records';
import type { RefusedSpace } from '../aside-keeper';
import type { Desk } from '../desk';
import { meIn } from '../people';
import type { Prompt } from '../prompt';
import type { AsideDocument } from '../refused/aside-document';
import { asideText } from '../refused/aside-text';
import { shownText } from '../shown-text';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { quoted, SpaceWriter } from './space-writer';

/** Shows a text that is only read. @param title what it is called */
export type ShowText = (title: string, text: string) => Promise<void>;

/** Commands on what is set aside, for one space of those that there are. */
export class AsideCommands {
  readonly #desk: Desk;
  readonly #prompt: Prompt;
  readonly #show: ShowText;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, prompt: Prompt, show: ShowText) {
    this.#desk = desk;
    this.#prompt = prompt;
    this.#show = show;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Asks which space, where there are several, and what to do. */
  async review(): Promise<void> {
    const space = await this.#which();
    if (!space) return;
    const { show, copy, drop } = ACTIONS;
    const act = await this.#prompt.pick(`Edits of ${quoted(space.name)} that the server refused`, [
      { label: show, description: '', value: show },
      { label: copy, description: 'as a list of their own, in a space that you may write', value: copy },
      { label: drop, description: 'they are sent and counted no more', value: drop },
    ]);
    if (act === show) await this.#withDocument(space.id, (read) => this.#showIt(read));
    else if (act === copy) await this.#withDocument(space.id, (read) => this.#copy(read));
    else if (act === drop) await this.#drop(space);
  }

  async #showIt(read: AsideDocument): Promise<void> {
    await this.#show(`${shownText(read.space.name)}: not on the server`, asideText(read));
  }

  async #copy(read: AsideDocument): Promise<void> {
    const records = worthCopying(read);
    if (records.length === 0) {
      await this.#prompt.warn('There is nothing to copy: only deleted, moved or renamed things were refused.');
      return;
    }
    const to = await this.#prompt.pick(
      'Keep a copy where?',
      this.#desk.spaces.filter(canWrite).map((space) => {
        return { label: shownText(spaceName(space)), description: '', value: space };
      }),
    );
    if (!to) return;
    const me = meIn(to, this.#desk);
    const listName = `${read.space.name}: not sent`;
    const copied = await this.#writer.write(to.known.id, (into, surroundings) =>
      done(copyRecords(read, records, into, { listName, me }, surroundings)),
    );
    if (copied === undefined) return;
    // A window that ends between the two leaves a copy and what it was copied from, and never neither.
    await this.#desk.kept();
    await this.#desk.settleAside(read.id);
    const what = copied === 1 ? '1 record is' : `${copied} records are`;
    void this.#prompt.tell(`${what} in ${quoted(spaceName(to))} now, under ${quoted(listName)}.`);
  }

  async #drop({ id, name, unsent }: RefusedSpace): Promise<void> {
    const edits = unsent === 1 ? '1 edit' : `${unsent} edits`;
    const text = `Let go of ${edits} of ${quoted(name)}? Nobody else has them.`;
    if ((await this.#prompt.warn(text, LET_GO)) === LET_GO) await this.#desk.settleAside(id);
  }

  async #withDocument(id: SpaceId, use: (read: AsideDocument) => Promise<void>): Promise<void> {
    const read = await this.#desk.readAside(id);
    if (!read) {
      await this.#prompt.tell(NOTHING);
      return;
    }
    try {
      await use(read);
    } finally {
      read.close();
    }
  }

  async #which(): Promise<RefusedSpace | undefined> {
    const [first, ...more] = this.#desk.asides;
    if (!first) {
      await this.#prompt.tell(NOTHING);
      return undefined;
    }
    if (more.length === 0) return first;
    return this.#prompt.pick(
      'Refused edits of which space?',
      [first, ...more].map((space) => ({
        label: shownText(space.name),
        description: space.unsent === 1 ? '1 edit' : `${space.unsent} edits`,
        value: space,
      })),
    );
  }
}

/** Tasks, pins and dashboards that were added or changed, and containers that were added. */
function worthCopying({ refused }: AsideDocument): readonly SpaceRecord[] {
  return refused
    .filter(({ record, change, fields }) => {
      if (change === 'added') return true;
      const isContainer = record.kind === 'list' || record.kind === 'section';
      return !isContainer && fields.some(({ field }) => field !== 'in' && field !== 'in the trash since');
    })
    .map(({ record }) => record);
}

const ACTIONS = { show: 'Show Them', copy: 'Keep a Copy…', drop: 'Let Go of Them…' } as const;
const LET_GO = 'Let Go';
const NOTHING = 'Nothing that you have done was refused.';
