/** The pins of a window for programs outside: read and made with the person's rights and undo. */
import type * as z from 'zod';
import { createPin, updatePin } from '../../../shared/operations/pins';
import type { PinRecord, SectionRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import { missingPlace } from './missing-place';
import type { newPin, pinChange, pinFilter } from './outside-input';
import { writeFor } from './outside-tasks';
import type { Outcome } from './tackboard-api';

/** A pin as it was when it was asked for. */
export interface OutsidePin {
  readonly id: string;
  readonly name: string;
  /** Where it leads: a URL, or a record by type and id. */
  readonly target: PinRecord['target'];
  readonly space: string;
  readonly section: string | null;
}

/** Reads and makes pins. What is handed in is parsed already. */
export class OutsidePins {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The pins that a filter lets through, in the order of the tree; those in no section last. Refused where it names a place that is not there. */
  list({ space, section, text = '' }: z.infer<typeof pinFilter>): Outcome<readonly OutsidePin[]> {
    const missing = missingPlace(this.#desk, 'pin', { space, section });
    if (missing !== undefined) return { kind: 'refused', message: missing };
    const value = this.#desk.spaces
      .filter(({ known }) => space === undefined || known.id === space)
      .flatMap((open) => {
        const { view } = open.replica;
        const sections = view.lists('pin').flatMap(({ id }) => view.sections(id));
        return [...sections.map(({ id }) => id), undefined].flatMap((id) =>
          view.pins(id).map((record) => entryOf(open, record)),
        );
      })
      .filter((pin) => section === undefined || pin.section === section)
      .filter(({ name, target }) => {
        const said = target.pinType === 'url' ? `${name}\n${target.url}` : name;
        return said.toLowerCase().includes(text.toLowerCase());
      });
    return { kind: 'done', value };
  }

  /** Where a new pin goes; undefined where there is no such section. */
  placeOf(section: string | undefined): { readonly space: OpenSpace; readonly section: SectionRecord } | undefined {
    for (const space of this.#desk.spaces) {
      const { view } = space.replica;
      const wanted =
        section === undefined
          ? view.lists('pin').flatMap(({ id }) => view.sections(id))[0]
          : view.record('section', section);
      if (wanted?.listKind === 'pin' && !view.isDeleted(wanted)) return { space, section: wanted };
    }
    return undefined;
  }

  /** Says why `placeOf` finds no place for a new pin. */
  noPlace(section: string | undefined): string {
    return missingPlace(this.#desk, 'pin', { section }) ?? 'There is no section of a pin list here yet.';
  }

  /** Makes a pin to a URL. Resolves when it is kept on this machine. */
  async create({ name, url, section }: z.infer<typeof newPin>): Promise<Outcome<OutsidePin>> {
    const to = this.placeOf(section);
    if (!to) return { kind: 'refused', message: this.noPlace(section) };
    const made = await writeFor(this.#desk, to.space.known.id, (replica, surroundings) =>
      createPin(replica, to.section.id, { name, pinType: 'url', url }, surroundings),
    );
    if (made.kind !== 'done') return made;
    return told(to.space, made.value);
  }

  /** The pin of that id, with its space; undefined where it is not open here, or in the trash. */
  get(id: string): OutsidePin | undefined {
    const found = this.#find(id);
    return found && entryOf(found.space, found.record);
  }

  /** Changes the name or the address of a pin. Resolves when that is kept on this machine. */
  async update({ id, ...fields }: z.infer<typeof pinChange>): Promise<Outcome<OutsidePin>> {
    const found = this.#find(id);
    if (!found) return { kind: 'refused', message: noPin(id) };
    const { space, record } = found;
    const written = await writeFor(this.#desk, space.known.id, (replica, surroundings) =>
      updatePin(replica, record.id, fields, surroundings),
    );
    return written.kind === 'done' ? told(space, record.id) : written;
  }

  #find(id: string): { readonly space: OpenSpace; readonly record: PinRecord } | undefined {
    for (const space of this.#desk.spaces) {
      const { view } = space.replica;
      const record = view.record('pin', id);
      if (record && !view.isDeleted(record)) return { space, record };
    }
    return undefined;
  }
}

/** Says that no pin has an id. */
export function noPin(id: string): string {
  return `There is no pin ${JSON.stringify(id)} here; it may have been deleted.`;
}

function told(space: OpenSpace, id: PinRecord['id']): Outcome<OutsidePin> {
  const record = space.replica.view.record('pin', id);
  return record
    ? { kind: 'done', value: entryOf(space, record) }
    : { kind: 'refused', message: 'The pin is gone again: someone has deleted it.' };
}

function entryOf(space: OpenSpace, { id, name, target, parent }: PinRecord): OutsidePin {
  return { id, name, target, space: space.known.id, section: parent.kind === 'section' ? parent.id : null };
}
