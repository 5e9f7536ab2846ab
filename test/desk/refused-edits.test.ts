// Edits that the server refuses for good: the server's state is shown, they are kept aside, seen, copied or let go. Over a real sync server.
import { beforeEach, expect, test } from 'vitest';
import { FieldCommands } from '../../extension/app/commands/field-commands';
import { updateTask } from '../../shared/operations/tasks';
import { deskGround } from '../support/desk-ground';
import type { DeskWindow } from '../support/desk-place';
import { eventually, shows, stands } from '../support/desk-waits';
import { type Caller, caller } from '../support/rest';
import type { NewUser } from '../support/sync-server';

const ground = deskGround();
let ada: NewUser;
let bob: NewUser;
let asBob: Caller;
let team: string;
beforeEach(async () => {
  [ada, bob] = await Promise.all([ground.user('Ada'), ground.user('Bob')]);
  asBob = caller(ground.server.url, bob.token);
  team = (await asBob('POST', '/v1/workspaces', { name: 'Team' })).body.id;
  expect((await asBob('POST', `/v1/workspaces/${team}/members`, roleOfAda('contributor'))).status).toBe(200);
}, 60_000);

const roleOfAda = (role: string) => ({ items: [{ id: ada.id, role }] });
const setRole = async (role: string, say = asBob) =>
  expect((await say('PATCH', `/v1/workspaces/${team}/members`, roleOfAda(role))).status).toBe(200);
const deleted = async (say: Caller) => expect((await say('DELETE', `/v1/workspaces/${team}`)).status).toBe(204);
const addTo = async (window: DeskWindow, list: string, name: string) => {
  window.prompt.lines.push(name);
  expect(await window.tasks.addTask(window.node(list))).toBeDefined();
};
const section = async () => (await asBob('GET', `/v1/tasklists/parent/${team}`)).body.items[0].taskSections[0].id;
const namesThere = async () => {
  const { items } = (await asBob('GET', `/v1/tasks/parent/${await section()}`)).body;
  return items.map(({ name }: { name: string }) => name).sort();
};

const renameAndAdd = async (window: DeskWindow) => {
  window.prompt.lines.push('Plan B');
  await window.tasks.rename(window.node('Plan'));
  await addTo(window, 'Workspace Tasks', 'Offline');
};

/**
 * Ada has the team's task "Plan" in step, and the server is gone while she edits it.
 * @param meanwhile what Bob does before her window finds it again
 * @param edit what she does; unless told otherwise she renames it and adds one
 */
async function offlineEdits(
  meanwhile: (asBob: Caller) => Promise<unknown>,
  edit: (window: DeskWindow) => Promise<unknown> = renameAndAdd,
): Promise<DeskWindow> {
  const window = await ground.here.window();
  await window.desk.connect(ground.server.url, ada.token);
  await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
  await addTo(window, 'Workspace Tasks', 'Plan');
  await stands(window, 'synced', 0);
  await ground.server.kill();
  await edit(window);
  await window.desk.kept();
  ground.server = await ground.server.restart((url) => meanwhile(caller(url, bob.token)));
  return window;
}

async function demoted(): Promise<DeskWindow> {
  const window = await offlineEdits((say) => setRole('viewer', say));
  await window.close();
  const again = await ground.here.window();
  await eventually('the server’s state', [again], () => shows(again, 'Plan') && !shows(again, 'Plan B'));
  return again;
}

const review = (window: DeskWindow, ...picks: string[]) => {
  window.prompt.picks.push(...picks);
  return window.accounts.reviewRefused();
};

