// The line to the server as people live with it: offline, refused, taken out, back again. Over a real sync server.
import { beforeEach, describe, expect, test } from 'vitest';
import { deskGround } from '../support/desk-ground';
import { DeskPlace, type DeskWindow } from '../support/desk-place';
import { eventually, shows, stands } from '../support/desk-waits';
import { type Caller, caller } from '../support/rest';
import { addToken, type NewUser, revokeToken } from '../support/sync-server';
import { noticeOf } from '../support/window-notice';

const ground = deskGround();
let ada: NewUser;
let bob: NewUser;
beforeEach(async () => {
  [ada, bob] = await Promise.all([ground.user('Ada'), ground.user('Bob')]);
}, 60_000);

async function signedIn(token = ada.token, place = ground.here): Promise<DeskWindow> {
  const window = await place.window();
  expect(await window.desk.connect(ground.server.url, token)).toMatchObject({ url: ground.server.url });
  await stands(window, 'synced', 0);
  return window;
}

/** A workspace of Bob's in which Ada has a role. */
interface Team {
  readonly id: string;
  readonly asBob: Caller;
  /** @param url the server to say it to, where it is not the usual one */
  setRole(role: string, url?: string): Promise<void>;
}

async function team(role: string): Promise<Team> {
  const asBob = caller(ground.server.url, bob.token);
  const { body } = await asBob('POST', '/v1/workspaces', { name: 'Team' });
  const items = (wanted: string) => ({ items: [{ id: ada.id, role: wanted }] });
  expect((await asBob('POST', `/v1/workspaces/${body.id}/members`, items(role))).status).toBe(200);
  const setRole = async (wanted: string, url = ground.server.url) => {
    const say = caller(url, bob.token);
    expect((await say('PATCH', `/v1/workspaces/${body.id}/members`, items(wanted))).status).toBe(200);
  };
  return { id: body.id, asBob, setRole };
}

async function addTo(window: DeskWindow, list: string, name: string): Promise<void> {
  window.prompt.lines.push(name);
  expect(await window.tasks.addTask(window.node(list))).toBeDefined();
}

describe('edits that the server has not confirmed', () => {
  test('are counted while it is gone, over a restart of the window, and until they are on its disk', async () => {
    const window = await signedIn();
    await window.add('Sent');
    await stands(window, 'synced', 0);
    await ground.server.kill();
    await window.add('Offline one');
    await window.add('Offline two');
    await stands(window, 'offline', 2);
    await window.desk.kept();
    await window.close();
    const next = await ground.here.window();
    expect(next.desk.status).toMatchObject({ unsent: 2 });
    await next.tasks.setCompleted(next.node('Offline one'), true);
    await stands(next, 'offline', 3);
    await next.accounts.showStatus();
    expect(next.prompt.told.at(-1)).toContain('3 edits are not on the server yet, and safe on this machine.');
    ground.server = await ground.server.restart();
    await stands(next, 'synced', 0);
    const { body } = await caller(ground.server.url, ada.token)('GET', '/v1/search?q=Offline');
    expect(body.items).toHaveLength(2);
  });

  test('of another window are counted too, and confirmed by whichever has a line', async () => {
    const one = await signedIn();
    const two = await ground.here.window();
    await stands(two, 'synced', 0);
    await ground.server.kill();
    await one.add('Of one');
    await stands(two, 'offline', 1);
    await one.close();
    ground.server = await ground.server.restart();
    await stands(two, 'synced', 0);
    expect(shows(two, 'Of one')).toBe(true);
  });
});

