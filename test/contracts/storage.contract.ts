/** What every storage keeps to: one suite, run on each implementation. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asId, type SpaceId, type UserId } from '../../shared/ids';
import type { MemberChange, NewToken, Role, SpaceRow, Storage, UserRow } from '../../sync-server/storage/storage';
import { waitFor } from '../support/wait';

/** A place where a storage keeps things, that outlives one that is opened on it. */
export interface StoragePlace extends AsyncDisposable {
  /** Opens it; several at once see the same. */
  open(): Promise<Storage>;
}

/** Runs the suite. @param makePlace makes an empty place */
export function storageContract(name: string, makePlace: () => Promise<StoragePlace>): void {
  let place: StoragePlace;
  let storage: Storage;
  const open: Storage[] = [];
  const openOne = async (): Promise<Storage> => {
    const one = await place.open();
    open.push(one);
    return one;
  };
  beforeEach(async () => {
    place = await makePlace();
    storage = await openOne();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await place[Symbol.asyncDispose]();
  });

  const newSpaceId = () => asId<SpaceId>(randomUUID());
  const bytes = (text: string) => new TextEncoder().encode(text);
  const text = (update: Uint8Array) => new TextDecoder().decode(update);

  const token = (choice: Partial<NewToken> = {}): NewToken => ({
    id: randomUUID(),
    hash: randomBytes(32),
    readOnly: false,
    expires: undefined,
    ...choice,
  });
  const addUser = async (email = `${randomUUID()}@example.com`, first = token()): Promise<UserRow> => {
    const user = { id: asId<UserId>(randomUUID()), name: 'Someone', email, created: 1_000, modified: 1_000 };
    expect(await storage.accounts.addUser(user, first, bytes('seed'))).toBe(true);
    return user;
  };
  const addSpace = async (
    owner: UserRow,
    fields: Partial<SpaceRow> = {},
    members: readonly MemberChange[] = [],
  ): Promise<SpaceRow> => {
    const space: SpaceRow = {
      id: newSpaceId(),
      kind: 'workspace',
      workspace: undefined,
      created: 2_000,
      modified: 2_000,
      deleted: undefined,
      ...fields,
    };
    expect(await storage.spaces.create(space, owner.id, members, undefined)).toBe(true);
    return space;
  };
  const set = (user: UserRow, role: Role): MemberChange => ({ kind: 'set', user: user.id, role });

  describe(`${name}: documents`, () => {
    test('[W6] entries of several spaces get the next sequences of their own, and are there when it is opened again', async () => {
      const [a, b] = [newSpaceId(), newSpaceId()];
      const entry = (space: SpaceId, update: string, merged: number) => ({ space, update: bytes(update), merged });
      expect(await storage.documents.append([entry(a, 'a1', 5), entry(b, 'b1', 6), entry(a, 'a2', 7)])).toEqual([
        1, 1, 2,
      ]);
      expect(await storage.documents.append([entry(a, 'a3', 8)])).toEqual([3]);
      const again = await openOne();
      const { snapshot, log } = await again.documents.load(a);
      expect(snapshot).toBeUndefined();
      expect(log.map(({ sequence, merged, update }) => [sequence, merged, text(update)])).toEqual([
        [1, 5, 'a1'],
        [2, 7, 'a2'],
        [3, 8, 'a3'],
      ]);
      expect(await again.documents.load(newSpaceId())).toEqual({ snapshot: undefined, log: [] });
    });

    test('[W6] an append that fails leaves nothing of any of its entries', async () => {
      const space = newSpaceId();
      const good = { space, update: bytes('good'), merged: 1 };
      const bad = { space, update: undefined as unknown as Uint8Array, merged: 2 };
      await expect(storage.documents.append([good, bad])).rejects.toThrow();
      expect((await storage.documents.load(space)).log).toEqual([]);
      expect(await storage.documents.append([good])).toEqual([1]);
    });

    test('[W6] a snapshot takes the place of what it holds and of nothing after it; sequences go on', async () => {
      const space = newSpaceId();
      const append = (update: string) => storage.documents.append([{ space, update: bytes(update), merged: 1 }]);
      await append('1');
      await append('2');
      await append('3');
      await storage.documents.compact(space, { through: 2, update: bytes('12'), coverage: bytes('c') });
      const { snapshot, log } = await storage.documents.load(space);
      expect([snapshot?.through, text(snapshot?.update ?? bytes('')), text(snapshot?.coverage ?? bytes(''))]).toEqual([
        2,
        '12',
        'c',
      ]);
      expect(log.map(({ sequence }) => sequence)).toEqual([3]);
      await storage.documents.compact(space, { through: 3, update: bytes('123'), coverage: bytes('') });
      expect(await append('4')).toEqual([4]);
    });

    test('[W6] a snapshot that comes late replaces none of more entries', async () => {
      const space = newSpaceId();
      for (const update of ['1', '2', '3'])
        await storage.documents.append([{ space, update: bytes(update), merged: 1 }]);
      const fold = (through: number, update: string) =>
        storage.documents.compact(space, { through, update: bytes(update), coverage: bytes('') });
      await fold(2, '12');
      await fold(1, '1');
      const { snapshot, log } = await storage.documents.load(space);
      expect([snapshot?.through, text(snapshot?.update ?? bytes(''))]).toEqual([2, '12']);
      expect(log.map(({ sequence }) => sequence)).toEqual([3]);
    });

    test('[W6] a large update and many small ones are kept as they are, byte by byte', async () => {
      const space = newSpaceId();
      const updates = [randomBytes(3_000_000), new Uint8Array(), Uint8Array.from({ length: 256 }, (_, byte) => byte)];
      const many = Array.from({ length: 500 }, () => randomBytes(20));
      await storage.documents.append([...updates, ...many].map((update) => ({ space, update, merged: 1 })));
      const { log } = await storage.documents.load(space);
      expect(log.map(({ update }) => Buffer.from(update).toString('base64'))).toEqual(
        [...updates, ...many].map((update) => Buffer.from(update).toString('base64')),
      );
      await storage.documents.compact(space, { through: 503, update: updates[0] ?? bytes(''), coverage: bytes('\0') });
      const { snapshot } = await storage.documents.load(space);
      expect(Buffer.from(snapshot?.update ?? []).equals(updates[0] ?? bytes(''))).toBe(true);
      expect(text(snapshot?.coverage ?? bytes(''))).toBe('\0');
    });

    test('[W4] an entry that is set aside is loaded no more, and its sequence is not given again', async () => {
      const space = newSpaceId();
      const append = () => storage.documents.append([{ space, update: bytes('x'), merged: 1 }]);
      await append();
      await append();
      // Whoever loads it need not know that it was asked for.
      const aside = storage.documents.quarantine(space, 2);
      expect((await storage.documents.load(space)).log.map(({ sequence }) => sequence)).toEqual([1]);
      await aside;
      expect(await append()).toEqual([3]);
    });
  });

  describe(`${name}: several at once`, () => {
    test('[W6] two that append to the same spaces never get one sequence, and leave none out', async () => {
      const other = await openOne();
      const spaces = [newSpaceId(), newSpaceId(), newSpaceId()];
      const given: number[][] = spaces.map(() => []);
      const lane = async (one: Storage, turn: number): Promise<void> => {
        for (let round = 0; round < 20; round++) {
          // Each in an order of its own, which must not make them wait for each other for ever.
          const order = [0, 1, 2].map((at) => (at * (turn + 1) + round) % 3);
          const entries = order.flatMap((at) => {
            const space = spaces[at] ?? newSpaceId();
            return [1, 2].map((n) => ({ space, update: bytes(`${turn}-${round}-${n}`), merged: 1 }));
          });
          const sequences = await one.documents.append(entries);
          for (const [at, { space }] of entries.entries()) given[spaces.indexOf(space)]?.push(sequences[at] ?? 0);
        }
      };
      await Promise.all([lane(storage, 0), lane(other, 1), lane(storage, 0), lane(other, 1)]);
      for (const [at, space] of spaces.entries()) {
        const sorted = (given[at] ?? []).sort((a, b) => a - b);
        expect(sorted).toEqual(sorted.map((_, index) => index + 1));
        expect((await storage.documents.load(space)).log.map(({ sequence }) => sequence)).toEqual(sorted);
      }
    });

    test('[R17] two that each take away another owner leave one', async () => {
      const [ada, bob] = [await addUser(), await addUser()];
      const other = await openOne();
      for (let round = 0; round < 5; round++) {
        const { id } = await addSpace(ada, {}, [set(bob, 'owner')]);
        const done = await Promise.all([
          storage.spaces.changeMembers(id, [set(ada, 'viewer')], 3_000),
          other.spaces.changeMembers(id, [set(bob, 'viewer')], 3_000),
        ]);
        expect(done.sort()).toEqual(['done', 'no-owner']);
        expect((await storage.spaces.members(id)).filter(({ role }) => role === 'owner')).toHaveLength(1);
      }
    });

    test('[R17] two users with one e-mail that come at once are one', async () => {
      const other = await openOne();
      const add = (one: Storage) => {
        const user = { id: asId<UserId>(randomUUID()), name: 'A', email: 'a@example.com', created: 1, modified: 1 };
        return one.accounts.addUser(user, token(), bytes('seed'));
      };
      expect((await Promise.all([add(storage), add(other)])).sort()).toEqual([false, true]);
    });
  });

  describe(`${name}: accounts`, () => {
    test('[R2] a token is known by its hash until it expires or is revoked', async () => {
      const first = token();
      const user = await addUser('ada@example.com', first);
      const short = token({ expires: 5_000, readOnly: true });
      expect(await storage.accounts.addToken(user.id, short, 1_500)).toBe(true);
      expect(await storage.accounts.bearer(first.hash, 9_000)).toEqual({
        user,
        token: { id: first.id, user: user.id, readOnly: false, created: 1_000, expires: undefined, revoked: undefined },
      });
      expect((await storage.accounts.bearer(short.hash, 4_999))?.token.readOnly).toBe(true);
      expect(await storage.accounts.bearer(short.hash, 5_000)).toBeUndefined();
      expect(await storage.accounts.livingToken(short.id, 5_000)).toBeUndefined();
      expect(await storage.accounts.bearer(randomBytes(32), 1)).toBeUndefined();
      expect(await storage.accounts.revokeToken(first.id, 6_000)).toBe(true);
      expect(await storage.accounts.bearer(first.hash, 6_001)).toBeUndefined();
      expect(await storage.accounts.revokeToken(randomUUID(), 1)).toBe(false);
      expect(await storage.accounts.addToken(randomUUID(), token(), 1)).toBe(false);
      expect((await storage.accounts.tokens()).map(({ id, revoked }) => [id, revoked])).toEqual([
        [first.id, 6_000],
        [short.id, undefined],
      ]);
    });

    test('[R17] an e-mail is in use once, however it is written', async () => {
      await addUser('Ada@example.com');
      const twin = { id: asId<UserId>(randomUUID()), name: 'Twin', email: 'ada@EXAMPLE.com', created: 1, modified: 1 };
      expect(await storage.accounts.addUser(twin, token(), bytes('seed'))).toBe(false);
      expect(await storage.accounts.users()).toHaveLength(1);
      expect(await storage.spaces.space(twin.id)).toBeUndefined();
    });

    test('[R17] a user comes with their own space, its seed, and where their e-mail was invited', async () => {
      const owner = await addUser();
      const space = await addSpace(owner);
      const invite = { id: randomUUID(), email: 'Eve@example.com', role: 'viewer' as const };
      await storage.spaces.changeMembers(space.id, [{ kind: 'invite', invite, by: owner.id }], 3_000);
      expect(await storage.spaces.invites(space.id)).toEqual([invite]);
      const eve = await addUser('eve@EXAMPLE.com');
      expect(await storage.spaces.invites(space.id)).toEqual([]);
      expect(await storage.spaces.role(space.id, eve.id)).toBe('viewer');
      expect(await storage.spaces.role(eve.id, eve.id)).toBe('owner');
      expect((await storage.documents.load(asId(eve.id))).log.map(({ update }) => text(update))).toEqual(['seed']);
    });
  });

  describe(`${name}: spaces`, () => {
    test('[W10] an id is taken once', async () => {
      const owner = await addUser();
      const space = await addSpace(owner);
      const other = await addUser();
      expect(await storage.spaces.create({ ...space, created: 9 }, other.id, [set(other, 'owner')], bytes('x'))).toBe(
        false,
      );
      expect(await storage.spaces.space(space.id)).toEqual(space);
      expect(await storage.spaces.role(space.id, other.id)).toBeUndefined();
      expect((await storage.documents.load(space.id)).log).toEqual([]);
    });

    test('[W7] roles: a member’s own, a workspace’s owners in its projects, nobody in another’s personal space', async () => {
      const [ada, bob, eve] = [await addUser(), await addUser(), await addUser()];
      const workspace = await addSpace(ada, {}, [set(bob, 'contributor')]);
      const project = await addSpace(
        bob,
        { kind: 'project', workspace: workspace.id, created: 3_000, modified: 3_000 },
        [set(eve, 'viewer')],
      );
      const roles = (space: string) => Promise.all([ada, bob, eve].map(({ id }) => storage.spaces.role(space, id)));
      expect(await roles(workspace.id)).toEqual(['owner', 'contributor', undefined]);
      expect(await roles(project.id)).toEqual(['owner', 'owner', 'viewer']);
      expect(await roles(ada.id)).toEqual(['owner', undefined, undefined]);
      expect(await roles(randomUUID())).toEqual([undefined, undefined, undefined]);
      expect([...(await storage.spaces.people(project.id)).keys()].sort()).toEqual([ada.id, bob.id, eve.id].sort());
      expect((await storage.spaces.spacesOf(ada.id)).map(({ id, role }) => [id, role])).toEqual([
        [ada.id, 'owner'],
        [workspace.id, 'owner'],
        [project.id, 'owner'],
      ]);
      expect((await storage.spaces.projects(workspace.id)).map(({ id }) => id)).toEqual([project.id]);
      await storage.spaces.remove(workspace.id, 4_000);
      expect(await roles(project.id)).toEqual([undefined, undefined, undefined]);
      expect((await storage.spaces.space(project.id))?.deleted).toBe(4_000);
      expect((await storage.spaces.spacesOf(eve.id)).map(({ id }) => id)).toEqual([eve.id]);
    });

    test('[R17] members change all or nothing, and an owner stays', async () => {
      const [ada, bob] = [await addUser(), await addUser()];
      const { id } = await addSpace(ada);
      const changed = [set(bob, 'owner'), { kind: 'remove', user: bob.id }, set(ada, 'viewer')] as const;
      expect(await storage.spaces.changeMembers(id, changed, 5_000)).toBe('no-owner');
      expect((await storage.spaces.members(id)).map(({ user, role }) => [user.id, role])).toEqual([[ada.id, 'owner']]);
      expect((await storage.spaces.space(id))?.modified).toBe(2_000);
      expect(await storage.spaces.changeMembers(id, [set(bob, 'owner'), set(ada, 'viewer')], 5_000)).toBe('done');
      expect((await storage.spaces.space(id))?.modified).toBe(5_000);
      expect(await storage.spaces.changeMembers(id, [set(bob, 'owner')], 6_000)).toBe('done');
      expect((await storage.spaces.space(id))?.modified).toBe(5_000);
    });
  });

  describe(`${name}: admissions`, () => {
    test('[R26] a request is asked for once; whoever becomes a member asks and is invited no more', async () => {
      const [ada, bob] = [await addUser(), await addUser('bob@example.com')];
      const space = await addSpace(ada);
      await storage.admissions.ask(space.id, bob.id, 'viewer', 3_000);
      await storage.admissions.ask(space.id, bob.id, 'owner', 4_000);
      expect(await storage.admissions.requests(space.id)).toEqual([{ user: bob, role: 'viewer' }]);
      await storage.spaces.changeMembers(space.id, [{ kind: 'deny', user: bob.id }], 5_000);
      expect(await storage.admissions.requests(space.id)).toEqual([]);
      await storage.admissions.ask(space.id, bob.id, 'viewer', 6_000);
      const invite = { id: randomUUID(), email: 'BOB@example.com', role: 'viewer' as const };
      const changes: MemberChange[] = [
        { kind: 'invite', invite, by: ada.id },
        { kind: 'set', user: bob.id, role: 'contributor' },
      ];
      await storage.spaces.changeMembers(space.id, changes, 7_000);
      expect(await storage.admissions.requests(space.id)).toEqual([]);
      expect(await storage.spaces.invites(space.id)).toEqual([]);
    });

    test('[R26] an invite waits for an e-mail, not while its space is deleted, and is used up when it is accepted', async () => {
      const [ada, bob] = [await addUser(), await addUser('bob@example.com')];
      const space = await addSpace(ada);
      const invite = { id: randomUUID(), email: 'Bob@example.com', role: 'viewer' as const };
      await storage.spaces.changeMembers(space.id, [{ kind: 'invite', invite, by: ada.id }], 3_000);
      const waiting = { ...invite, space: space.id, by: ada.id };
      expect(await storage.admissions.invitesFor('BOB@example.com')).toEqual([waiting]);
      expect(await storage.admissions.invite(invite.id)).toEqual(waiting);
      await storage.spaces.remove(space.id, 4_000);
      expect(await storage.admissions.invitesFor(bob.email)).toEqual([]);
      await storage.spaces.restore(space.id, 5_000);
      expect(await storage.admissions.accept(invite.id, bob.id, 6_000)).toBe(true);
      expect(await storage.spaces.role(space.id, bob.id)).toBe('viewer');
      expect(await storage.admissions.accept(invite.id, bob.id, 7_000)).toBe(false);
    });

    test('[R27] a code is good until its time, the next one, or its use; not where the e-mail is in use', async () => {
      const ada = await addUser();
      const space = await addSpace(ada);
      const invite = { id: randomUUID(), email: 'eve@example.com', role: 'viewer' as const };
      await storage.spaces.changeMembers(space.id, [{ kind: 'invite', invite, by: ada.id }], 3_000);
      const [old, code] = [randomBytes(32), randomBytes(32)];
      const join = (hash: Uint8Array, created: number) => {
        const made = { id: asId<UserId>(randomUUID()), name: 'Eve', created, modified: created };
        return storage.accounts.join(hash, made, token(), bytes('seed'));
      };
      await storage.admissions.putCode(invite.id, old, 9_000);
      await storage.admissions.putCode(invite.id, code, 9_000);
      expect(await join(old, 5_000)).toBe('no-code');
      expect(await join(code, 9_000)).toBe('no-code');
      const eve = await join(code, 8_999);
      expect(eve).toMatchObject({ name: 'Eve', email: 'eve@example.com' });
      expect(await join(code, 8_999)).toBe('no-code');
      const others = { id: randomUUID(), email: 'EVE@example.com', role: 'viewer' as const };
      const other = await addSpace(ada);
      await storage.spaces.changeMembers(other.id, [{ kind: 'invite', invite: others, by: ada.id }], 9_000);
      await storage.admissions.putCode(others.id, old, 20_000);
      expect(await join(old, 10_000)).toBe('in-use');
      expect(await storage.spaces.invites(other.id)).toEqual([others]);
    });
  });

  describe(`${name}: deleted spaces`, () => {
    test('[R28] are their owners’, newest first; a workspace comes back with what went with it', async () => {
      const [ada, bob] = [await addUser(), await addUser()];
      const workspace = await addSpace(ada, {}, [{ kind: 'set', user: bob.id, role: 'viewer' }]);
      const project = (id = newSpaceId()) => addSpace(bob, { id, kind: 'project', workspace: workspace.id });
      const [before, within] = [await project(), await project()];
      await storage.spaces.remove(before.id, 3_000);
      await storage.spaces.remove(workspace.id, 4_000);
      const deleted = async (user: UserRow) => (await storage.spaces.deletedOf(user.id)).map(({ id }) => id);
      expect((await deleted(ada)).sort()).toEqual([workspace.id, before.id, within.id].sort());
      expect((await deleted(ada)).at(-1)).toBe(before.id);
      expect((await deleted(bob)).sort()).toEqual([before.id, within.id].sort());
      await storage.spaces.restore(workspace.id, 5_000);
      expect(await deleted(ada)).toEqual([before.id]);
      expect((await storage.spaces.space(within.id))?.deleted).toBeUndefined();
    });
  });

  describe(`${name}: the record index`, () => {
    test('[R15] tells who holds a record, first merged first, and which spaces it lags behind', async () => {
      const ada = await addUser();
      const [a, b] = [await addSpace(ada), await addSpace(ada)];
      const times = (created: number, modified: number) => ({ kind: 'task' as const, id: 't', created, modified });
      await storage.records.save(a.id, 1, [times(20, 20)]);
      await storage.records.save(b.id, 1, [times(10, 10)]);
      await storage.records.save(a.id, 2, [times(20, 30)]);
      // Who comes late changes nothing.
      await storage.records.save(a.id, 1, [times(20, 25)]);
      expect(await storage.records.holders('task', 't')).toEqual([
        { space: b.id, created: 10 },
        { space: a.id, created: 20 },
      ]);
      expect(await storage.records.holders('section', 't')).toEqual([]);
      expect(await storage.records.load(a.id)).toEqual({ through: 2, times: [times(20, 30)] });
      expect(await storage.records.behind()).toEqual([ada.id]);
      await storage.records.save(asId(ada.id), 1, []);
      expect(await storage.records.behind()).toEqual([]);
      await storage.documents.append([{ space: asId(ada.id), update: bytes('x'), merged: 1 }]);
      expect(await storage.records.behind()).toEqual([ada.id]);
      // Those where an id is named in what is not saved.
      const named = asId<SpaceId>(ada.id);
      await storage.documents.append([{ space: named, update: bytes('…an-id…'), merged: 1 }]);
      expect([await storage.records.behind('an-id'), await storage.records.behind('another')]).toEqual([[ada.id], []]);
      await storage.records.save(named, 2, []);
      expect([await storage.records.behind('an-id'), await storage.records.behind()]).toEqual([[ada.id], [ada.id]]);
      await storage.records.save(named, 3, []);
      expect([await storage.records.behind('an-id'), await storage.records.behind()]).toEqual([[], []]);
      await storage.documents.append([{ space: named, update: bytes('an-id'), merged: 1 }]);
      expect(await storage.records.behind('an-id')).toEqual([ada.id]);
    });
  });

  describe(`${name}: the trash of a space`, () => {
    test('[D4] tells in which spaces something was deleted by then, or may have been since nobody has looked', async () => {
      const ada = await addUser();
      const [a, b] = [await addSpace(ada), await addSpace(ada)];
      const own = asId<SpaceId>(ada.id);
      await storage.records.save(own, 9, []);
      const times = (id: string, deleted?: number) => ({ kind: 'task' as const, id, created: 1, modified: 1, deleted });
      await storage.records.save(a.id, 1, [times('kept'), times('gone', 500)]);
      expect([await storage.records.deletedBy(499), await storage.records.deletedBy(500)]).toEqual([[], [a.id]]);
      await storage.documents.append([{ space: b.id, update: bytes('x'), merged: 300 }]);
      await storage.documents.append([{ space: b.id, update: bytes('y'), merged: 700 }]);
      expect([await storage.records.deletedBy(299), await storage.records.deletedBy(300)]).toEqual([[], [b.id]]);
      await storage.records.save(b.id, 1, []);
      expect(await storage.records.deletedBy(699)).toEqual([a.id]);
      expect((await storage.records.deletedBy(700)).toSorted()).toEqual([a.id, b.id].toSorted());
      // Taken out of the trash again.
      await storage.records.save(a.id, 2, [times('gone')]);
      expect(await storage.records.deletedBy(699)).toEqual([]);
    });
  });

  describe(`${name}: texts`, () => {
    test('[L3] any text is a name, and any text the id of a record', async () => {
      const odd = ['\0', 'a\0b\u0010c', '\u0010', "'; DROP TABLE users; --", '\\x00', '{"a",NULL}', '__proto__', '🧭é'];
      const ada = await addUser();
      for (const name of odd) {
        await storage.accounts.rename(ada.id, name, 2_000);
        expect((await storage.accounts.users()).map((user) => user.name)).toEqual([name]);
      }
      const times = odd.map((id) => ({ kind: 'task' as const, id, created: 1, modified: 2, deleted: undefined }));
      await storage.records.save(asId(ada.id), 1, times);
      const known = (await storage.records.load(asId(ada.id))).times;
      expect(new Set(known.map(({ id }) => id))).toEqual(new Set(odd));
      for (const id of odd) expect(await storage.records.holders('task', id)).toEqual([{ space: ada.id, created: 1 }]);
      expect(await storage.spaces.space('\0')).toBeUndefined();
      expect(await storage.accounts.usersById(['\0', ada.id, '{}'])).toEqual(new Map([[ada.id, expect.anything()]]));
    });
  });

  describe(`${name}: upkeep`, () => {
    test('[D4] a space that was deleted long enough ago is purged: its content and members go, its id stays taken', async () => {
      const ada = await addUser();
      const [old, fresh] = [await addSpace(ada), await addSpace(ada)];
      for (const { id } of [old, fresh]) await storage.documents.append([{ space: id, update: bytes('x'), merged: 1 }]);
      await storage.records.save(old.id, 1, [{ kind: 'task', id: 't', created: 1, modified: 1, deleted: undefined }]);
      await storage.spaces.remove(old.id, 3_000);
      await storage.spaces.remove(fresh.id, 5_000);
      expect(await storage.upkeep.purgeSpaces(2_999, 9_000)).toEqual([]);
      expect(await storage.upkeep.purgeSpaces(4_000, 9_000)).toEqual([old.id]);
      expect(await storage.upkeep.purgeSpaces(4_000, 9_000)).toEqual([]);
      expect((await storage.documents.load(old.id)).log).toEqual([]);
      expect(await storage.records.holders('task', 't')).toEqual([]);
      expect(await storage.spaces.members(old.id)).toEqual([]);
      expect((await storage.upkeep.spaces()).map(({ id }) => id)).toEqual([ada.id, fresh.id]);
      expect(await storage.spaces.create(old, ada.id, [], undefined)).toBe(false);
    });

    test('[W6] the last entry of every document, folded or not', async () => {
      const ada = await addUser();
      const [a, b] = [await addSpace(ada), await addSpace(ada)];
      const entry = (space: SpaceId) => ({ space, update: bytes('x'), merged: 1 });
      await storage.documents.append([entry(a.id), entry(a.id), entry(b.id)]);
      await storage.documents.compact(a.id, { through: 2, update: bytes('xx'), coverage: bytes('') });
      const last = await storage.documents.lastEntries();
      expect([a.id, b.id, asId<SpaceId>(ada.id)].map((id) => last.get(id))).toEqual([2, 1, 1]);
      expect(last.get(newSpaceId())).toBeUndefined();
      expect(await storage.documents.lastEntries([b.id, newSpaceId()])).toEqual(new Map([[b.id, 1]]));
      await storage.documents.append([entry(a.id)]);
      expect(await storage.documents.lastEntries([a.id])).toEqual(new Map([[a.id, 3]]));
    });

    test('[W11] what came after an entry, and how much there is', async () => {
      const id = newSpaceId();
      const entry = (update: string) => ({ space: id, update: bytes(update), merged: 1 });
      await storage.documents.append([entry('a'), entry('bb'), entry('ccc')]);
      const later = async (sequence: number) => {
        const { snapshot, log } = await storage.documents.load(id, sequence);
        return [snapshot?.through, log.map(({ sequence: at }) => at)];
      };
      expect([await later(0), await later(1), await later(3)]).toEqual([
        [undefined, [1, 2, 3]],
        [undefined, [2, 3]],
        [undefined, []],
      ]);
      expect(await storage.documents.amount(id)).toEqual({ entries: 3, bytes: 6, snapshotBytes: 0 });
      await storage.documents.compact(id, { through: 2, update: bytes('folded'), coverage: bytes('') });
      expect([await later(0), await later(1), await later(2), await later(3)]).toEqual([
        [2, [3]],
        [2, [3]],
        [undefined, [3]],
        [undefined, []],
      ]);
      expect(await storage.documents.amount(id)).toEqual({ entries: 1, bytes: 3, snapshotBytes: 6 });
      expect(await storage.documents.amount(newSpaceId())).toEqual({ entries: 0, bytes: 0, snapshotBytes: 0 });
    });

    test('[W7] a user is removed with tokens and memberships, and not while only they own something', async () => {
      const first = token();
      const [ada, bob] = [await addUser('ada@example.com', first), await addUser()];
      const alone = await addSpace(ada);
      const together = await addSpace(ada, {}, [set(bob, 'owner')]);
      expect(await storage.upkeep.removeUser(randomUUID(), undefined, 3_000)).toEqual({ kind: 'no-user' });
      expect(await storage.upkeep.removeUser(ada.id, ada.id, 3_000)).toEqual({ kind: 'no-heir' });
      expect(await storage.upkeep.removeUser(ada.id, randomUUID(), 3_000)).toEqual({ kind: 'no-heir' });
      expect(await storage.upkeep.removeUser(ada.id, undefined, 3_000)).toEqual({
        kind: 'only-owner',
        spaces: [alone.id],
      });
      expect(await storage.accounts.bearer(first.hash, 3_000)).toBeDefined();
      expect(await storage.upkeep.removeUser(ada.id, bob.id, 4_000)).toEqual({ kind: 'done' });
      expect(await storage.accounts.bearer(first.hash, 4_000)).toBeUndefined();
      expect((await storage.accounts.users()).map(({ id }) => id)).toEqual([bob.id]);
      for (const { id } of [alone, together]) {
        expect((await storage.spaces.members(id)).map(({ user, role }) => [user.id, role])).toEqual([
          [bob.id, 'owner'],
        ]);
      }
      expect((await storage.spaces.space(ada.id))?.deleted).toBe(4_000);
      // The address is free again.
      await addUser('ada@example.com');
    });

    test('[W6] a sound store has no faults', async () => {
      const ada = await addUser();
      await storage.documents.append([{ space: asId(ada.id), update: bytes('x'), merged: 1 }]);
      expect(await storage.upkeep.faults()).toEqual([]);
    });
  });

  test(`${name}: [W7] rights and names are what they are now: after our own writes at once, after another process’s in the next turn`, async () => {
    const first = token({ expires: 9_000 });
    const ada = await addUser('ada@example.com', first);
    const bob = await addUser();
    const { id } = await addSpace(ada, {}, [set(bob, 'viewer')]);
    const other = await openOne();
    const read = async () => ({
      bearer: (await storage.accounts.bearer(first.hash, 3_000))?.user.name,
      living: (await storage.accounts.livingToken(first.id, 3_000))?.id,
      role: await storage.spaces.role(id, bob.id),
      people: [...(await storage.spaces.people(id)).values()].map((user) => user.name),
      users: [...(await storage.accounts.usersById([ada.id])).values()].map((user) => user.name),
      deleted: (await storage.spaces.space(id))?.deleted,
      holders: (await storage.records.holders('task', 't')).length,
    });
    const asTheyAre = async () => {
      // A storage that was just opened has kept nothing.
      await new Promise<void>((turn) => setImmediate(turn));
      const [here, anew] = [await read(), await place.open()];
      const kept = storage;
      storage = anew;
      expect(here).toEqual(await read());
      storage = kept;
      await anew.close();
      return here;
    };
    const before = await asTheyAre();
    expect(before).toMatchObject({
      bearer: 'Someone',
      living: first.id,
      role: 'viewer',
      people: ['Someone', 'Someone'],
    });
    expect(await storage.accounts.bearer(first.hash, 9_000)).toBeUndefined();
    expect(await storage.accounts.livingToken(first.id, 9_000)).toBeUndefined();
    for (const [at, writer] of [storage, other].entries()) {
      await writer.accounts.rename(ada.id, `Ada ${at}`, 3_000);
      expect(await asTheyAre()).toMatchObject({ bearer: `Ada ${at}`, users: [`Ada ${at}`] });
      await writer.spaces.changeMembers(id, [set(bob, at === 0 ? 'contributor' : 'owner')], 3_000);
      expect((await asTheyAre()).role).toBe(at === 0 ? 'contributor' : 'owner');
      await writer.records.save(id, at + 1, [{ kind: 'task', id: at === 0 ? 't' : 'u', created: 1, modified: 1 }]);
      expect((await asTheyAre()).holders).toBe(1);
      await writer.spaces.remove(id, 4_000);
      expect(await asTheyAre()).toMatchObject({ role: undefined, deleted: 4_000 });
      await writer.spaces.restore(id, 5_000);
      expect((await asTheyAre()).role).toBe(at === 0 ? 'contributor' : 'owner');
    }
    await other.accounts.revokeToken(first.id, 3_000);
    expect(await asTheyAre()).toMatchObject({ bearer: undefined, living: undefined });
  });

  test(`${name}: [W7] tells of what another process changes, and not of its own changes`, async () => {
    let told = 0;
    const versions = [await storage.outsideVersion()];
    const end = storage.onOutsideChange(() => told++);
    const other = await openOne();
    await addUser();
    expect(await storage.writable()).toBe(true);
    const user = (await other.accounts.users())[0];
    const before = told;
    versions.push(await storage.outsideVersion());
    await other.accounts.addToken(user?.id ?? '', token(), 1);
    versions.push(await storage.outsideVersion());
    await waitFor('the news of another process', () => told > before, { timeout: 500, every: 5 });
    expect(before).toBe(0);
    expect([versions[0] === versions[1], versions[1] === versions[2]]).toEqual([true, false]);
    end();
  });
}
