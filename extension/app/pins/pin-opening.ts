/** Opening pins: a URL where it belongs, a record in its tree. Nothing that a pin holds is ever run. */

import { t } from '@vscode/l10n';
import { deleteRecord } from '../../../shared/operations/trash';
import type { PinRecord } from '../../../shared/records';
import { urlFault } from '../../../shared/url';
import { restoreWithAbove } from '../commands/deleted-above';
import { SpaceWriter } from '../commands/space-writer';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import { canWrite } from '../space-access';
import type { Opener } from './opener';
import { isOwnLink, readRecordLink, recordLink } from './own-link';
import { readPermalink } from './permalink';
import { documentWord, type FoundDocument, findDocument } from './pin-target';

/** A pin with the space that it is in. */
interface PinAt {
  readonly space: OpenSpace;
  readonly record: PinRecord;
}

/** More pins than this are opened only after asking. */
export const MANY_PINS = 10;

/** Opens pins and says what did not work. */
export class PinOpening {
  readonly #desk: Desk;
  readonly #prompt: Prompt;
  readonly #opener: Opener;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, prompt: Prompt, opener: Opener) {
    this.#desk = desk;
    this.#prompt = prompt;
    this.#opener = opener;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Opens pins one after the other; asks first where they are many. */
  async open(pins: readonly PinAt[]): Promise<void> {
    if (pins.length > MANY_PINS) {
      const yes = t('Open {0} Pins', pins.length);
      if ((await this.#prompt.warn(t('That opens {0} pins at once.', pins.length), yes)) !== yes) return;
    }
    for (const { space, record } of pins) {
      if (record.target.pinType === 'url') await this.openUrl(record.target.url);
      else await this.#openDocument(record.target, { space, record });
    }
  }

  /** Opens a URL as a pin to it would. */
  async openUrl(url: string): Promise<void> {
    // A pin holds no other, but a link that is handed in from outside may.
    if (urlFault(url)) {
      await this.#prompt.warn(t('A link like this is never opened from a pin.'));
      return;
    }
    if (isOwnLink(url)) {
      await this.openLink(url);
      return;
    }
    const code = readPermalink(url);
    if (code && (await this.#opener.code(code))) return;
    const isFile = new URL(url).protocol === 'file:';
    const opened = await (isFile ? this.#opener.file(url) : this.#opener.outside(url));
    if (!opened) await this.#prompt.warn(isFile ? t('There is no such file: {0}', url) : t('Nothing opened {0}', url));
  }

  /** Opens a link of the extension's own, from wherever it was handed in. */
  async openLink(url: string): Promise<void> {
    const document = readRecordLink(url);
    const code = readPermalink(url);
    if (document) await this.#openDocument({ pinType: 'document', ...document });
    else if (code) {
      if (await this.#opener.code(code)) return;
      await this.#prompt.warn(
        t('No folder of this window is a clone of {0} with that file.', `${code.remote.host}/${code.remote.path}`),
      );
    } else await this.#prompt.warn(t('This version of Tackboard does not understand that link.'));
  }

  /** Puts the links of pins on the clipboard, one a line: the URL, or a link that opens the record. */
  async copy(pins: readonly PinRecord[]): Promise<void> {
    await this.#opener.copy(
      pins.map(({ target }) => (target.pinType === 'url' ? target.url : recordLink(target))).join('\n'),
    );
  }

  /** Says that what a pin leads to is in the trash, and offers to restore and open it, or to delete the pin, as far as one may. */
  async #offerRestore(
    { space, record }: Extract<FoundDocument, { kind: 'in-trash' }>,
    said: string,
    pin: PinAt | undefined,
  ): Promise<void> {
    const [restore, remove] = [t('Restore'), t('Delete Pin')];
    const actions = [...(canWrite(space) ? [restore] : []), ...(pin && canWrite(pin.space) ? [remove] : [])];
    const chosen = await this.#prompt.warn(said, ...actions);
    if (chosen === remove && pin)
      await this.#writer.write(pin.space.known.id, (replica, surroundings) =>
        deleteRecord(replica, pin.record, surroundings),
      );
    if (chosen !== restore) return;
    const restored = await this.#writer.write(space.known.id, (replica, surroundings) => {
      const result = restoreWithAbove(replica, record, surroundings);
      return result.kind === 'done' ? { ...result, value: true } : result;
    });
    if (restored) await this.#opener.record(space, record);
  }

  async #openDocument(target: Extract<PinRecord['target'], { pinType: 'document' }>, pin?: PinAt): Promise<void> {
    const found = findDocument(this.#desk, target, pin?.space.known.id);
    const what = documentWord(target.documentType);
    switch (found.kind) {
      case 'space':
        return this.#opener.space(found.space);
      case 'record':
        if (await this.#opener.record(found.space, found.record)) return;
        await this.#prompt.tell(t('{0} {1} is shown in no view of this window.', what, quoted(found.record.name)));
        return;
      case 'in-trash':
        return this.#offerRestore(found, t('{0} {1} is in the trash.', what, quoted(found.record.name)), pin);
      case 'not-here':
        await this.#prompt.warn(t('{0} not found: it is in no workspace or project that is open here.', what));
    }
  }
}