describe('a token that is revoked', () => {
  test('is told once; what one does goes on and is counted; a good token resumes', async () => {
    const { id, token } = await addToken(ground.data, ada.id);
    const window = await signedIn(token);
    await window.add('Sent before');
    await stands(window, 'synced', 0);
    const notice = noticeOf(window);
    await revokeToken(ground.data, id);
    await stands(window, 'refused', 0);
    expect(shows(window, 'Sent before')).toBe(true);
    await window.add('While refused');
    await stands(window, 'refused', 1);
    window.desk.reconnect();
    await stands(window, 'refused', 1);
    expect(window.prompt.warned).toEqual([expect.stringContaining('does not let you in any more')]);
    expect(shows(window, 'While refused')).toBe(true);
    await window.accounts.connectTo(ground.server.url, ada.token);
    await stands(window, 'synced', 0);
    expect(shows(window, 'While refused')).toBe(true);
    const { body } = await caller(ground.server.url, ada.token)('GET', '/v1/search?q=refused');
    expect(body.items).toHaveLength(1);
    expect(window.prompt.warned).toHaveLength(1);
    notice.dispose();
  });

  test('offers to connect, from its one notification', async () => {
    const { id, token } = await addToken(ground.data, ada.id);
    const window = await signedIn(token);
    const notice = noticeOf(window);
    window.prompt.actions.push('Connect…');
    window.prompt.lines.push(({ value }) => value, ada.token);
    await revokeToken(ground.data, id);
    await eventually('the good token', [window], () => window.prompt.told.some((text) => text.startsWith('Connected')));
    await stands(window, 'synced', 0);
    notice.dispose();
  });
});

describe('a space that one may only read', () => {
  test('keeps what was written while one still could, says so once, and sends it when one may write again', async () => {
    const { setRole } = await team('contributor');
    const window = await signedIn();
    const notice = noticeOf(window);
    await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
    await stands(window, 'synced', 0);
    await ground.server.kill();
    await addTo(window, 'Workspace Tasks', 'Too late');
    await stands(window, 'offline', 1);
    ground.server = await ground.server.restart((url) => setRole('viewer', url));
    await stands(window, 'refused', 1);
    expect(window.desk.status).toMatchObject({ reason: 'read-only' });
    await stands(window, 'refused', 1);
    expect(window.prompt.warned).toEqual([
      'You may read “Team”, but not change it. What you have written there stays on this machine and is not sent.',
    ]);
    await setRole('contributor');
    await stands(window, 'synced', 0);
    notice.dispose();
  });

  test('refuses an edit of a viewer with the reason, goes on with other spaces, and takes it when the role rises', async () => {
    const { id, setRole } = await team('viewer');
    const window = await signedIn();
    const notice = noticeOf(window);
    await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
    await stands(window, 'synced', 0);
    // As a window that had not heard of the role would write.
    const space = window.desk.space(id);
    space?.replica.doc.getMap('space').set('description', 'Written by a viewer');
    await stands(window, 'refused', 1);
    expect(window.desk.status).toMatchObject({ reason: 'read-only', spaces: [id] });
    expect(window.prompt.warned).toEqual([expect.stringContaining('You may read “Team”, but not change it.')]);
    await window.add('Elsewhere');
    await stands(window, 'refused', 1);
    await setRole('contributor');
    await stands(window, 'synced', 0);
    const { body } = await caller(ground.server.url, bob.token)('GET', `/v1/workspaces/${id}`);
    expect(body.description).toBe('Written by a viewer');
    expect(window.prompt.warned).toHaveLength(1);
    notice.dispose();
  });
});

