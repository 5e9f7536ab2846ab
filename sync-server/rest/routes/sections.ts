/** `/v1/tasksections`, `/v1/pinsections`, `/v1/dashboardsections`: the sections of lists (rule R11). */
import type * as z from 'zod';
import { done, notFound, type Result } from '../../../shared/failures';
import type { ListKind } from '../../../shared/layout';
import { createSection } from '../../../shared/operations/lists';
import {
  createDashboardSectionBody,
  createPinSectionBody,
  createTaskSectionBody,
  dashboardSection,
  taskSection,
} from '../../../shared/rest/lists';
import { pinSection } from '../../../shared/rest/pins';
import type { Call } from '../call';
import { listRoute, siblingPosition } from '../list-route';
import { findRecord, type OpenSpace } from '../open-space';
import { type RecordSpec, recordRoutes, renameRoute } from '../record-routes';
import { type Section, sections } from '../records/lists';
import { type Route, route } from '../route';

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
  const one = async (call: Call, space: OpenSpace, id: string): Promise<Result<Section>> => {
    const record = space.live.view.record('section', id);
    const [shown] = record ? await sections(call, space, kind, [record]) : [];
    return shown ? done(shown) : notFound('section', id);
  };
  const spec: RecordSpec<'section', Section> = {
    path,
    kind: 'section',
    listKind: kind,
    noun: `${kind} section`,
    holding: ' with all that it holds',
    answer,
    show: one,
  };
  const { get, remove, restore } = recordRoutes(spec);
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
    get,
    listRoute({
      path: `${path}/parent/:id`,
      summary: `List the sections of a ${kind} list`,
      entry: answer,
      target: (call) => findRecord(call, 'list', call.param('id'), read),
      list: async (_, { space, record }) => done(space.live.view.sections(record.id), false),
      positionOf: siblingPosition,
      show: (call, { space }, entries) => sections(call, space, kind, entries),
      within: ({ space }) => space,
    }),
    renameRoute(spec),
    remove,
    restore,
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
