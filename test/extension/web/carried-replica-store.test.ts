/** Folders whose windows have databases of their own show the same records, by way of the shelf. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CarriedReplicaStore } from '../../../extension/web/carried-replica-store';
import { MemoryPlace, MemoryReplicaStore } from '../../support/memory-replica-store';
import { type MemoryShelf, memoryShelf } from '../../support/memory-shelf';
import { openOwner } from '../../support/replica-owner';
import { waitFor } from '../../support/wait';

/** One origin: its databases, and the windows on them. */
class Origin {
  readonly #windows: CarriedReplicaStore[] = [];
  readonly warnings: string[] = [];
  #timers: { readonly ms: number; readonly run: () => void }[] = [];

  constructor(
    readonly name: string,
    readonly shelf: MemoryShelf,
    readonly place = new MemoryPlace(),
  ) {}

  window(): CarriedReplicaStore {
    const window = new CarriedReplicaStore({
      store: new MemoryReplicaStore(this.place),
      shelf: this.shelf,
      account: 'local',
      origin: `https://${this.name}.example`,
      after: (ms, run) => {
        const timer = { ms, run };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
      log: { warn: (text) => this.warnings.push(text) },
    });
    this.#windows.push(window);
    return window;
  }

  /** Lets the pause pass after which more is put on the shelf. */
  pass(): void {
    const due = this.#timers.filter(({ ms }) => ms < 5_000);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { run } of due) run();
  }

  /** How long the pauses that last now are, in milliseconds. */
  pauses(): readonly number[] {
    return this.#timers.flatMap(({ ms }) => (ms === 5_000 ? [] : ms));
  }

  async close(): Promise<void> {
    await Promise.all(this.#windows.map((window) => window.close()));
  }
}

let shelf: MemoryShelf;
let one: Origin;
let other: Origin;
beforeEach(() => {
  shelf = memoryShelf();
  one = new Origin('one', shelf);
  other = new Origin('other', shelf);
});
afterEach(async () => {
  await Promise.all([one.close(), other.close()]);
});

it('shows in a new folder what was made in another, and keeps it there', async () => {
  const window = one.window();
  const owner = await openOwner(window);
  await owner.set('one', 1);
  await window.close();

  const later = await openOwner(other.window());
  expect(later.records).toEqual({ one: 1 });
  expect(later.received.map(({ source }) => source)).toEqual(['disk']);
  await other.close();
  expect(other.place.kept.get('space')).toHaveLength(1);
  expect((await openOwner(other.window())).records).toEqual({ one: 1 });
});

it('shows in folders that are open what one of them does, both ways', async () => {
  const [a, b] = [await openOwner(one.window()), await openOwner(other.window())];
  await a.set('from one', 1);
  one.pass();
  await waitFor('the other has it', () => b.records['from one'] === 1);
  await b.set('from other', 2);
  other.pass();
  await waitFor('the first has it', () => a.records['from other'] === 2);
  expect(a.records).toEqual(b.records);
});

it('carries deletions over', async () => {
  const [a, b] = [await openOwner(one.window()), await openOwner(other.window())];
  await a.set('key', 1);
  one.pass();
  await waitFor('the other has it', () => b.records.key === 1);
  b.document.getMap('records').delete('key');
  await b.answers();
  other.pass();
  await waitFor('it is gone', () => !('key' in a.records));
});

it('puts an edit when it is made: a tab ends without a word', async () => {
  const [a, b] = [await openOwner(one.window()), await openOwner(other.window())];
  await a.set('first', 1);
  await waitFor('the other has it', () => b.records.first === 1);
});

it('puts what is made in the pause after a put together, at its end', async () => {
  const a = await openOwner(one.window());
  for (let n = 0; n < 20; n++) await a.set('n', n);
  await waitFor('the first put', () => shelf.writes === 1);
  one.pass();
  await waitFor('the second put', () => shelf.writes === 2);
  expect((await openOwner(other.window())).records).toEqual({ n: 19 });
  one.pass();
  await one.close();
  expect(shelf.writes).toBe(2);
});

it('pauses longer the larger the space is', async () => {
  const a = await openOwner(one.window());
  await a.set('large', 'x'.repeat(2_000_000));
  await waitFor('the pause', () => one.pauses().length === 1);
  expect(one.pauses()[0]).toBeGreaterThan(3_000);
  expect(one.pauses()[0]).toBeLessThan(3_010);
});

it('puts what another tab of the same folder wrote before it ended', async () => {
  const stays = await openOwner(one.window());
  const b = await openOwner(other.window());
  // The other tab has its edit in the database that both share, and nothing on the shelf.
  const ended = await openOwner(new MemoryReplicaStore(one.place));
  await ended.set('from the tab that ended', 1);
  await waitFor('the tab that stays has it', () => 'from the tab that ended' in stays.records);
  one.pass();
  await waitFor('the other folder has it', () => 'from the tab that ended' in b.records);
});

it('puts nothing anew for what another tab of the same folder has put', async () => {
  const [a, b] = [await openOwner(one.window()), await openOwner(one.window())];
  await a.set('one', 1);
  await waitFor('both tabs have it, and the shelf', () => b.records.one === 1 && shelf.writes === 1);
  one.pass();
  await one.close();
  expect(shelf.writes).toBe(1);
});

it('leaves one state on the shelf when one origin has it all', async () => {
  const [a, b] = [await openOwner(one.window()), await openOwner(other.window())];
  await Promise.all([a.set('a', 1), b.set('b', 2)]);
  one.pass();
  other.pass();
  await waitFor('both have both', () => 'b' in a.records && 'a' in b.records);
  await a.set('c', 3);
  one.pass();
  await waitFor('one state', () => shelf.items.size === 1);
  expect((await openOwner(new Origin('third', shelf).window())).records).toEqual({ a: 1, b: 2, c: 3 });
});

it('puts at the next start what a killed window did not', async () => {
  shelf.broken = true;
  await (await openOwner(one.window())).set('one', 1);
  // The window is gone before its edit was put on the shelf; its database has it.
  await waitFor('the put has failed', () => one.warnings.length > 1);
  shelf.broken = false;
  expect(shelf.items.size).toBe(0);
  const again = new Origin('one', shelf, one.place);
  await openOwner(again.window());
  await waitFor('it is on the shelf', () => shelf.items.size === 1);
  expect((await openOwner(other.window())).records).toEqual({ one: 1 });
});

it('puts nothing anew where nothing is new', async () => {
  const window = one.window();
  await (await openOwner(window)).set('one', 1);
  await window.close();
  const before = [...shelf.items.values()];
  const again = one.window();
  await openOwner(again);
  one.pass();
  await again.close();
  expect([...shelf.items.values()]).toEqual(before);
  expect([...shelf.items.values()][0]).toBe(before[0]);
});

it('takes nothing from a state that cannot be read', async () => {
  await (await openOwner(one.window())).set('one', 1);
  await one.close();
  const [key = ''] = shelf.items.keys();
  const [folder = '', name = ''] = key.split('/');
  await shelf.write(folder, name, Uint8Array.of(255, 255, 255, 7));
  const owner = await openOwner(other.window());
  expect(owner.records).toEqual({});
  expect(await owner.set('two', 2)).toEqual({ kind: 'written' });
});

it('works on its own database where the host has no shelf, and says so', async () => {
  shelf.broken = true;
  const owner = await openOwner(one.window());
  expect(await owner.set('one', 1)).toEqual({ kind: 'written' });
  await waitFor('a warning', () => one.warnings.length > 0);
  expect((await openOwner(one.window())).records).toEqual({ one: 1 });
});
