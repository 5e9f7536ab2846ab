/** The records that the pictures of the documentation show: a small team before a release, with dates that lie around the day on which they are made. */
import type { Answer, Caller } from '../test/support/rest';

const DAY = 24 * 60 * 60 * 1000;

/** A due date so many days after today. */
const inDays = (days: number): { readonly dueDate: string } => ({
  dueDate: `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T00:00:00.000Z`,
});

/** Who is in the pictures: each by their id, and how to call as them. */
export interface PictureTeam {
  readonly ada: { readonly id: string; readonly call: Caller };
  readonly ben: { readonly id: string };
  readonly cleo: { readonly id: string };
}

/** Makes what Ada sees: a list of her own, a workspace with a list of tasks, pins, and those who work there with her. */
export async function makePictureRecords({ ada, ben, cleo }: PictureTeam): Promise<void> {
  const call = async (method: string, path: string, body?: object): Promise<Answer['body']> => {
    const answer = await ada.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /** The first section of a list, which begins with one, by a name of its own. */
  const section = async (kind: 'task' | 'pin', list: string, name: string): Promise<string> => {
    const { id } = (await call('GET', `/v1/${kind}lists/${list}`))[`${kind}Sections`][0];
    await call('PATCH', `/v1/${kind}sections/${id}`, { name });
    return id;
  };
  const task = async (name: string, fields: object): Promise<string> =>
    (await call('POST', '/v1/tasks', { name, status: 'open', priority: 'none', ...fields })).id;

  const { taskLists } = await call('GET', '/v1/user');
  const errands = { taskSection: { id: await section('task', taskLists[0].id, 'Errands') } };
  await task('Book the train to Hamburg', { ...errands, priority: 'medium', ...inDays(6) });

  const workspace = await call('POST', '/v1/workspaces', { name: 'Harbour' });
  await call('POST', `/v1/workspaces/${workspace.id}/members`, {
    items: [
      { id: ben.id, role: 'contributor' },
      { id: cleo.id, role: 'viewer' },
      { email: 'dan@example.com', role: 'contributor' },
    ],
  });
  const release = workspace.taskLists[0].id;
  await call('PATCH', `/v1/tasklists/${release}`, { name: 'Release 2.0' });
  const ship = { taskSection: { id: await section('task', release, 'Before we ship') } };
  const mine = { assignees: [{ id: ada.id }] };
  const bens = { assignees: [{ id: ben.id }] };
  await task('Write the release notes', { ...ship, ...mine, priority: 'high', ...inDays(-1) });
  await task('Sign in with a passkey', { ...ship, ...bens, status: 'progress', priority: 'high', ...inDays(2) });
  const flaky = await task('Mend the flaky test', {
    ...{ ...ship, ...mine, status: 'progress' },
    ...inDays(0),
  });
  const below = { parentTask: { id: flaky } };
  await task('Reproduce it', { ...below, status: 'completed' });
  await task('Wait for the server, not for a second', below);
  await task('Dark icons for the toolbar', { ...ship, ...bens, status: 'review' });
  await task('Import from the old tracker', { ...ship, ...bens, status: 'blocked', priority: 'low' });
  await task('Drop the legacy endpoint', { ...ship, priority: 'low', ...inDays(16) });
  await task('Freeze the public API', { ...ship, status: 'completed', priority: 'medium' });

  const [links] = (await call('GET', `/v1/pinlists/parent/${workspace.id}`)).items;
  const pins = await section('pin', links.id, 'At hand');
  const url = { pinType: 'url' };
  for (const pin of [
    { name: 'Style guide', ...url, url: 'https://harbour.example/style' },
    { name: 'upload.ts:42', ...url, url: 'https://github.com/harbour/app/blob/main/src/upload.ts#L42' },
    { name: 'Mend the flaky test', pinType: 'document', documentType: 'Task', documentId: flaky },
    { name: 'Staging', ...url, url: 'https://staging.harbour.example' },
  ])
    await call('POST', `/v1/pins/${pins}`, pin);
}
