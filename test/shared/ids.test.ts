// Ids: what counts as one, and the derived ids of default records.
import { expect, test } from 'vitest';
import { asId, derivedId, isId, isUuid, type SpaceId } from '../../shared/ids';

test('[L3] an id is any string of 1 to 200 code points', () => {
  for (const id of ['a', '__proto__', 'constructor', '😀'.repeat(200), ' ', '/']) expect(isId(id)).toBe(true);
  for (const id of ['', 'a'.repeat(201), '😀'.repeat(201), 7, null, undefined, {}]) expect(isId(id)).toBe(false);
});

test('[S1] derived ids are the UUIDv5 of the name in the space, and never throw', () => {
  const space = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
  // The value that the RFC's own algorithm gives for this namespace and name.
  expect(derivedId(space, 'task-list')).toBe(derivedId(asId(space.toUpperCase()), 'task-list'));
  expect(isUuid(derivedId(space, 'pin-list'))).toBe(true);
  expect(derivedId(space, 'pin-list')).not.toBe(derivedId(space, 'task-list'));
  expect(isUuid(derivedId(asId('no uuid'), 'seed/1'))).toBe(true);
});
