/** `/v1/tasksections`, `/v1/pinsections`, `/v1/dashboardsections`: the sections of lists (rule R11). */
import type { z } from 'zod';
import { done, notFound, type Result } from '../../../shared/failures';
import type { ListKind } from '../../../shared/layout';
import { createSection, renameContainer } from '../../../shared/operations/lists';
import {
  createDashboardSectionBody,
  createPinSectionBody,
  createTaskSectionBody,
  dashboardSection,
  renameBody,
  taskSection,
} from '../../../shared/rest/lists';
import { pinSection } from '../../../shared/rest/pins';
import type { Call } from '../call';
import { listRoute, siblingPosition } from '../list-route';
import { findRecord, findTrashed, type OpenSpace } from '../open-space';
import { type Section, sections } from '../records/lists';
import { type Route, route } from '../route';
import { putInTrash, takeFromTrash } from '../trash';

/** What tells the three apart: the record, the body that makes one, and which list that names. */
interface SectionKind<Body extends { readonly name: string }> {
  readonly kind: ListKind;
  readonly answer: z.ZodType<Section>;
  readonly body: z.ZodType<Body>;
  readonly listOf: (body: Body) => string;
}

function routesOf<Body extends { readonly name: string }>({
  kind,
  answer,
  body,
  listOf,
}: SectionKind<Body>): readonly Route[] {
  const path = `/v1/${kind}sections`;
  const read = { listKind: kind, need: 'viewer' } as const;
  const change = { listKind: kind, need: 'contributor' } as const;
  const byPath = (call: Call, choice: typeof read | typeof change) =>
    findRecord(call, 'section', call.param('id'), choice);
  const one = async (call: Call, space: OpenSpace, id: string): Promise<Result<Section>> => {
    const record = space.live.view.record('section', id);
    const [shown] = record ? await sections(call, space, kind, [record]) : [];
    return shown ? done(shown) : notFound('section', id);
  };
  return [
    route({
      method: 'POST',
      path,
      summary: `Create a section at the end of a ${kind} list`,
      success: 201,
      answer,
      target: async () => done(undefined, false),
      body,
      act: async (call, _, sent) => {
        const found = await findRecord(call, 'list', listOf(sent), { ...change, path: `${kind}List.id` });
        if (found.kind !== 'done') return found;
        const { space, record } = found.value;
        const made = space.room.write(space.live, call.now, () =>
          createSection(space.live, record.id, { name: sent.name }, call.surroundings),
        );
        return made.kind === 'done' ? one(call, space, made.value) : made;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get a ${kind} section`,
      success: 200,
      answer,
      target: (call) => byPath(call, read),
      act: (call, { space, record }) => one(call, space, record.id),
    }),
    listRoute({
      path: `${path}/parent/:id`,
      summary: `List the sections of a ${kind} list`,
      entry: answer,
      target: (call) => findRecord(call, 'list', call.param('id'), read),
      list: async (_, { space, record }) => done(space.live.view.sections(record.id), false),
      positionOf: siblingPosition,
      show: (call, { space }, entries) => sections(call, space, kind, entries),
    }),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Rename a ${kind} section`,
      success: 200,
      answer,
      target: (call) => byPath(call, change),
      body: renameBody,
      act: async (call, { space, record }, { name }) => {
        const { room, live } = space;
        const input = name === undefined ? {} : { name };
        const renamed = room.write(live, call.now, () =>
          renameContainer(live, 'section', record.id, input, call.surroundings),
        );
        return renamed.kind === 'done' ? one(call, space, record.id) : renamed;
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete a ${kind} section with all that it holds`,
      success: 204,
      target: (call) => byPath(call, change),
      act: async (call, { space, record }) => putInTrash(call, space, record),
    }),
    route({
      method: 'POST',
      path: `${path}/:id/restore`,
      summary: `Take a ${kind} section out of the trash`,
      success: 200,
      answer,
      target: (call) => findTrashed(call, 'section', call.param('id'), change),
      act: async (call, { space, record }) => {
        const restored = takeFromTrash(call, space, record);
        return restored.kind === 'done' ? one(call, space, record.id) : restored;
      },
    }),
  ];
}

export const sectionRoutes: readonly Route[] = [
  ...routesOf({
    kind: 'task',
    answer: taskSection,
    body: createTaskSectionBody,
    listOf: ({ taskList }) => taskList.id,
  }),
  ...routesOf({ kind: 'pin', answer: pinSection, body: createPinSectionBody, listOf: ({ pinList }) => pinList.id }),
  ...routesOf({
    kind: 'dashboard',
    answer: dashboardSection,
    body: createDashboardSectionBody,
    listOf: ({ dashboardList }) => dashboardList.id,
  }),
];
