/** Operation on the fields of a space itself: name, description, status, dates. */
import * as z from 'zod';
import { done, type Result } from '../failures';
import { isoDate, name, parse, spaceDescription, spaceStatus } from '../fields';
import { rootsOf } from '../layout';
import { type Space, type Surroundings, write } from './space';

const updateSpaceInput = z.object({
  name: name.optional(),
  description: spaceDescription.nullable().optional(),
  status: spaceStatus.optional(),
  startDate: isoDate.nullable().optional(),
  endDate: isoDate.nullable().optional(),
});
export type UpdateSpace = z.input<typeof updateSpaceInput>;

/** Changes fields of a workspace or project: those given, and of them only what differs. null clears. @returns `invalid` otherwise */
export function updateSpace(space: Space, input: UpdateSpace, surroundings: Surroundings): Result<undefined> {
  const parsed = parse(updateSpaceInput, input);
  if (parsed.kind !== 'done') return parsed;
  const fields = rootsOf(space.doc).space;
  const differs = ([key, value]: [string, unknown]) => value !== undefined && (fields.get(key) ?? null) !== value;
  const changes = Object.entries(parsed.value).filter(differs);
  if (changes.length === 0) return done(undefined, false);
  write(space, surroundings, (pen) => {
    for (const [key, value] of changes) pen.set('space', '', key, value ?? undefined);
  });
  return done(undefined);
}
