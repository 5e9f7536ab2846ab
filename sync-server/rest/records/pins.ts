/** Pin sections with their pins as responses carry them (rule R22). */
import type { PinRecord, SectionRecord } from '../../../shared/records';
import type { Pin, PinSection } from '../../../shared/rest/pins';
import type { LiveSpace } from '../../rooms/live-space';
import type { Call } from '../call';
import type { OpenSpace } from '../open-space';
import { nameOf, parentsOf, timesOf } from './common';

/** Pin sections, in the order given. */
export async function pinSections(
  call: Call,
  space: OpenSpace,
  records: readonly SectionRecord[],
): Promise<PinSection[]> {
  const parents = await parentsOf(call, space);
  const { live } = space;
  return records.map(({ id, name, list }) => ({
    id,
    ...timesOf(live, 'section', id),
    name,
    ...parents,
    pinList: nameOf(live, 'list', list),
    pins: live.view.pins(id).map((pin) => pinOf(live, pin)),
  }));
}

function pinOf(live: LiveSpace, { id, name, target }: PinRecord): Pin {
  return { id, ...timesOf(live, 'pin', id), name, ...target };
}
