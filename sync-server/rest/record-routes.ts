/** What is the same for records of every kind: one is read, put into the trash and taken out of it by its id (rules R8, R28). */
import type * as z from 'zod';
import type { Result } from '../../shared/failures';
import type { ListKind } from '../../shared/layout';
import { renameContainer } from '../../shared/operations/lists';
import { renameBody } from '../../shared/rest/lists';
import type { Call } from './call';
import { findRecord, findTrashed, type NamedKind, type OpenSpace } from './open-space';
import { type Route, route } from './route';
import { putInTrash, takeFromTrash } from './trash';

/** A kind of record, as its routes know it. */
export interface RecordSpec<Kind extends NamedKind, Shown> {
  /** Like `/v1/tasks`. */
  readonly path: string;
  readonly kind: Kind;
  /** The kind of list that it is, or is in. */
  readonly listKind: ListKind;
  /** What people call it, like `task list`. */
  readonly noun: string;
  /** What goes with it into the trash, like ` with its subtasks`. */
  readonly holding: string;
  readonly answer: z.ZodType<Shown>;
  /** The record as an answer; not found where it is in the trash or hangs nowhere. */
  readonly show: (call: Call, space: OpenSpace, id: string) => Promise<Result<Shown>>;
}

/** Makes the routes that read, delete and restore one record. */
export function recordRoutes<Kind extends NamedKind, Shown>(
  spec: RecordSpec<Kind, Shown>,
): { readonly get: Route; readonly remove: Route; readonly restore: Route } {
  const { path, kind, listKind, noun, holding, answer, show } = spec;
  const change = { listKind, need: 'contributor' } as const;
  return {
    get: route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get a ${noun}`,
      success: 200,
      answer,
      target: (call) => findRecord(call, kind, call.param('id'), { listKind, need: 'viewer' }),
      act: (call, { space, record }) => show(call, space, record.id),
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete a ${noun}${holding}`,
      success: 204,
      target: (call) => findRecord(call, kind, call.param('id'), change),
      act: async (call, { space, record }) => putInTrash(call, space, record),
    }),
    restore: route({
      method: 'POST',
      path: `${path}/:id/restore`,
      summary: `Take a ${noun} out of the trash${holding}`,
      success: 200,
      answer,
      target: (call) => findTrashed(call, kind, call.param('id'), change),
      act: async (call, { space, record }) => {
        const restored = takeFromTrash(call, space, record);
        return restored.kind === 'done' ? show(call, space, record.id) : restored;
      },
    }),
  };
}

/** Makes the route that renames a list or a section. */
export function renameRoute<Shown>(spec: RecordSpec<'list' | 'section', Shown>): Route {
  const { path, kind, listKind, noun, answer, show } = spec;
  return route({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: `Rename a ${noun}`,
    success: 200,
    answer,
    target: (call) => findRecord(call, kind, call.param('id'), { listKind, need: 'contributor' }),
    body: renameBody,
    act: async (call, { space, record }, { name }) => {
      const { room, live } = space;
      const input = name === undefined ? {} : { name };
      const renamed = room.write(live, call.now, () =>
        renameContainer(live, kind, record.id, input, call.surroundings),
      );
      return renamed.kind === 'done' ? show(call, space, record.id) : renamed;
    },
  });
}
