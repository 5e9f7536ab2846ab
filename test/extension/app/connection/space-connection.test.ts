// One line to a server, against real sockets that behave in every way: refuse, hang, go, come back, talk nonsense.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { type LineOptions, SpaceConnection } from '../../../../extension/app/connection/space-connection';
import { holdsEdit } from '../../../../extension/app/connection/unsent-edits';
import { asId, type SpaceId } from '../../../../shared/ids';
import { CLOSE, MESSAGE } from '../../../../shared/wire';
import { type HandEnvironment, handEnvironment } from '../../../support/hand-environment';
import { answerNothing, openSocketServer, sendNews } from '../../../support/socket-server';
import { waitFor } from '../../../support/wait';

const SPACE = asId<SpaceId>('5f0c0f1e-0000-4000-8000-000000000001');
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function socketServer(...choice: Parameters<typeof openSocketServer>) {
  const server = await openSocketServer(...choice);
  undo.push(server.close);
  return server;
}

function line(
  url: string,
  environment: HandEnvironment = handEnvironment(),
  token = 'secret',
  asksNews = false,
  counting: Pick<LineOptions, 'unsent' | 'settle'> = { unsent: () => [], settle: () => {} },
) {
  const doc = new Y.Doc();
  const options = { url, token, asksNews, ...counting };
  const connection = new SpaceConnection(SPACE, doc, options, environment);
  const states: string[] = [];
  connection.onState(({ kind }) => states.push(kind));
  undo.push(() => {
    connection.dispose();
    doc.destroy();
  });
  const reach = (kind: string) => waitFor(`the state ${kind}`, () => connection.state.kind === kind, { every: 5 });
  return { connection, doc, states, environment, reach };
}

test('goes online by way of a handshake and an exchange', async () => {
  const server = await socketServer(answerNothing);
  const { connection, states, reach, environment } = line(server.url);
  expect(connection.state).toEqual({ kind: 'off' });
  connection.start();
  connection.start();
  await reach('online');
  expect(states).toEqual(['connecting', 'syncing', 'online']);
  expect(server.handshakes).toHaveLength(1);
  // It listens for silence.
  expect(environment.time.pending).toBe(1);
  connection.dispose();
  expect(environment.time.pending).toBe(0);
});

test('carries the token in the handshake and never in the address', async () => {
  const server = await socketServer(answerNothing);
  const { connection, reach } = line(`${server.url}/team`, handEnvironment(), 'secret-token');
  connection.start();
  await reach('online');
  const [request] = server.handshakes;
  expect(request?.url).toBe(`/team/sync/${SPACE}`);
  expect(request?.headers['sec-websocket-protocol']?.split(/, ?/)).toEqual(['tackboard.v1', 'bearer.secret-token']);
});

test.each([
  [CLOSE.forbidden, 'forbidden'],
  [CLOSE.notFound, 'not-found'],
  [CLOSE.badMessage, 'bad-message'],
])('is refused by close code %i, rests, and tries again when it is asked to', async (code, reason) => {
  const server = await socketServer((socket) => socket.close(code));
  const { connection, reach, environment } = line(server.url);
  connection.start();
  await reach('refused');
  expect(connection.state).toEqual({ kind: 'refused', reason });
  environment.time.pass(10 * 60_000);
  expect(server.handshakes).toHaveLength(1);
  connection.start();
  await reach('refused');
  await waitFor('a second try', () => server.handshakes.length === 2);
});

test('waits and comes back when the server goes, and takes along what was written meanwhile', async () => {
  const first = await socketServer(answerNothing);
  const { connection, doc, states, reach, environment } = line(first.url);
  connection.start();
  await reach('online');
  await first.close();
  await reach('waiting');
  expect(connection.state).toEqual({ kind: 'waiting', attempt: 1, retryMs: 188 });
  environment.time.pass(187);
  expect(connection.state.kind).toBe('waiting');
  environment.time.pass(1);
  await reach('waiting');
  expect(connection.state).toMatchObject({ attempt: 2 });

  doc.getMap('records').set('written', 'meanwhile');
  const got = new Y.Doc();
  await socketServer((socket) => {
    answerNothing(socket);
    // The server's own question: what the client has beyond nothing.
    socket.send(Uint8Array.of(MESSAGE.sync, 0, 1, 0));
    socket.on('message', (data: Buffer) => {
      if (data[0] === MESSAGE.sync && data[1] === 1) Y.applyUpdate(got, data.subarray(3));
    });
  }, first.port);
  environment.time.pass(30_000);
  await reach('online');
  await waitFor('the change', () => got.getMap('records').get('written') === 'meanwhile');
  expect(states.filter((kind) => kind === 'waiting')).toHaveLength(2);
});

