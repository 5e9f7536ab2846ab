// Workspaces and who is in them, on two machines with a real sync server: made offline, shared, answered, and read without the server.
import { beforeEach, expect, test } from 'vitest';
import { FieldCommands } from '../../extension/app/commands/field-commands';
import { MemberCommands } from '../../extension/app/commands/member-commands';
import { SpaceCommands } from '../../extension/app/commands/space-commands';
import { TeamScope } from '../../extension/app/commands/team-scope';
import { settled } from '../../extension/app/settled';
import { type TeamNode, TeamTree } from '../../extension/app/tree/team-tree';
import { updateSpace } from '../../shared/operations/space-fields';
import { got } from '../shared/replica';
import { deskGround } from '../support/desk-ground';
import type { DeskPlace, DeskWindow } from '../support/desk-place';
import { eventually } from '../support/desk-waits';
import { caller } from '../support/rest';
import type { NewUser } from '../support/sync-server';
import { noticeOf } from '../support/window-notice';

const ground = deskGround();
let ada: NewUser;
let grace: NewUser;
beforeEach(async () => {
  [ada, grace] = await Promise.all([ground.user('Ada'), ground.user('Grace')]);
}, 60_000);

interface TeamWindow extends DeskWindow {
  readonly team: TeamTree;
  readonly spaces: SpaceCommands;
  readonly members: MemberCommands;
  readonly teamScope: TeamScope;
  /** What the view shows, a line a place. */
  rows(): string[];
  /** The place that reads so. */
  row(text: string): TeamNode;
}

async function teamWindow(place: DeskPlace, who?: NewUser): Promise<TeamWindow> {
  const window = await place.window();
  if (who) {
    await window.desk.connect(ground.server.url, who.token);
    await settled(window.desk);
  }
  const team = new TeamTree(window.desk);
  const scope = new TeamScope(window.desk, team, window.prompt);
  const all = (nodes: readonly TeamNode[], depth = 0): { node: TeamNode; text: string }[] =>
    nodes.flatMap((node) => [
      { node, text: '  '.repeat(depth) + textOf(team, node) },
      ...all(team.children(node), depth + 1),
    ]);
  return {
    ...window,
    team,
    spaces: new SpaceCommands(scope),
    members: new MemberCommands(scope),
    teamScope: scope,
    rows: () => all(team.roots()).map(({ text }) => text),
    row: (text) => {
      const found = all(team.roots()).find((one) => one.text.trim() === text);
      if (!found) throw new Error(`no row ${text} in ${JSON.stringify(all(team.roots()).map((one) => one.text))}`);
      return found.node;
    },
  };
}

function textOf(tree: TeamTree, node: TeamNode): string {
  const content = tree.content(node);
  if (!content) return '(gone)';
  switch (content.kind) {
    case 'space':
      return content.space.replica.view.fields.name + (content.isBorn ? ' (new)' : '');
    case 'closed':
      return `${content.project.name} (closed)`;
    case 'invite':
      return `invite to ${(content.invite.workspace ?? content.invite.project)?.name}`;
    case 'member':
    case 'request':
    case 'pending':
      return `${content.person.name || content.person.email} ${content.person.role}`;
    default:
      return content.kind;
  }
}

/** Waits while time goes on for the windows. */
const shows = (window: TeamWindow, ...rows: string[]) =>
  eventually(`${rows.join(', ')} beside ${JSON.stringify(window.rows())}`, [window], () => {
    const trimmed = window.rows().map((row) => row.trim());
    return rows.every((row) => trimmed.includes(row));
  });

async function workspace(window: TeamWindow, name: string): Promise<void> {
  window.prompt.lines.push(name);
  await window.spaces.addWorkspace();
  await shows(window, name, 'Ada owner');
  // Registered is not yet named: that goes over the socket of the space, which opens after it.
  await eventually(`${name} on the server`, [window], () => window.desk.status.kind === 'synced');
}