test('[W7] of a viewer: the server’s state is shown, and goes on; the edits are counted and read as a difference', async () => {
  const window = await demoted();
  expect(shows(window, 'Offline')).toBe(false);
  await stands(window, 'refused', 2);
  expect(window.desk.status).toMatchObject({ reason: 'read-only', spaces: [team] });
  expect(window.desk.asides).toMatchObject([{ id: team, name: 'Team', why: 'read-only' }]);
  expect(window.desk.asides[0]?.unsent).toHaveLength(2);
  const task = { name: 'By Bob', status: 'open', priority: 'none', taskSection: { id: await section() } };
  expect((await asBob('POST', '/v1/tasks', task)).status).toBe(201);
  await eventually('what others do', [window], () => shows(window, 'By Bob'));
  await review(window, 'Show Them');
  expect(window.shownTexts[0]).toBe(`You may read “Team”, but not change it any more.
What you had changed is kept on this machine, and is not sent.

Added here, and not on the server:
  Task: Offline
      in: Workspace Tasks / Section 1

Changed here, and not on the server:
  Task: Plan B
      name: Plan B (on the server: Plan)

All of “Team” as it was kept here:
  Workspace Tasks
    Section 1
${['[ ] By Bob', '[ ] Offline', '[ ] Plan B']
  .map((line) => `      ${line}\n`)
  .sort((a, b) => (window.shownTexts[0] ?? '').indexOf(a) - (window.shownTexts[0] ?? '').indexOf(b))
  .join('')}  Workspace Pins
    Section 1
`);
  expect(await namesThere()).toEqual(['By Bob', 'Plan']);
});

test('[W7] a time is seen in the time zone of the person, and kept as a copy', async () => {
  const edit = async (window: DeskWindow) => {
    window.prompt.lines.push('5 dec 2026 09:00');
    await new FieldCommands(window.scope).setDueDate([window.node('Plan')]);
  };
  const window = await offlineEdits((say) => setRole('viewer', say), edit);
  await stands(window, 'refused', 1);
  await review(window, 'Show Them');
  expect(window.shownTexts[0]).toContain('  Task: Plan\n      due date: 2026-12-05 09:00\n');
  await review(window, 'Keep a Copy…', 'Personal');
  expect(window.prompt.told.at(-1)).toBe('1 record is in “Personal” now, under “Team: not sent”.');
});

test('[W7] are there to be seen in the very moment in which the refusal is told', async () => {
  const window = await offlineEdits((say) => setRole('viewer', say));
  window.prompt.picks.push('Show Them');
  let reviewed: Promise<void> | undefined;
  const told = window.desk.onStatus(() => {
    if (window.desk.status.kind === 'refused') reviewed ??= window.accounts.reviewRefused();
  });
  await eventually('the refusal', [window], () => reviewed !== undefined);
  told.dispose();
  await reviewed;
  expect(window.shownTexts[0]).toContain('Task: Offline');
  expect(window.prompt.told).toEqual([]);
});

test('it stays so over a restart and in a second window, and what is set aside is sent when one may write again', async () => {
  const window = await demoted();
  await stands(window, 'refused', 2);
  await window.close();
  const [one, two] = [await ground.here.window(), await ground.here.window()];
  for (const each of [one, two]) {
    await stands(each, 'refused', 2);
    expect(shows(each, 'Plan')).toBe(true);
  }
  await setRole('contributor');
  await stands(one, 'synced', 0);
  await stands(two, 'synced', 0);
  await eventually('both', [one, two], () =>
    [one, two].every((each) => shows(each, 'Plan B') && shows(each, 'Offline')),
  );
  expect(one.desk.asides).toEqual([]);
  expect(await namesThere()).toEqual(['Offline', 'Plan B']);
});

test('[X8] can be kept as a copy in a space of one’s own: then nothing is counted any more, and nothing is sent later', async () => {
  const window = await demoted();
  await stands(window, 'refused', 2);
  await review(window, 'Keep a Copy…', 'Personal');
  expect(window.prompt.told.at(-1)).toBe('2 records are in “Personal” now, under “Team: not sent”.');
  await stands(window, 'synced', 0);
  expect(window.desk.asides).toEqual([]);
  const { items } = (await caller(ground.server.url, ada.token)('GET', `/v1/tasklists/parent/${ada.id}`)).body;
  const copies = items.find(({ name }: { name: string }) => name === 'Team: not sent');
  const tasks = (await caller(ground.server.url, ada.token)('GET', `/v1/tasks/parent/${copies.taskSections[0].id}`))
    .body.items;
  expect(tasks.map(({ name }: { name: string }) => name)).toEqual(['Plan B', 'Offline']);
  await setRole('contributor');
  await addTo(window, 'Workspace Tasks', 'After').catch(() => undefined);
  await eventually('to write again', [window], async () => {
    if (shows(window, 'After')) return true;
    await addTo(window, 'Workspace Tasks', 'After').catch(() => undefined);
    return false;
  });
  await stands(window, 'synced', 0);
  expect(await namesThere()).toEqual(['After', 'Plan']);
});

