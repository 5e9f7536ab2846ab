/** Which pins lead to a record that is in the trash: shown beside them, and told when that changes anywhere. */
import type { PinRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import { findDocument } from './pin-target';

/** Whether a pin leads to what is in the trash now. */
export function leadsToTrash(desk: Desk, space: OpenSpace, { target }: PinRecord): boolean {
  return target.pinType === 'document' && findDocument(desk, target, space.known.id).kind === 'in-trash';
}

/** Remembers how each pin stood, to tell which of them stand otherwise now. */
export class PinEnds {
  readonly #desk: Desk;
  #inTrash = new Set<string>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** The pins that lead into the trash and did not when this was asked last, or the other way round. */
  changed(): readonly { readonly space: OpenSpace; readonly pin: PinRecord }[] {
    const before = this.#inTrash;
    this.#inTrash = new Set();
    return this.#desk.spaces.flatMap((space) =>
      [...space.replica.view.records('pin')].flatMap((pin) => {
        const key = `${space.known.id} ${pin.id}`;
        const isGone = leadsToTrash(this.#desk, space, pin);
        if (isGone) this.#inTrash.add(key);
        return isGone === before.has(key) ? [] : [{ space, pin }];
      }),
    );
  }
}