describe('a space that is gone', () => {
  test.each([
    ['deleted', 'DELETE', ''],
    ['left', 'DELETE', '/members'],
  ])('because it was %s goes from the tree, the others go on, and its replica stays', async (_how, method, path) => {
    const { id, asBob } = await team('contributor');
    const window = await signedIn();
    const notice = noticeOf(window);
    await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
    await stands(window, 'synced', 0);
    await addTo(window, 'Workspace Tasks', 'Mine too');
    await stands(window, 'synced', 0);
    const body = path === '' ? undefined : { items: [{ id: ada.id }] };
    expect((await asBob(method, `/v1/workspaces/${id}${path}`, body)).status).toBeLessThan(300);
    await eventually('it to go', [window], () => !shows(window, 'Team'));
    await stands(window, 'synced', 0);
    await window.add('Goes on');
    await stands(window, 'synced', 0);
    expect(window.prompt.warned).toEqual([]);
    await window.desk.kept();
    const kept = await ground.here.keptSpace(ground.server.url, ada, id);
    expect(kept).toContain('Mine too');
    notice.dispose();
  });

  test('while edits of it were not sent says so, once', async () => {
    const { id } = await team('contributor');
    const window = await signedIn();
    const notice = noticeOf(window);
    await eventually('the workspace', [window], () => shows(window, 'Workspace Tasks'));
    await stands(window, 'synced', 0);
    await ground.server.kill();
    await addTo(window, 'Workspace Tasks', 'Never sent');
    ground.server = await ground.server.restart((url) => caller(url, bob.token)('DELETE', `/v1/workspaces/${id}`));
    await eventually('it to go', [window], () => !shows(window, 'Team'));
    await eventually('the notification', [window], () => window.prompt.warned.length > 0);
    await stands(window, 'refused', 1);
    expect(window.desk.status).toMatchObject({ reason: 'lost', spaces: [id] });
    expect(window.prompt.warned).toEqual([expect.stringContaining('You can no longer open “Team”')]);
    notice.dispose();
  });
});

describe('what was made before the first sign-in', () => {
  test('comes from two machines into one personal space, each thing once, also where the server dies meanwhile', async () => {
    const [one, two] = [await ground.here.window(), await ground.there.window()];
    await one.add('Of one');
    await two.add('Of two');
    await one.desk.connect(ground.server.url, ada.token);
    await two.desk.connect(ground.server.url, ada.token);
    await ground.server.kill();
    await one.desk.kept();
    await one.close();
    ground.server = await ground.server.restart();
    const again = await ground.here.window();
    await stands(again, 'synced', 0);
    await stands(two, 'synced', 0);
    const both = (window: DeskWindow) => shows(window, 'Of one') && shows(window, 'Of two');
    await eventually('all of it in both', [again, two], () => both(again) && both(two));
    expect(again.lines()).toEqual(two.lines());
    expect(again.lines()).toHaveLength(5);
    const asAda = caller(ground.server.url, ada.token);
    const { items: lists } = (await asAda('GET', `/v1/tasklists/parent/${ada.id}`)).body;
    expect(lists.map(({ name }: { name: string }) => name)).toEqual(['Personal Tasks']);
    const { items } = (await asAda('GET', `/v1/tasks/parent/${lists[0].taskSections[0].id}`)).body;
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['Of one', 'Of two']);
    await again.desk.disconnect();
    expect(again.lines()).toEqual(['local', '  Personal Tasks', '    Section 1']);
  });
});

test('an invite link makes one a user, with what was made before, and works once', async () => {
  const asBob = caller(ground.server.url, bob.token);
  const { id } = (await asBob('POST', '/v1/workspaces', { name: 'Team' })).body;
  const items = [{ email: 'eve@example.org', role: 'contributor' }];
  const { pendingInvites } = (await asBob('POST', `/v1/workspaces/${id}/members`, { items })).body;
  const link = (await asBob('POST', `/v1/workspaces/${id}/invites/${pendingInvites[0].id}/link`)).body;
  const window = await ground.here.window();
  await window.add('Before');
  window.prompt.lines.push(link.url, '   ', 'Eve');
  await window.accounts.connect();
  expect(window.prompt.told).toEqual([`Connected to ${ground.server.url} as Eve.`]);
  expect(window.prompt.refused).toHaveLength(1);
  await eventually('the workspace and what was made before', [window], () =>
    ['Workspace Tasks', 'Before'].every((name) => shows(window, name)),
  );
  await stands(window, 'synced', 0);

  await using elsewhere = new DeskPlace();
  const other = await elsewhere.window();
  other.prompt.lines.push(link.url, 'Mallory');
  await other.accounts.connect();
  expect(other.prompt.warned).toEqual([expect.stringContaining('does not take this invitation')]);
  expect(other.desk.account).toBeUndefined();
});
