/**
 * A window in a process of its own, for tests that kill it. Arguments: the account's folder, what to do, and for that:
 * `append NAME` edits without end and says each edit that was written; `compact STEP` compacts and kills itself at a step of it;
 * `meet NAME COUNT` writes a record and waits until it sees COUNT of them; `stay NAME` writes one and stays, and
 * writes another when it was stopped and goes on.
 */

import { FileReplicaStore } from '../../extension/node/file-replica-store';
import { nodeDisk } from '../../extension/node/node-disk';
import { openOwner } from './replica-owner';
import { watchedDisk } from './troubled-disk';
import { waitFor } from './wait';

const [folder = '', task = '', name = '', count = ''] = process.argv.slice(2);

async function append(): Promise<void> {
  const owner = await openOwner(new FileReplicaStore({ folder }));
  for (let number = 0; ; number++) {
    const { kind } = await owner.set(`${name} ${number}`, number);
    console.log(`${kind} ${number}`);
  }
}

async function compact(): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  const disk = watchedDisk(nodeDisk(), () => {
    if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
    return undefined;
  });
  const owner = await openOwner(new FileReplicaStore({ folder, disk }));
  left = Number(name);
  const { kind } = await owner.replica.compact();
  console.log(kind);
}

async function meet(): Promise<void> {
  const store = new FileReplicaStore({ folder });
  const owner = await openOwner(store);
  await owner.set(name, 1);
  await waitFor(`${count} records`, () => Object.keys(owner.records).length >= Number(count));
  console.log('met');
  await store.close();
}

async function stay(): Promise<void> {
  const owner = await openOwner(new FileReplicaStore({ folder }));
  const { kind } = await owner.set(name, 1);
  // Listened for before a word is said: whoever reads it may stop this process in the same moment.
  process.on('SIGCONT', async () => console.log(`awake: ${(await owner.set(`${name} awake`, 1)).kind}`));
  console.log(kind);
  // Nothing of the store keeps a process alive.
  setInterval(() => {}, 60_000);
}

const tasks: Record<string, () => Promise<void>> = { append, compact, meet, stay };
const run = tasks[task];
if (run === undefined) throw new Error(`no task ${task}`);
void run();
