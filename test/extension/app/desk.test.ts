// What a window shows: the spaces of this machine and of the account, over real files, with other windows beside it. No server is there.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, accountKey } from '../../../extension/app/account';
import { Desk } from '../../../extension/app/desk';
import { asId } from '../../../shared/ids';
import { seedUpdate } from '../../../shared/operations/seed';
import { DeskPlace, type DeskWindow } from '../../support/desk-place';
import { handEnvironment } from '../../support/hand-environment';
import { httpAnswer } from '../../support/http-answer';
import { MemoryReplicaStore } from '../../support/memory-replica-store';
import { waitFor } from '../../support/wait';

let place: DeskPlace;
beforeEach(() => {
  place = new DeskPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const ADA: Account = account('5f0c0f1e-0000-4000-8000-00000000000a', 'Ada');
const BOB: Account = account('5f0c0f1e-0000-4000-8000-00000000000b', 'Bob');
/** Nobody listens there. */
function account(id: string, name: string): Account {
  return { url: 'http://127.0.0.1:1', user: { id: asId(id), name } };
}

const keeper = () => place.accounts.keeper();
const spaces = ({ desk }: DeskWindow) => desk.spaces.map(({ known }) => known.id);
const PERSONAL = ['local', '  Personal Tasks', '    Section 1'];
/** Waits until somebody's spaces show: a moment before, the account is known and its spaces are still read. */
const follows = (window: DeskWindow, who: string | undefined) =>
  waitFor(`the window of ${who}`, () => window.desk.account?.user.name === who && window.desk.spaces.length > 0);

test('works with no server, and keeps everything over a restart', async () => {
  const before = await place.window();
  expect(before.lines()).toEqual(PERSONAL);
  expect(before.desk.status).toEqual({ kind: 'local' });
  await before.add('Buy milk');
  await before.desk.kept();
  await before.close();
  const after = await place.window();
  expect(after.lines()).toEqual([...PERSONAL, '      Buy milk']);
});

test('a page need not wait for more than its own space: what is on this machine alone may take its time', async () => {
  await keeper().save(ADA, 'token');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  class SlowStore extends MemoryReplicaStore {
    override async open(...of: Parameters<MemoryReplicaStore['open']>): ReturnType<MemoryReplicaStore['open']> {
      await held;
      return super.open(...of);
    }
  }
  const openStore = (key: string) => (key === accountKey(undefined) ? new SlowStore() : new MemoryReplicaStore());
  const desk = new Desk({ accounts: keeper(), openStore, environment: handEnvironment() });
  let all = false;
  const started = desk.start().then(() => {
    all = true;
  });
  await desk.opened(ADA.user.id);
  expect([desk.space(ADA.user.id)?.known.id, all]).toEqual([ADA.user.id, false]);
  const nowhere = desk.opened('nowhere').then(() => all);
  release();
  expect(await nowhere).toBe(true);
  await started;
  await desk.close();
});

test('a page need not wait for other spaces of its account either, while the trees show all of them at once', async () => {
  const [own, large] = ['5f0c0f1e-0000-4000-8000-0000000000a1', '5f0c0f1e-0000-4000-8000-0000000000a2'];
  const kept = keeper();
  await kept.save(ADA, 'token');
  kept.keepSpaces(
    accountKey(ADA),
    [large, own].map((id) => ({ id, kind: 'workspace', role: 'contributor' })),
  );
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  class SlowStore extends MemoryReplicaStore {
    override async open(...of: Parameters<MemoryReplicaStore['open']>): ReturnType<MemoryReplicaStore['open']> {
      if (of[0] === large) await held;
      return super.open(...of);
    }
  }
  const desk = new Desk({ accounts: kept, openStore: () => new SlowStore(), environment: handEnvironment() });
  let shown = false;
  const started = desk.start();
  void desk.shown(own).then(() => {
    shown = true;
  });
  await desk.opened(own);
  // What stands behind a page finds its space, who works in it, and may write there.
  expect([desk.space(own)?.known.id, desk.account?.user.name, desk.presence(own) !== undefined]).toEqual([
    own,
    'Ada',
    true,
  ]);
  desk.space(own)?.replica.apply(seedUpdate(asId(own), 'workspace'), 'seed');
  await desk.kept();
  expect([shown, desk.space(large), desk.spaces]).toEqual([false, undefined, []]);
  release();
  await started;
  expect(desk.spaces.map(({ known }) => known.id)).toEqual([ADA.user.id, large, own]);
  expect(desk.space(own)?.replica.view.lists('task')).toHaveLength(1);
  await desk.close();
});

test('shows in one window what is done in another', async () => {
  const [one, two] = [await place.window(), await place.window()];
  await one.add('From one');
  await waitFor('the other to show it', () => two.lines().includes('      From one'));
  await two.tasks.setCompleted(two.node('From one'), true);
  await waitFor('the first to show it completed', () => {
    const content = one.tree.content(one.node('From one'));
    return content?.kind === 'task' && content.record.status === 'completed';
  });
});

test('starts with what another window had closed in the middle of', async () => {
  const windows = await Promise.all([place.window(), place.window(), place.window()]);
  await Promise.all(windows.map((window, number) => window.add(`Task ${number}`)));
  await Promise.all(windows.map((window) => window.close()));
  const next = await place.window();
  expect(next.lines().slice(0, 3)).toEqual(PERSONAL);
  expect(next.lines().slice(3).sort()).toEqual(['      Task 0', '      Task 1', '      Task 2']);
});

test('works in memory where nothing can be kept, and says so', async () => {
  const closed = new MemoryReplicaStore();
  await closed.close();
  const window = await place.window({ openStore: () => closed });
  await window.add('Still works');
  expect(window.lines()).toEqual([...PERSONAL, '      Still works']);
  expect(window.desk.failure?.kind).toBe('closed');
  await window.accounts.showStatus();
  expect(window.prompt.warned[0]).toContain('cannot be read now');
});

test('shows the spaces of this machine even where nobody can say who is signed in', async () => {
  place.accounts.failure = new Error('the key ring is locked');
  const window = await place.window();
  expect(window.lines()).toEqual(PERSONAL);
  expect(window.environment.logged.join()).toContain('the key ring is locked');
  place.accounts.failure = undefined;
  await keeper().save(ADA, 'token');
  await follows(window, 'Ada');
});

test('keeps the replicas of accounts apart, and shows each again', async () => {
  const window = await place.window();
  const signIn = async (who: Account) => {
    await keeper().save(who, 'token');
    await follows(window, who.user.name);
  };
  await signIn(ADA);
  await window.add('Of Ada');
  await signIn(BOB);
  expect(window.lines().join()).not.toContain('Of Ada');
  await window.add('Of Bob');
  await signIn(ADA);
  expect(window.lines()).toContain('      Of Ada');
  expect(window.lines().join()).not.toContain('Of Bob');
  await window.close();
  const next = await place.window();
  expect(next.lines()).toContain('      Of Ada');
});

test('an account of the same id on another server is another account', async () => {
  const window = await place.window();
  await keeper().save(ADA, 'token');
  await follows(window, 'Ada');
  await window.add('On the first');
  await keeper().save({ ...account(ADA.user.id, 'Eve'), url: 'http://127.0.0.1:2' }, 'token');
  await follows(window, 'Eve');
  expect(window.lines().join()).not.toContain('On the first');
});

test('follows another window that signs in and out', async () => {
  const [one, two] = [await place.window(), await place.window()];
  await using server = await httpAnswer((_request, response) =>
    response.end(JSON.stringify({ id: ADA.user.id, name: 'Ada' })),
  );
  const answer = await one.desk.connect(server.url, 'token');
  expect(answer).toEqual({ url: server.url, user: ADA.user });
  await follows(two, 'Ada');
  await two.desk.disconnect();
  await follows(one, undefined);
  expect(spaces(one)).toEqual(['local']);
});

test('changes nothing where signing in fails', async () => {
  await keeper().save(ADA, 'token');
  const window = await place.window();
  let told = 0;
  window.desk.onSpaces(() => told++);
  await using server = await httpAnswer((_request, response) => response.writeHead(403).end('{}'));
  expect(await window.desk.connect(server.url, 'wrong')).toEqual({ kind: 'refused', url: server.url });
  expect(window.desk.account).toEqual(ADA);
  expect(told).toBe(0);
  expect((await keeper().load())?.token).toBe('token');
});

test('starts anew with another token of the same account, and keeps the same replicas', async () => {
  await keeper().save(ADA, 'old');
  const window = await place.window();
  await window.add('Stays');
  const before = window.desk.space(ADA.user.id)?.replica;
  await keeper().save(ADA, 'new');
  await waitFor('another session', () => {
    const now = window.desk.space(ADA.user.id)?.replica;
    return now !== undefined && now !== before;
  });
  expect(window.lines()).toContain('      Stays');
});

test('an edit is never written to a replica that is no longer open', async () => {
  await keeper().save(ADA, 'token');
  const window = await place.window();
  window.prompt.lines.push(async () => {
    await keeper().clear();
    await follows(window, undefined);
    return 'Into the void';
  });
  await window.tasks.addTask(window.tree.roots()[0]);
  expect(window.prompt.warned).toEqual([
    'The space is no longer open in this window. Nothing has changed. You typed “Into the void”.',
  ]);
});

test('an edit goes to the replica that is open when it is made, though another was when it was begun', async () => {
  await keeper().save(ADA, 'old');
  const window = await place.window();
  const before = window.desk.space(ADA.user.id)?.replica;
  window.prompt.lines.push(async () => {
    await keeper().save(ADA, 'new');
    await waitFor('another session', () => {
      const now = window.desk.space(ADA.user.id)?.replica;
      return now !== undefined && now !== before;
    });
    return 'Typed while the token changed';
  });
  await window.tasks.addTask(window.tree.roots()[0]);
  await window.close();
  expect((await place.window()).lines()).toContain('      Typed while the token changed');
});

test('ends once and for all', async () => {
  const window = await place.window();
  await window.desk.close();
  await window.desk.close();
  await keeper().save(ADA, 'token');
  expect(spaces(window)).toEqual([]);
  expect(window.desk.account).toBeUndefined();
});

test('an account’s personal space starts with what the server would seed', async () => {
  await keeper().save(ADA, 'token');
  const window = await place.window();
  const replica = window.desk.space(ADA.user.id)?.replica;
  let writes = 0;
  replica?.doc.on('update', () => writes++);
  replica?.apply(seedUpdate(asId(ADA.user.id), 'user'), 'server');
  expect(writes).toBe(0);
});
