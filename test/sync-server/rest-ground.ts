/** What the tests of REST make again and again: lists, sections, tasks, pins, dashboards, projects, each by one call. */
import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '../support/rest';

/** An id that nothing has. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';
export const RESPONSE_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.0{7}$/;

/** The faults of an answer as `path type`, sorted. */
export function faultsOf({ body }: Answer): string[] {
  return body.errors.map(({ path, type }: { path: string; type: string }) => `${path} ${type}`).sort();
}

/** The ids of the items of an answer. */
export function idsOf({ body }: Answer): string[] {
  return body.items.map(({ id }: { id: string }) => id);
}

/** Makes things for one caller; each gives the body of the answer. */
export function maker(call: Caller) {
  const make = async (path: string, body: object): Promise<Answer['body']> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const first = async (kind: string, list: string): Promise<string> =>
    (await call('GET', `/v1/${kind}sections/parent/${list}`)).body.items[0].id;
  return {
    workspace: (fields: object = {}) => make('/v1/workspaces', { name: 'Workspace', ...fields }),
    project: (workspace: string, fields: object = {}) =>
      make('/v1/projects', { name: 'Project', workspace: { id: workspace }, ...fields }),
    /** A list with its first section. @param parent like `{ workspace: { id } }` */
    list: async (kind: 'task' | 'pin' | 'dashboard', parent: object) => {
      const list = await make(`/v1/${kind}lists`, { name: 'List', ...parent });
      return { ...list, section: await first(kind, list.id) };
    },
    task: (section: string, fields: object = {}) =>
      make('/v1/tasks', { name: 'Task', status: 'open', priority: 'none', taskSection: { id: section }, ...fields }),
    /** A pin; gives the pin, not its section. */
    pin: async (section: string, fields: object = {}) => {
      const made = await make(`/v1/pins/${section}`, {
        name: 'Pin',
        pinType: 'url',
        url: `https://example.org/${randomUUID()}`,
        ...fields,
      });
      return made.pins.at(-1);
    },
    dashboard: (section: string, fields: object = {}) =>
      make('/v1/dashboards', { name: 'Dashboard', dashboardSection: { id: section }, ...fields }),
  };
}
export type Maker = ReturnType<typeof maker>;

/** Someone who has joined by an invite. */
export interface Joined {
  readonly id: string;
  readonly token: string;
}

/** Makes a user without starting a process: invited by someone, joined by the link, and then out of the space that they were invited to. */
export async function joinAs(owner: Caller, name: string): Promise<Joined> {
  const { id } = await maker(owner).workspace();
  const items = [{ email: `${name}@example.com`, role: 'viewer' }];
  const { body } = await owner('POST', `/v1/workspaces/${id}/members`, { items });
  const link = await owner('POST', `/v1/workspaces/${id}/invites/${body.pendingInvites[0].id}/link`);
  const joined = await owner('POST', '/v1/join', { code: link.body.code, name });
  await owner('DELETE', `/v1/workspaces/${id}`);
  return { id: joined.body.user.id, token: joined.body.token };
}