test('[W10] a workspace and its project are made without the server, and are on it when it is there again', async () => {
  const window = await teamWindow(ground.here, ada);
  const other = await teamWindow(ground.there, ada);
  await ground.server.kill();
  await eventually('the line to break', [window], () => window.desk.status.kind === 'offline');
  window.prompt.lines.push('Orchard', 'Apples');
  const made = await window.spaces.addWorkspace();
  await window.spaces.addProject(made);
  expect(window.rows()).toEqual(['Orchard (new)', '  Apples (new)']);
  expect(window.lines()).toContain('  Workspace Tasks');
  expect(window.desk.status.kind).toBe('offline');
  await window.members.invite(made);
  expect(window.prompt.warned).toEqual([
    '“Orchard” is on this machine only until a server has it: nobody else can be in it before.',
  ]);
  ground.server = await ground.server.restart();
  await eventually('everything on the server', [window], () => window.desk.status.kind === 'synced');
  await shows(window, 'Orchard', 'Apples', 'Ada owner');
  await shows(other, 'Orchard', 'Apples');
  expect(other.lines()).toContain('  Workspace Tasks');
}, 30_000);

test('[A5] what was made before the first sign-in becomes the account’s, with its tasks', async () => {
  const window = await teamWindow(ground.here);
  window.prompt.lines.push('Orchard');
  const made = await window.spaces.addWorkspace();
  if (made?.kind !== 'space') throw new Error('no workspace');
  window.prompt.lines.push('Plant a tree');
  await window.tasks.addTask(window.tree.spaceNode(made.space));
  await new FieldCommands(window.scope).assignToMe(window.node('Plant a tree'));
  await window.desk.connect(ground.server.url, ada.token);
  await eventually('everything on the server', [window], () => window.desk.status.kind === 'synced');
  await shows(window, 'Orchard');
  const other = await teamWindow(ground.there, ada);
  await shows(other, 'Orchard');
  await eventually('the task', [window, other], () => other.lines().includes('      Plant a tree'));
  const content = other.tree.content(other.node('Plant a tree'));
  expect(content?.kind === 'task' && content.record.assignees).toEqual([ada.id]);
});