test('of a space that was deleted: they are counted and read, and let go only when one says so', async () => {
  const window = await offlineEdits(deleted);
  await eventually('it to go', [window], () => !shows(window, 'Workspace Tasks'));
  await stands(window, 'refused', 2);
  expect(window.desk.status).toMatchObject({ reason: 'lost', spaces: [team] });
  await review(window, 'Show Them');
  const [differs, all] = (window.shownTexts[0] ?? '').split('All of “Team”');
  expect(differs).toContain(
    'Added here, and not on the server:\n  Task: Offline\n      in: Workspace Tasks / Section 1\n',
  );
  expect(differs).toContain('Changed here, and not on the server:\n  Task: Plan B\n      name: Plan B\n');
  expect(differs).not.toContain('List: Workspace Tasks');
  expect(all).toContain('Plan B');
  await review(window, 'Let Go of Them…');
  await stands(window, 'refused', 2);
  window.prompt.actions.push('Let Go');
  await review(window, 'Let Go of Them…');
  await stands(window, 'synced', 0);
  await window.close();
  const again = await ground.here.window();
  await stands(again, 'synced', 0);
  expect(again.desk.asides).toEqual([]);
});

/** Edits of the team's space that are made past the commands, as by a window that has not heard of it yet, are refused too. */
async function oneMoreRefused(window: DeskWindow): Promise<void> {
  const replica = window.desk.spaces.find(({ known }) => known.id === team)?.replica;
  const task = [...(replica?.view.records('task') ?? [])].find(({ name }) => name === 'Plan');
  if (!replica || !task) throw new Error('There is no task.');
  const { now, newId } = window.environment;
  updateTask(replica, task.id, { priority: 'high' }, { origin: 'command', now, newId });
  await stands(window, 'refused', 3);
  await eventually('the replica that is set aside', [window], () => window.desk.asides[0]?.generations.length === 2);
}

test('what is refused while the question stands is not let go with what was asked about, but asked about as well', async () => {
  const window = await demoted();
  await stands(window, 'refused', 2);
  const letGo = window.prompt.hesitate('Let Go');
  const reviewed = review(window, 'Let Go of Them…');
  await eventually('the question', [window], () => window.prompt.warned.length === 1);
  await oneMoreRefused(window);
  letGo();
  await reviewed;
  expect(window.prompt.warned).toEqual([
    'Let go of 2 edits of “Team”? Nobody else has them, and they do not come back.',
    'Let go of 3 edits of “Team”? Nobody else has them, and they do not come back.',
  ]);
  await stands(window, 'refused', 3);
  window.prompt.actions.push('Let Go');
  await review(window, 'Let Go of Them…');
  await stands(window, 'synced', 0);
});

test('[X8] what is refused while a place for the copy is chosen is still kept, and that it is not in the copy is said', async () => {
  const window = await demoted();
  await stands(window, 'refused', 2);
  window.prompt.picks.push('Keep a Copy…', async () => {
    await oneMoreRefused(window);
    return 'Personal';
  });
  await window.accounts.reviewRefused();
  expect(window.prompt.told.at(-1)).toBe('2 records are in “Personal” now, under “Team: not sent”.');
  expect(window.prompt.warned).toEqual([
    'More of “Team” was refused meanwhile. It is not in the copy, and all of it is still kept.',
  ]);
  await stands(window, 'refused', 3);
});

test('[X8] of a space that was deleted can be kept as a copy in a space of one’s own too', async () => {
  const window = await offlineEdits(deleted);
  await stands(window, 'refused', 2);
  await review(window, 'Keep a Copy…', 'Personal');
  await stands(window, 'synced', 0);
  const { items } = (await caller(ground.server.url, ada.token)('GET', '/v1/search?q=sent')).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['Team: not sent']);
  for (const name of ['Plan B', 'Offline']) expect(shows(window, name)).toBe(true);
  expect(window.desk.asides).toEqual([]);
});

test('of a space that was deleted and restored are sent, as if nothing had been', async () => {
  const window = await offlineEdits(deleted);
  await stands(window, 'refused', 2);
  expect((await asBob('POST', `/v1/workspaces/${team}/restore`)).status).toBe(200);
  await stands(window, 'synced', 0);
  expect(window.desk.asides).toEqual([]);
  expect(await namesThere()).toEqual(['Offline', 'Plan B']);
});
