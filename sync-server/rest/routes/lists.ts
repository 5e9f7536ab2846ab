/** `/v1/tasklists`, `/v1/pinlists`, `/v1/dashboardlists`: lists and the parents that they belong to (rule R11). */
import type { z } from 'zod';
import { done, notFound, type Result } from '../../../shared/failures';
import type { ListKind } from '../../../shared/layout';
import { createList, renameContainer } from '../../../shared/operations/lists';
import {
  type CreateListBody,
  createListBody,
  dashboardList,
  LIST_PARENTS,
  type List,
  pinList,
  renameBody,
  taskList,
} from '../../../shared/rest/lists';
import type { Call } from '../call';
import { listRoute, siblingPosition } from '../list-route';
import { findAnySpace, findRecord, findSpace, findTrashed, type OpenSpace } from '../open-space';
import { lists } from '../records/lists';
import { type Route, route } from '../route';
import { putInTrash, takeFromTrash } from '../trash';

const SCHEMA: Record<ListKind, z.ZodType<List>> = { task: taskList, pin: pinList, dashboard: dashboardList };

/** Makes a list under the parent that the body names. */
export async function makeList(call: Call, listKind: ListKind, body: CreateListBody): Promise<Result<List>> {
  const kind = LIST_PARENTS.find((one) => body[one]);
  const parent = kind && body[kind];
  if (!kind || !parent) throw new Error('the schema lets through exactly one parent');
  const found = await findSpace(call, kind, parent.id, 'contributor', `${kind}.id`);
  if (found.kind !== 'done') return found;
  const { room, live } = found.value;
  const input = { name: body.name, listKind };
  const made = room.write(live, call.now, () => createList(live, input, call.surroundings));
  return made.kind === 'done' ? oneList(call, found.value, made.value.list) : made;
}

function routesOf(listKind: ListKind): readonly Route[] {
  const path = `/v1/${listKind}lists`;
  const answer = SCHEMA[listKind];
  const read = { listKind, need: 'viewer' } as const;
  const change = { listKind, need: 'contributor' } as const;
  const byPath = (call: Call, choice: typeof read | typeof change) =>
    findRecord(call, 'list', call.param('id'), choice);
  return [
    route({
      method: 'POST',
      path,
      summary: `Create a ${listKind} list of a user, a workspace or a project, with a first section`,
      success: 201,
      answer,
      target: async () => done(undefined, false),
      body: createListBody,
      act: (call, _, body) => makeList(call, listKind, body),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get a ${listKind} list`,
      success: 200,
      answer,
      target: (call) => byPath(call, read),
      act: (call, { space, record }) => oneList(call, space, record.id),
    }),
    listRoute({
      path: `${path}/parent/:id`,
      summary: `List the ${listKind} lists of a user, a workspace or a project`,
      entry: answer,
      target: (call) => findAnySpace(call, call.param('id')),
      list: async (_, space) => done(space.live.view.lists(listKind), false),
      positionOf: siblingPosition,
      show: lists,
    }),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Rename a ${listKind} list`,
      success: 200,
      answer,
      target: (call) => byPath(call, change),
      body: renameBody,
      act: async (call, { space, record }, { name }) => {
        const { room, live } = space;
        const input = name === undefined ? {} : { name };
        const renamed = room.write(live, call.now, () =>
          renameContainer(live, 'list', record.id, input, call.surroundings),
        );
        return renamed.kind === 'done' ? oneList(call, space, record.id) : renamed;
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete a ${listKind} list with all that it holds`,
      success: 204,
      target: (call) => byPath(call, change),
      act: async (call, { space, record }) => putInTrash(call, space, record),
    }),
    route({
      method: 'POST',
      path: `${path}/:id/restore`,
      summary: `Take a ${listKind} list out of the trash`,
      success: 200,
      answer,
      target: (call) => findTrashed(call, 'list', call.param('id'), change),
      act: async (call, { space, record }) => {
        const restored = takeFromTrash(call, space, record);
        return restored.kind === 'done' ? oneList(call, space, record.id) : restored;
      },
    }),
  ];
}

async function oneList(call: Call, space: OpenSpace, id: string): Promise<Result<List>> {
  const record = space.live.view.record('list', id);
  const [body] = record ? await lists(call, space, [record]) : [];
  return body ? done(body) : notFound('list', id);
}

export const listRoutes: readonly Route[] = [...routesOf('task'), ...routesOf('pin'), ...routesOf('dashboard')];