test('gives a handshake that never ends up and tries again', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { connection, reach, environment } = line(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  connection.start();
  await waitFor('the call', () => sockets.length === 1);
  environment.time.pass(14_900);
  expect(connection.state.kind).toBe('connecting');
  environment.time.pass(100);
  expect(connection.state).toMatchObject({ kind: 'waiting', attempt: 1 });
  environment.time.pass(30_000);
  await reach('connecting');
  await waitFor('the second call', () => sockets.length === 2);
});

/** A server that tells whether it is there, and then the news, until it falls silent with its sockets open. */
async function talkingServer() {
  const talk = { isSilent: false, asked: 0 };
  const server = await socketServer((socket) => {
    socket.on('message', (data: Buffer) => {
      const isQuestion = data[0] === MESSAGE.barrier;
      if (isQuestion) talk.asked++;
      if (talk.isSilent) return;
      if (isQuestion) socket.send(data);
      if (isQuestion) sendNews(socket, []);
      if (data[0] === MESSAGE.sync && data[1] === 0) socket.send(Uint8Array.of(MESSAGE.sync, 1, 2, 0, 0));
    });
  });
  const made = line(server.url);
  let heard = 0;
  made.connection.onNews(() => heard++);
  made.connection.start();
  await made.reach('online');
  const { time } = made.environment;
  return {
    ...made,
    server,
    talk,
    time,
    asked: (count: number) => waitFor(`question ${count}`, () => talk.asked === count, { every: 5 }),
    answered: (count: number) => waitFor(`answer ${count}`, () => heard === count, { every: 5 }),
    /** Time goes by second by second, as timers have it that wait for each other. */
    seconds: (count: number) => {
      for (let second = 0; second < count; second++) time.pass(1000);
    },
  };
}

describe('a socket that looks open', () => {
  test('over which nothing comes for long is asked whether anyone is there; who answers is left alone', async () => {
    const { connection, server, time, talk, asked, answered } = await talkingServer();
    for (let round = 1; round <= 3; round++) {
      time.pass(21_900);
      expect(connection.state.kind).toBe('online');
      expect(talk.asked).toBe(round - 1);
      time.pass(100);
      await asked(round);
      await answered(round);
    }
    expect(server.handshakes).toHaveLength(1);
  });

  test('and is dead is made anew', async () => {
    const { connection, server, time, talk, asked, reach } = await talkingServer();
    talk.isSilent = true;
    time.pass(22_000);
    await asked(1);
    time.pass(7_900);
    expect(connection.state.kind).toBe('online');
    time.pass(100);
    expect(connection.state).toEqual({ kind: 'waiting', attempt: 1, retryMs: 188 });
    talk.isSilent = false;
    time.pass(200);
    await reach('online');
    expect(server.handshakes).toHaveLength(2);
  });

  test('after the machine has slept is asked within seconds, though no timer knows of the sleep', async () => {
    const { connection, time, talk, asked, seconds } = await talkingServer();
    talk.isSilent = true;
    time.setClock(60 * 60_000);
    seconds(3);
    await asked(1);
    seconds(8);
    expect(connection.state.kind).toBe('waiting');
  });

  test('is asked in time though the clock was set back', async () => {
    const { connection, time, talk, asked, seconds } = await talkingServer();
    talk.isSilent = true;
    time.setClock(-60 * 60_000);
    seconds(22);
    await asked(1);
    seconds(8);
    expect(connection.state.kind).toBe('waiting');
  });

  test('is asked at once when the person comes back to the window', async () => {
    const { connection, time, talk, asked, answered } = await talkingServer();
    connection.hurry();
    await asked(1);
    await answered(1);
    time.pass(8_000);
    expect(connection.state.kind).toBe('online');
    talk.isSilent = true;
    connection.hurry();
    await asked(2);
    time.pass(8_000);
    expect(connection.state.kind).toBe('waiting');
  });

  test('to a server that never begins to speak is made anew too', async () => {
    const server = await socketServer(() => {});
    const { connection, reach, environment } = line(server.url);
    connection.start();
    await reach('syncing');
    environment.time.pass(22_000);
    environment.time.pass(8_000);
    expect(connection.state).toMatchObject({ kind: 'waiting', attempt: 1 });
    environment.time.pass(30_000);
    await waitFor('the second call', () => server.handshakes.length === 2);
  });
});

test('a line that waits comes back within seconds after the machine has slept', async () => {
  const server = await socketServer((socket) => socket.close(CLOSE.tryLater));
  const { connection, reach, environment } = line(server.url);
  connection.start();
  await reach('waiting');
  environment.time.pass(100);
  expect(connection.state.kind).toBe('waiting');
  environment.time.setClock(60 * 60_000);
  environment.time.pass(3_000);
  await waitFor('the second call', () => server.handshakes.length === 2);
});

