// The commands on the account, with a person who is played and servers that answer over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInMessage } from '../../../../extension/app/commands/account-commands';
import { refusalMessage } from '../../../../extension/app/refusal-words';
import { CLOSE } from '../../../../shared/wire';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { type HttpAnswer, httpAnswer } from '../../../support/http-answer';
import { openSocketServer } from '../../../support/socket-server';
import { waitFor } from '../../../support/wait';

const USER = '5f0c0f1e-0000-4000-8000-000000000001';
let place: DeskPlace;
let window: DeskWindow;
let server: HttpAnswer;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  // Signing in works with the token `good`; there is nothing to sync with.
  server = await httpAnswer((request, response) =>
    request.headers.authorization === 'Bearer good'
      ? response.end(JSON.stringify({ id: USER, name: 'Ada' }))
      : response.writeHead(403).end('{}'),
  );
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await server.close();
});

const signIn = async () => {
  window.prompt.lines.push(server.url, 'good');
  await window.accounts.connect();
};

describe('connecting', () => {
  test('asks for address and token, and says who one is', async () => {
    window.prompt.lines.push(` ${server.url}/ `, ' good ');
    await window.accounts.connect();
    expect(window.desk.account).toMatchObject({ url: server.url, user: { id: USER, name: 'Ada' } });
    expect(window.prompt.told).toEqual([`Connected to ${server.url} as Ada.`]);
    expect(window.prompt.asked.map(({ secret }) => secret === true)).toEqual([false, true]);
  });

  test('begins with the address of the settings, unless one is connected', async () => {
    window.settings['connect.address'] = server.url;
    window.prompt.lines.push(({ value }) => value, 'good');
    await window.accounts.connect();
    expect(window.desk.account?.url).toBe(server.url);
    window.settings['connect.address'] = 'https://other.example';
    window.prompt.lines.push(undefined);
    await window.accounts.connect();
    expect(window.prompt.asked.at(-1)?.value).toBe(server.url);
  });

  test('refuses in the boxes what can be neither address nor token', async () => {
    window.prompt.lines.push('ftp://x', '', server.url, '', 'two words', 'good');
    await window.accounts.connect();
    expect(window.prompt.refused).toEqual([
      'The address must start with http:// or https://.',
      'Type the address of the server, such as http://127.0.0.1:4455.',
      'Type the token.',
      'That is no token: it holds letters, digits and - . _ ~ + only.',
    ]);
    expect(window.desk.account?.url).toBe(server.url);
  });

  test('says why a token is refused, and tries again with the same address', async () => {
    window.prompt.lines.push(server.url, 'bad', ({ value }) => value, 'good');
    window.prompt.actions.push('Try Again');
    await window.accounts.connect();
    expect(window.prompt.warned).toEqual([`${server.url} does not accept this token. Nothing has changed.`]);
    expect(window.prompt.asked[2]?.value).toBe(server.url);
    expect(window.desk.account?.url).toBe(server.url);
  });

  test('changes nothing where it fails and the person does not try again', async () => {
    await window.add('Stays');
    window.prompt.lines.push('http://127.0.0.1:1', 'good');
    await window.accounts.connect();
    expect(window.prompt.warned).toEqual([
      'Nobody answers at http://127.0.0.1:1. Is the address right, and is the server running? Nothing has changed.',
    ]);
    expect(window.desk.account).toBeUndefined();
    expect(window.lines()).toContain('      Stays');
  });

  test('ends where the person goes away from either box', async () => {
    window.prompt.lines.push(undefined);
    await window.accounts.connect();
    window.prompt.lines.push(server.url, undefined);
    await window.accounts.connect();
    expect(server.requests).toEqual([]);
    expect(window.prompt.warned).toEqual([]);
  });

  test('with what the window was handed asks for other things where that fails', async () => {
    window.prompt.actions.push('Try Again');
    window.prompt.lines.push(({ value }) => value, 'good');
    await window.accounts.connectHanded(server.url, 'bad');
    expect(window.prompt.asked[0]?.value).toBe(server.url);
    expect(window.desk.account?.url).toBe(server.url);
  });
});

describe('disconnecting', () => {
  test('says that there is nothing to leave', async () => {
    await window.accounts.disconnect();
    expect(window.prompt.told).toEqual(['Tackboard is not connected to a sync server.']);
  });

  test('keeps what is there, and shows it again after connecting', async () => {
    await signIn();
    await window.add('On the account');
    await window.accounts.disconnect();
    expect(window.desk.account).toBeUndefined();
    expect(window.lines().join()).not.toContain('On the account');
    expect(window.prompt.told.at(-1)).toContain('stays on this machine');
    await signIn();
    expect(window.lines()).toContain('      On the account');
  });
});

describe('the status', () => {
  test('without an account offers to connect', async () => {
    window.prompt.actions.push('Connect…');
    window.prompt.lines.push(server.url, 'good');
    await window.accounts.showStatus();
    expect(window.prompt.told[0]).toBe('Your tasks are on this machine only. A sync server shares them.');
    expect(window.desk.account?.url).toBe(server.url);
  });

  test('of a server that does not answer offers to try now', async () => {
    await signIn();
    await waitFor('the line to fail', () => window.desk.status.kind === 'offline');
    window.prompt.actions.push('Try Now');
    const requests = server.requests.length;
    await window.accounts.showStatus();
    expect(window.prompt.told.at(-1)).toContain('does not answer. You can go on working');
    await waitFor('another try', () => server.requests.length > requests || window.desk.status.kind === 'connecting');
  });

  test('of a server that refuses says why and offers both ways on', async () => {
    await using sockets = await openSocketServer((socket) => socket.close(CLOSE.forbidden));
    await place.accounts.keeper().save({ url: sockets.url, user: { id: USER as never, name: 'Ada' } }, 'token');
    await waitFor('the refusal', () => window.desk.status.kind === 'refused');
    window.prompt.actions.push('Try Now');
    await window.accounts.showStatus();
    expect(window.prompt.warned).toEqual([
      `${sockets.url} does not let you in any more: the token may have ended. What you have stays on this machine.`,
    ]);
    await waitFor('another try', () => sockets.handshakes.length === 2);
  });
});

test('every reason has a message of its own that names the server', () => {
  const url = 'http://tasks.example';
  const messages = [
    signInMessage({ kind: 'no-answer', url }),
    signInMessage({ kind: 'no-server', url, status: 404 }),
    signInMessage({ kind: 'trouble', url, status: 503 }),
    signInMessage({ kind: 'refused', url }),
    ...(['forbidden', 'not-found', 'bad-message'] as const).map((reason) =>
      refusalMessage({ kind: 'refused', reason, spaces: [], unsent: 0 }, url, window.desk),
    ),
  ];
  expect(new Set(messages).size).toBe(messages.length);
  for (const message of messages) expect(message).toContain(url);
  expect(messages[1]).toContain('404');
  expect(messages[2]).toContain('503');
});
