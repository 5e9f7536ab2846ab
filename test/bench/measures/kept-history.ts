/** The large space on a contender's disk: written through the contender edit by edit, once, and copied for each round that opens it. */
import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Contender, RunningContender } from '../contenders/contender';
import { settled } from '../load/accounts';
import { within } from '../load/pace';
import { type History, history } from '../load/space';
import type { Round } from './measure';
import { type Running, run } from './running';

/** Edits on their way at once while it is written. */
const WINDOW = 200;
const written = new Map<string, string>();

/** How the server that wrote it was ended. */
export type Ending = 'clean' | 'killed';

/**
 * A folder of the contender's that holds the large space; each call gives a copy of its own.
 * @param ending whether the server was stopped, or killed once it had saved what it saves by itself
 */
export async function keptHistory(contender: Contender, round: Round, tasks: number, ending: Ending): Promise<string> {
  const key = `${contender.name}/${tasks}/${ending}`;
  let folder = written.get(key);
  if (folder === undefined) {
    folder = round.folder('history');
    await write(contender, folder, tasks, ending);
    written.set(key, folder);
  }
  const copy = round.folder('copy');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function write(contender: Contender, folder: string, tasks: number, ending: Ending): Promise<void> {
  await using running = await run(contender, folder);
  const { id, edits } = history(tasks);
  await running.server.makeRoom(id);
  await within('the edits of the large space', 300_000, sendAll(running, id, edits));
  await pause(contender.settle);
  await settled(running.pid);
  await (ending === 'clean' ? running.stop() : running.kill());
}

/** Sends all edits and waits until another replica has each. */
async function sendAll(running: Running<RunningContender>, room: string, edits: History['edits']): Promise<void> {
  const have = new Map<number, number>();
  let arrived = 0;
  let sent = 0;
  let finish = (): void => {};
  const finished = new Promise<void>((done) => {
    finish = done;
  });
  const fill = (): void => {
    for (let edit = edits[arrived]; edit && (have.get(edit.author) ?? 0) >= edit.end; edit = edits[arrived]) arrived++;
    for (; sent < edits.length && sent - arrived < WINDOW; sent++)
      writer.send((edits[sent] as History['edits'][0]).update);
    if (arrived === edits.length) finish();
  };
  const writer = running.replica(room);
  const reader = running.replica(room, {
    onUpdate: (clocks) => {
      for (const [author, clock] of clocks) have.set(author, Math.max(clock, have.get(author) ?? 0));
      if (sent > 0) fill();
    },
  });
  await Promise.all([writer.synced, reader.synced]);
  fill();
  await finished;
}
