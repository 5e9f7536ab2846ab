/** The replica store on files keeps the promises of every replica store, and a format of its own. */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileReplicaStore } from '../../../extension/node/file-replica-store';
import { replicaStoreContract } from '../../contracts/replica-store.contract';
import { filePlace } from '../../support/replica-files';
import { openOwner, TestOwner } from '../../support/replica-owner';

replicaStoreContract('files', async () => filePlace());

describe('the folder of the replicas', () => {
  it('is refused, and not touched, when a newer version has changed its format', async () => {
    await using place = filePlace();
    await mkdir(join(place.folder, 'format-2'));
    const window = place.window();
    const answer = await window.open('space', new TestOwner());
    expect(answer).toMatchObject({ kind: 'newer-format', message: expect.stringContaining('format-2') });
    expect((await window.spaces()).kind).toBe('newer-format');
    await window.close();
    expect(await readdir(place.folder)).toEqual(['format-2']);
  });

  it('is for its owner only', async () => {
    await using place = filePlace();
    await (await openOwner(place.window())).set('one', 1);
    const modes = new Set<number>();
    for (const name of await readdir(place.folder, { recursive: true })) {
      const status = await stat(join(place.folder, name));
      modes.add(status.mode & 0o777);
      expect(status.mode & 0o777).toBe(status.isDirectory() ? 0o700 : 0o600);
    }
    expect(modes.size).toBe(2);
  });

  it('may hold files that are none of ours', async () => {
    await using place = filePlace();
    await (await openOwner(place.window())).set('one', 1);
    for (const name of ['desktop.ini', '.DS_Store', 'log-', 'snapshot-1-a', 'log-a-b', 'damaged-log-a-1']) {
      await writeFile(join(place.spaceFolder(), name), 'foreign');
    }
    await mkdir(join(place.folder, 'format-1', 'spaces', 'something else'));
    const owner = await openOwner(place.window());
    expect(owner.records).toEqual({ one: 1 });
    expect(owner.problems).toEqual([]);
    expect(await place.window().spaces()).toEqual({ kind: 'spaces', ids: ['space'] });
  });

  it('is read in the order in which its logs were written, whatever they are called', async () => {
    await using place = filePlace();
    for (let sitting = 0; sitting < 3; sitting++) {
      const window = place.window();
      await (await openOwner(window)).set('sitting', sitting);
      await window.close();
    }
    const files = await place.files();
    const bytes = await Promise.all(files.map((name) => readFile(join(place.spaceFolder(), name))));
    const newest = Date.now() / 1_000;
    for (const [at, name] of files.entries()) await utimes(join(place.spaceFolder(), name), newest - at, newest - at);
    const owner = await openOwner(place.window());
    const read = owner.received.flatMap(({ updates }) => updates);
    expect(read.map((update) => bytes.findIndex((file) => file.includes(Buffer.from(update))))).toEqual([2, 1, 0]);
    expect(owner.records).toEqual({ sitting: 2 });
  });

  it('is unavailable, and said to be, when a file is in its place', async () => {
    await using place = filePlace();
    const folder = join(place.folder, 'occupied');
    await writeFile(folder, 'a file where the folder should be');
    const answer = await new FileReplicaStore({ folder }).open('space', new TestOwner());
    expect(answer).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(folder) });
  });
});