test('hurries where it waits, and not where it was refused', async () => {
  let code: number = CLOSE.restart;
  const server = await socketServer((socket) => socket.close(code));
  const { connection, reach } = line(server.url);
  connection.start();
  await reach('waiting');
  code = CLOSE.forbidden;
  connection.hurry();
  await reach('refused');
  connection.hurry();
  expect(connection.state.kind).toBe('refused');
  expect(server.handshakes).toHaveLength(2);
});

test('starts at once where it waits, with the shortest waits again', async () => {
  const server = await socketServer(answerNothing);
  const { url, port } = server;
  await server.close();
  const { connection, reach, environment } = line(url);
  connection.start();
  for (let attempt = 1; attempt <= 5; attempt++) {
    await waitFor(`wait ${attempt}`, () => connection.state.kind === 'waiting' && connection.state.attempt === attempt);
    if (attempt < 5) environment.time.pass(30_000);
  }
  await socketServer(answerNothing, port);
  connection.start();
  await reach('online');
});

test('an edit that is counted here and comes back from the server, as where this machine lost it, is settled', async () => {
  const lost = new Y.Doc();
  lost.getMap('records').set('written', 'and lost here');
  const reach: [number, number][] = [[lost.clientID, 1]];
  const counted = new Set([{ space: SPACE as string, reach }]);
  let bringBack = () => {};
  const server = await socketServer((socket) => {
    answerNothing(socket);
    const update = Y.encodeStateAsUpdate(lost);
    bringBack = () => socket.send(Uint8Array.of(MESSAGE.sync, 2, update.length, ...update));
    socket.send(Uint8Array.of(MESSAGE.sync, 0, 1, 0));
    socket.on('message', (data: Buffer) => data[0] === MESSAGE.barrier && socket.send(data));
  });
  const {
    connection,
    doc,
    reach: reaches,
  } = line(server.url, handEnvironment(), 'secret', false, {
    unsent: () => [...counted].filter((edit) => holdsEdit(doc, edit)),
    settle: (edits) => {
      for (const edit of counted) if (edits.includes(edit)) counted.delete(edit);
    },
  });
  connection.start();
  await reaches('online');
  bringBack();
  await waitFor('it to be settled', () => counted.size === 0);
});

test('makes the line anew after a message that cannot be read', async () => {
  let greeted = 0;
  const server = await socketServer((socket) => {
    if (++greeted === 1) socket.send(Uint8Array.of(MESSAGE.sync));
    else answerNothing(socket);
  });
  const { connection, reach, environment } = line(server.url);
  connection.start();
  await reach('waiting');
  expect(environment.logged.join()).toContain('cannot be read');
  environment.time.pass(30_000);
  await reach('online');
});

test('asks for news on the personal line only, and hands on what it gets', async () => {
  const asked: number[] = [];
  const text = '{"protocol":1,"spaces":[]}';
  const server = await socketServer((socket) => {
    answerNothing(socket);
    socket.on('message', (data: Buffer) => {
      if (data[0] !== MESSAGE.news) return;
      asked.push(data.length);
      socket.send(Buffer.concat([Buffer.of(MESSAGE.news, text.length), Buffer.from(text)]));
    });
  });
  const personal = line(server.url, handEnvironment(), 'secret', true);
  const news: string[] = [];
  personal.connection.onNews((json) => news.push(json));
  personal.connection.start();
  await waitFor('the news', () => news.length > 0);
  const other = line(server.url);
  other.connection.start();
  await other.reach('online');
  expect(news).toEqual([text]);
  expect(asked).toEqual([1]);
});

test('is refused, with nothing of the token in the log, where a socket cannot carry the token', () => {
  const { connection, states, environment } = line('http://127.0.0.1:1', handEnvironment(), 'not a token');
  connection.start();
  expect(connection.state).toEqual({ kind: 'refused', reason: 'forbidden' });
  expect(states).toEqual(['refused']);
  expect(environment.logged.join()).toContain('No socket can be made');
  expect(environment.logged.join()).not.toContain('not a token');
});

test('ends for good', async () => {
  const server = await socketServer(answerNothing);
  const { connection, states, reach, environment } = line(server.url);
  connection.start();
  await reach('online');
  connection.dispose();
  connection.dispose();
  await waitFor('the server to see it go', () => server.open === 0);
  environment.time.pass(60_000);
  expect(connection.state).toEqual({ kind: 'off' });
  expect(states.at(-1)).toBe('off');
  expect(server.handshakes).toHaveLength(1);
});

test('twenty lines leave no listener at the process', () => {
  const before = process.listenerCount('exit');
  for (let count = 0; count < 20; count++) line('http://127.0.0.1:1');
  expect(process.listenerCount('exit')).toBe(before);
});
