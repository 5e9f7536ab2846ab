/** What can be done about edits that the server refused: see them, keep a copy in a space of one's own, let go of them. */

import { t } from '@vscode/l10n';
import { done } from '../../../shared/failures';
import type { SpaceId } from '../../../shared/ids';
import { copyRecords } from '../../../shared/operations/copies';
import type { SpaceRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { Environment } from '../environment';
import { meIn } from '../people';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import type { AsideDocument } from '../refused/aside-document';
import { asideText } from '../refused/aside-text';
import type { FieldName } from '../refused/field-states';
import { namesOf } from '../refused/names';
import type { RefusedSpace } from '../refused/refused-space';
import { refusedIsAside } from '../settled';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { SpaceWriter } from './space-writer';

/** For so long, in milliseconds, what was refused just now is waited for. */
const PATIENCE_MS = 5_000;

/** Shows a text that is only read. @param title what it is called */
export type ShowText = (title: string, text: string) => Promise<void>;

/** Commands on what is set aside, for one space of those that there are. */
export class AsideCommands {
  readonly #desk: Desk;
  readonly #prompt: Prompt;
  readonly #show: ShowText;
  readonly #environment: Pick<Environment, 'after'>;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, prompt: Prompt, show: ShowText, environment: Pick<Environment, 'after'>) {
    this.#desk = desk;
    this.#prompt = prompt;
    this.#show = show;
    this.#environment = environment;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Asks which space, where there are several, and what to do. */
  async review(): Promise<void> {
    const space = await this.#which();
    if (!space) return;
    const act = await this.#prompt.pick(t('Edits of {0} that the server refused', quoted(space.name)), [
      { label: t('Show Them'), description: '', value: 'show' },
      {
        label: t('Keep a Copy…'),
        description: t('as a list of their own, in a space that you may write'),
        value: 'copy',
      },
      {
        label: t('Let Go of Them…'),
        description: t('they are given up: never sent, and not to be seen again'),
        value: 'drop',
      },
    ]);
    if (act === 'show') await this.#withDocument(space.id, (read) => this.#showIt(read));
    else if (act === 'copy') await this.#withDocument(space.id, (read) => this.#copy(read));
    else if (act === 'drop') await this.#drop(space);
  }

  async #showIt(read: AsideDocument): Promise<void> {
    await this.#show(t('{0}: not on the server', shownText(read.space.name)), asideText(read));
  }

  async #copy(read: AsideDocument): Promise<void> {
    const records = worthCopying(read);
    if (records.length === 0) {
      await this.#prompt.warn(t('There is nothing to copy: only deleted, moved or renamed things were refused.'));
      return;
    }
    const to = await this.#prompt.pick(
      t('Keep a copy where?'),
      this.#desk.spaces.filter(canWrite).map((space) => {
        return { label: shownText(spaceName(space)), description: '', value: space };
      }),
    );
    if (!to) return;
    const me = meIn(to, this.#desk);
    const listName = t('{0}: not sent', read.space.name);
    const copied = await this.#writer.write(to.known.id, (into, surroundings) =>
      done(copyRecords(read, records, into, { listName, me }, surroundings)),
    );
    if (copied === undefined) return;
    // A window that ends between the two leaves a copy and what it was copied from, and never neither.
    await this.#desk.kept();
    const isAll = await this.#desk.settleAside(read.space);
    const [space, list] = [quoted(spaceName(to)), quoted(listName)];
    void this.#prompt.tell(
      copied === 1
        ? t('1 record is in {0} now, under {1}.', space, list)
        : t('{0} records are in {1} now, under {2}.', copied, space, list),
    );
    if (!isAll)
      void this.#prompt.warn(
        t(
          'More of {0} was refused meanwhile. It is not in the copy, and all of it is still kept.',
          quoted(read.space.name),
        ),
      );
  }

  async #drop(refused: RefusedSpace): Promise<void> {
    let asked: RefusedSpace | undefined = refused;
    while (asked) {
      const { name, unsent } = asked;
      const text =
        unsent.length === 1
          ? t('Let go of 1 edit of {0}? Nobody else has it, and it does not come back.', quoted(name))
          : t(
              'Let go of {0} edits of {1}? Nobody else has them, and they do not come back.',
              unsent.length,
              quoted(name),
            );
      if (!(await this.#prompt.warn(text, t('Let Go'))) || (await this.#desk.settleAside(asked))) return;
      // What was refused while the question stood has not been asked about.
      asked = this.#desk.asides.find(({ id }) => id === refused.id);
    }
  }

  async #withDocument(id: SpaceId, use: (read: AsideDocument) => Promise<void>): Promise<void> {
    const read = await this.#desk.readAside(id, namesOf(this.#desk));
    if (!read) {
      await this.#prompt.tell(nothingRefused());
      return;
    }
    try {
      await use(read);
    } finally {
      read.close();
    }
  }

  async #which(): Promise<RefusedSpace | undefined> {
    // Told of a refusal one may ask for it sooner than the server's state has come, which takes the place of what it refused.
    if (this.#desk.asides.length === 0)
      await this.#prompt.during(t('Fetching what the server has'), () =>
        refusedIsAside(this.#desk, this.#environment, PATIENCE_MS),
      );
    const [first, ...more] = this.#desk.asides;
    if (!first) {
      await this.#prompt.tell(nothingRefused());
      return undefined;
    }
    if (more.length === 0) return first;
    return this.#prompt.pick(
      t('Refused edits of which space?'),
      [first, ...more].map((space) => ({
        label: shownText(space.name),
        description: space.unsent.length === 1 ? t('1 edit') : t('{0} edits', space.unsent.length),
        value: space,
      })),
    );
  }
}

/** What a copy does not take along: where a record lies, or lay. */
const STAYS: ReadonlySet<FieldName> = new Set(['in', 'position', 'movedTo', 'deleted']);

/** Tasks, pins and dashboards that were added or changed, and containers that were added. */
function worthCopying({ refused }: AsideDocument): readonly SpaceRecord[] {
  return refused
    .filter(({ record, change, fields }) => {
      if (change === 'added') return true;
      const isContainer = record.kind === 'list' || record.kind === 'section';
      return !isContainer && fields.some(({ field }) => !STAYS.has(field));
    })
    .map(({ record }) => record);
}

function nothingRefused(): string {
  return t('Nothing that you have done was refused.');
}