test('someone is invited, accepts, is given tasks by name, another role, and is taken out', async () => {
  const [one, two] = [await teamWindow(ground.here, ada), await teamWindow(ground.there, grace)];
  await workspace(one, 'Orchard');
  const typed = grace.email.replace('g', 'G');
  one.prompt.lines.push('grace', ada.email, typed);
  one.prompt.picks.push('Viewer');
  await one.members.invite(one.row('Orchard'));
  expect(one.rows()).toEqual(['Orchard', '  members', '    Ada owner', '  invited', `    ${typed} viewer`]);
  expect(one.prompt.copied[0]).toMatch(/^http.*\/join#[\w-]+$/);
  expect(one.prompt.refused).toEqual([
    'That is no e-mail address; it should look like ada@example.org.',
    'That is your own address, and you are in it already.',
  ]);
  await two.desk.team?.refresh();
  expect(two.rows()).toEqual(['invites', '  invite to Orchard']);
  await two.members.accept(two.row('invite to Orchard'));
  await shows(two, 'Orchard', 'Ada owner', 'Grace viewer');
  two.prompt.lines.push('Mine');
  await two.spaces.rename(two.row('Orchard'));
  expect(two.prompt.warned).toEqual(['You may read “Orchard”, but not change it.']);

  await one.desk.team?.refresh();
  one.prompt.lines.push(grace.email, undefined);
  await one.members.invite(one.row('Orchard'));
  expect(one.prompt.refused.at(-1)).toBe(
    '“Grace” is in it already, as viewer. “Change Role of Member…” gives another role.',
  );
  one.prompt.picks.push('Contributor');
  await one.members.changeRole(one.row('Grace viewer'));
  await eventually('the role', [two], () => two.desk.spaces.some(({ known }) => known.role === 'contributor'));
  one.prompt.lines.push('Prune');
  await one.tasks.addTask(one.tree.roots()[1]);
  one.prompt.picks.push('Grace');
  await new FieldCommands(one.scope).assign(one.node('Prune'));
  await eventually('the task', [one, two], () => two.lines().includes('      Prune'));

  one.prompt.actions.push('Take Out');
  await one.members.remove(one.row('Grace contributor'));
  expect(one.rows()).toEqual(['Orchard', '  members', '    Ada owner']);
  const task = one.tree.content(one.node('Prune'));
  expect(task?.kind === 'task' && task.record.assignees).toEqual([]);
  await eventually('it to go', [two], () => two.rows().length === 0);
}, 30_000);

test('a project that one cannot open shows; its owner grants the request for it, and denies another', async () => {
  const [one, two] = [await teamWindow(ground.here, ada), await teamWindow(ground.there, grace)];
  await workspace(one, 'Orchard');
  one.prompt.lines.push('Apples', grace.email);
  await one.spaces.addProject(one.row('Orchard'));
  await shows(one, 'Apples');
  one.prompt.picks.push('Contributor');
  await one.members.invite(one.row('Orchard'));
  await two.desk.team?.refresh();
  await two.members.accept(two.row('invite to Orchard'));
  await shows(two, 'Apples (closed)');
  two.prompt.picks.push('Contributor');
  await two.members.askAccess(two.row('Apples (closed)'));
  expect(two.prompt.told.at(-1)).toMatch(/^You asked for access to “Apples”\. /);
  two.prompt.picks.push('Owner');
  await two.members.askAccess(two.row('Apples (closed)'));
  expect(two.prompt.told.at(-1)).toMatch(/^You asked for access to “Apples” before, as contributor\. /);
  await one.desk.team?.refresh();
  one.prompt.picks.push('Viewer');
  await one.members.grant(one.row('requests') && requestIn(one));
  await shows(two, 'Apples');
  expect(two.desk.spaces.find(({ known }) => known.kind === 'project')?.known.role).toBe('viewer');
  two.prompt.actions.push('Leave');
  await two.spaces.leave(two.row('Apples'));
  await shows(two, 'Apples (closed)');
  two.prompt.picks.push('Contributor');
  await two.members.askAccess(two.row('Apples (closed)'));
  await one.desk.team?.refresh();
  await one.members.deny(requestIn(one));
  expect(one.rows().map((row) => row.trim())).not.toContain('requests');
}, 30_000);

test('it ends when or after it starts, and undo reaches past the making of it only after it has said so', async () => {
  const window = await teamWindow(ground.here);
  window.prompt.lines.push('Orchard');
  const made = await window.spaces.addWorkspace();
  window.prompt.lines.push('2026-12-10', '2026-12-01', '2026-12-20');
  await window.spaces.setDates(made);
  expect(window.prompt.refused).toEqual(['That is before it starts: Thu, Dec 10.']);
  const fields = () => window.desk.spaces.find(({ known }) => known.kind === 'workspace')?.replica.view.fields;
  expect([fields()?.startDate, fields()?.endDate]).toEqual(['2026-12-10T00:00:00.000Z', '2026-12-20T00:00:00.000Z']);
  window.desk.history.undo();
  expect(fields()?.startDate).toBeUndefined();
  expect(window.desk.history.undo()?.isBarred).toBe(true);
  expect(window.rows()).toEqual(['Orchard (new)']);
});

test('a description of several lines that is left as the box shows it stays as it is', async () => {
  const window = await teamWindow(ground.here);
  window.prompt.lines.push('Orchard');
  const made = await window.spaces.addWorkspace();
  const space = window.desk.spaces.find(({ known }) => known.kind === 'workspace');
  if (!space) throw new Error('no workspace');
  got(updateSpace(space.replica, { description: 'First line\nsecond' }, window.desk.surroundings));
  window.prompt.lines.push('First line second');
  await window.spaces.describe(made);
  expect(window.prompt.asked.at(-1)?.value).toBe('First line second');
  expect(space.replica.view.fields.description).toBe('First line\nsecond');
});

test('a project that went with its workspace is not offered beside it: it comes back with that', async () => {
  const window = await teamWindow(ground.here, ada);
  await workspace(window, 'Orchard');
  window.prompt.lines.push('Apples');
  await window.spaces.addProject(window.row('Orchard'));
  await shows(window, 'Apples');
  await eventually('Apples on the server', [window], () => window.desk.status.kind === 'synced');
  window.prompt.actions.push('Delete');
  await window.spaces.delete(window.row('Orchard'));
  await eventually('it to go', [window], () => window.rows().length === 0);
  window.prompt.picks.push('Orchard');
  await window.spaces.restore();
  expect(window.prompt.offered.at(-1)?.labels).toEqual(['Orchard (workspace)']);
  await shows(window, 'Orchard', 'Apples');
}, 30_000);

test('a deleted workspace comes back with Undo, and later from the list of what was deleted', async () => {
  const window = await teamWindow(ground.here, ada);
  await workspace(window, 'Orchard');
  window.prompt.actions.push('Delete', 'Undo');
  await window.spaces.delete(window.row('Orchard'));
  await shows(window, 'Orchard');
  // What is left to be said is the making of it: the deletion and its undoing are none to undo.
  expect([window.desk.history.undo()?.isBarred, window.desk.history.undo()]).toEqual([true, undefined]);
  window.prompt.actions.push('Delete');
  await window.spaces.delete(window.row('Orchard'));
  await eventually('it to go', [window], () => window.rows().length === 0);
  window.prompt.picks.push('Orchard');
  await window.spaces.restore();
  await shows(window, 'Orchard');
}, 30_000);

test('without the server members stay readable, over a restart too, and what needs it says so', async () => {
  const window = await teamWindow(ground.here, ada);
  await workspace(window, 'Orchard');
  await window.desk.kept();
  await window.close();
  await ground.server.kill();
  const offline = await teamWindow(ground.here);
  expect(offline.rows()).toEqual(['Orchard', '  members', '    Ada owner']);
  await eventually('no line', [offline], () => offline.desk.status.kind === 'offline');
  await offline.members.invite(offline.row('Orchard'));
  await offline.members.askAccess(undefined);
  await offline.spaces.leave(undefined);
  await offline.teamScope.refresh();
  const why = `now: ${ground.server.url} does not answer, and this needs the server. Try again when you are connected.`;
  expect(offline.prompt.warned).toEqual([
    `Nobody can be invited ${why}`,
    `You cannot ask for access to this ${why}`,
    `You cannot leave a workspace or project ${why}`,
    `Members cannot be brought up to date ${why}`,
  ]);
  // Nobody is asked for what cannot be done.
  expect(offline.prompt.asked).toEqual([]);
  expect(offline.prompt.offered).toEqual([]);
  offline.prompt.lines.push('Pears');
  await offline.spaces.rename(offline.row('Orchard'));
  expect(offline.rows()[0]).toBe('Pears');
  ground.server = await ground.server.restart();
});

test('the last owner cannot leave, and is told why; what was made here alone is deleted here', async () => {
  const window = await teamWindow(ground.here, ada);
  await workspace(window, 'Orchard');
  window.prompt.actions.push('Leave');
  await window.spaces.leave(window.row('Orchard'));
  expect(window.prompt.warned.at(-1)).toMatch(/^You cannot leave “Orchard”: .*owner/);
  await ground.server.kill();
  window.prompt.lines.push('Only here');
  const made = await window.spaces.addWorkspace();
  window.prompt.actions.push('Delete');
  await window.spaces.delete(made);
  expect(window.rows().map((row) => row.trim())).not.toContain('Only here (new)');
  ground.server = await ground.server.restart();
});

test('a project that the server does not take stays here, and that is told once', async () => {
  const [one, two] = [await teamWindow(ground.here, ada), await teamWindow(ground.there, grace)];
  const notice = noticeOf(two);
  await workspace(one, 'Orchard');
  one.prompt.lines.push(grace.email);
  one.prompt.picks.push('Contributor');
  await one.members.invite(one.row('Orchard'));
  await two.desk.team?.refresh();
  await two.members.accept(two.row('invite to Orchard'));
  await shows(two, 'Orchard');
  const orchard = two.row('Orchard');
  await ground.server.kill();
  two.prompt.lines.push('Apples');
  await two.spaces.addProject(orchard);
  const members = `/v1/workspaces/${orchard.space}/members`;
  ground.server = await ground.server.restart(async (url) => {
    expect((await caller(url, ada.token)('DELETE', members, { items: [{ id: grace.id }] })).status).toBe(200);
  });
  await eventually('that to be told', [two], () =>
    two.prompt.warned.some((text) => text.includes('stays on this machine, since')),
  );
  expect(two.rows()).toEqual(['Apples (new)']);
  notice.dispose();
}, 30_000);

function requestIn({ team }: TeamWindow): TeamNode {
  const find = (nodes: readonly TeamNode[]): TeamNode | undefined => {
    for (const node of nodes) {
      const found = node.kind === 'request' ? node : find(team.children(node));
      if (found) return found;
    }
    return undefined;
  };
  const found = find(team.roots());
  if (!found) throw new Error(`nobody asks: ${JSON.stringify(team.roots())}`);
  return found;
}
