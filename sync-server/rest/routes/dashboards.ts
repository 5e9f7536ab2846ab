/** `/v1/dashboards`: dashboards with their widgets (rule R23). */
import { done, notFound, type Result } from '../../../shared/failures';
import { createDashboard, updateDashboard } from '../../../shared/operations/dashboards';
import { createDashboardBody, type Dashboard, dashboard, updateDashboardBody } from '../../../shared/rest/dashboards';
import type { Call } from '../call';
import { given } from '../given';
import { findRecord, livingRecord, type OpenSpace } from '../open-space';
import { recordRoutes } from '../record-routes';
import { dashboardOf } from '../records/dashboards';
import { type Route, route } from '../route';

const path = '/v1/dashboards';
const change = { listKind: 'dashboard', need: 'contributor' } as const;
const { get, remove, restore } = recordRoutes({
  path,
  kind: 'dashboard',
  listKind: 'dashboard',
  noun: 'dashboard',
  holding: '',
  answer: dashboard,
  show: oneDashboard,
});

export const dashboardRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path,
    summary: 'Create a dashboard at the end of a dashboard section',
    success: 201,
    answer: dashboard,
    target: async () => done(undefined, false),
    body: createDashboardBody,
    act: async (call, _, { dashboardSection, ...fields }) => {
      const choice = { ...change, path: 'dashboardSection.id' };
      const found = await findRecord(call, 'section', dashboardSection.id, choice);
      if (found.kind !== 'done') return found;
      const { space, record } = found.value;
      const { room, live } = space;
      const input = given(fields);
      const made = room.write(live, call.now, () => createDashboard(live, record.id, input, call.surroundings));
      return made.kind === 'done' ? oneDashboard(call, space, made.value) : made;
    },
  }),
  get,
  route({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change the name, the description or the widgets of a dashboard',
    success: 200,
    answer: dashboard,
    target: (call) => findRecord(call, 'dashboard', call.param('id'), change),
    body: updateDashboardBody,
    act: async (call, { space, record }, fields) => {
      const { room, live } = space;
      const input = given(fields);
      const updated = room.write(live, call.now, () => updateDashboard(live, record.id, input, call.surroundings));
      return updated.kind === 'done' ? oneDashboard(call, space, record.id) : updated;
    },
  }),
  remove,
  restore,
];

async function oneDashboard(call: Call, space: OpenSpace, id: string): Promise<Result<Dashboard>> {
  const record = livingRecord(space.live, 'dashboard', id, 'dashboard');
  const body = record && (await dashboardOf(call, space, record));
  return body ? done(body) : notFound('dashboard', id);
}
