/** `/v1/tasklists`, `/v1/pinlists`, `/v1/dashboardlists`: lists and the parents that they belong to (rule R11). */
import type * as z from 'zod';
import { done, notFound, type Result } from '../../../shared/failures';
import type { ListKind } from '../../../shared/layout';
import { createList } from '../../../shared/operations/lists';
import {
  type CreateListBody,
  createListBody,
  dashboardList,
  LIST_PARENTS,
  type List,
  pinList,
  taskList,
} from '../../../shared/rest/lists';
import type { Call } from '../call';
import { listRoute, siblingPosition } from '../list-route';
import { findAnySpace, findSpace, type OpenSpace } from '../open-space';
import { type RecordSpec, recordRoutes, renameRoute } from '../record-routes';
import { lists } from '../records/lists';
import { type Route, route } from '../route';

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
  const spec: RecordSpec<'list', List> = {
    path,
    kind: 'list',
    listKind,
    noun: `${listKind} list`,
    holding: ' with all that it holds',
    answer,
    show: oneList,
  };
  const { get, remove, restore } = recordRoutes(spec);
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
    get,
    listRoute({
      path: `${path}/parent/:id`,
      summary: `List the ${listKind} lists of a user, a workspace or a project`,
      entry: answer,
      target: (call) => findAnySpace(call, call.param('id')),
      list: async (_, space) => done(space.live.view.lists(listKind), false),
      positionOf: siblingPosition,
      show: lists,
      within: (space) => space,
    }),
    renameRoute(spec),
    remove,
    restore,
  ];
}

async function oneList(call: Call, space: OpenSpace, id: string): Promise<Result<List>> {
  const record = space.live.view.record('list', id);
  const [body] = record ? await lists(call, space, [record]) : [];
  return body ? done(body) : notFound('list', id);
}

export const listRoutes: readonly Route[] = [...routesOf('task'), ...routesOf('pin'), ...routesOf('dashboard')];
