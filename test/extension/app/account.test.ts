// Accounts: addresses as people type them, and signing in to servers of every kind, over real HTTP.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountKey, normalizeAddress, readAccount, signIn, tokenFault } from '../../../extension/app/account';
import { asId } from '../../../shared/ids';
import { handEnvironment } from '../../support/hand-environment';
import { httpAnswer } from '../../support/http-answer';
import { waitFor } from '../../support/wait';

describe('an address', () => {
  test.each([
    ['127.0.0.1:4455', 'http://127.0.0.1:4455'],
    ['localhost:4455', 'http://localhost:4455'],
    ['  http://tasks.example/  ', 'http://tasks.example'],
    ['https://Tasks.Example', 'https://tasks.example'],
    ['HTTP://tasks.example:80', 'http://tasks.example'],
    ['https://tasks.example/team/board//', 'https://tasks.example/team/board'],
    ['[::1]:4455', 'http://[::1]:4455'],
  ])('%s is %s', (typed, url) => {
    expect(normalizeAddress(typed)).toBe(url);
    expect(normalizeAddress(url)).toBe(url);
  });

  test.each([
    ['', 'Type the address of the server, such as http://127.0.0.1:4455.'],
    ['   ', 'Type the address of the server, such as http://127.0.0.1:4455.'],
    ['http://', 'That is no address; it should look like http://127.0.0.1:4455.'],
    ['tasks.example:99999', 'That is no address; it should look like http://127.0.0.1:4455.'],
    ['two words', 'That is no address; it should look like http://127.0.0.1:4455.'],
    ['ftp://tasks.example', 'The address must start with http:// or https://.'],
    ['ws://tasks.example', 'The address must start with http:// or https://.'],
    ['file:///etc/passwd', 'The address must start with http:// or https://.'],
    ['http://me:secret@tasks.example', 'The address must not hold a name or a password.'],
    ['http://tasks.example?token=x', 'The address must not hold a question mark or a number sign.'],
    ['http://tasks.example/#top', 'The address must not hold a question mark or a number sign.'],
  ])('%s is refused with the reason', (typed, message) => {
    expect(normalizeAddress(typed)).toEqual({ kind: 'bad-address', message });
  });

  test('is judged whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
        const url = normalizeAddress(typed);
        if (typeof url === 'string') expect(normalizeAddress(url)).toBe(url);
      }),
    );
  });
});

describe('an account that was kept', () => {
  const account = { url: 'http://tasks.example', user: { id: asId<never>('u1'), name: 'Ada' } };

  test('is read as it was', () => {
    expect(readAccount(JSON.parse(JSON.stringify(account)))).toEqual(account);
  });

  test('is none where it cannot be read', () => {
    for (const kept of [undefined, null, 'x', {}, { url: 'http://x' }, { ...account, user: { id: '', name: 'Ada' } }])
      expect(readAccount(kept)).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (kept) => void readAccount(kept)));
  });

  test('has a key of its own by server and user, whatever the user is called', () => {
    const renamed = { ...account, user: { ...account.user, name: 'Grace' } };
    const other = { ...account, user: { ...account.user, id: asId<never>('u2') } };
    const elsewhere = { ...account, url: 'http://tasks.example/two' };
    expect(accountKey(renamed)).toBe(accountKey(account));
    const keys = [undefined, account, other, elsewhere].map(accountKey);
    expect(new Set(keys).size).toBe(4);
    expect(keys[0]).toBe('local');
    // A key is the name of a folder.
    for (const key of keys) expect(key).toMatch(/^[0-9a-z-]+$/);
  });
});

describe('a token', () => {
  test.each(['abc', 'A-b_c.d~e+f', '0'])('%s may be one', (token) => expect(tokenFault(token)).toBeUndefined());

  test('is none where a header field or a subprotocol could not carry it', () => {
    expect(tokenFault('')).toBe('Type the token.');
    for (const token of ['two words', 'a\nb', 'a,b', 'ä', 'a/b', 'a=b', '"a"', 'a\u0000'])
      expect(tokenFault(token)).toBe('That is no token: it holds letters, digits and - . _ ~ + only.');
  });
});

describe('signing in', () => {
  const user = { id: '5f0c0f1e-0000-4000-8000-000000000001', name: 'Ada', email: 'ada@example.org' };

  test('asks whose token it is', async () => {
    await using server = await httpAnswer((_request, response) => response.end(JSON.stringify(user)));
    const answer = await signIn(` ${server.url}/ `, 'secret', handEnvironment());
    expect(answer).toEqual({ kind: 'account', account: { url: server.url, user: { id: user.id, name: 'Ada' } } });
    const [request] = server.requests;
    expect(request?.method).toBe('GET');
    expect(request?.url).toBe('/v1/user');
    expect(request?.headers.authorization).toBe('Bearer secret');
  });

  test('finds a server that lies under a path', async () => {
    await using server = await httpAnswer((_request, response) => response.end(JSON.stringify(user)));
    const answer = await signIn(`${server.url}/team/`, 'secret', handEnvironment());
    expect(answer.kind === 'account' && answer.account.url).toBe(`${server.url}/team`);
    expect(server.requests[0]?.url).toBe('/team/v1/user');
  });

  test.each([
    [403, '{}', 'refused'],
    [404, '{}', 'no-server'],
    [401, '', 'no-server'],
    [200, '<!doctype html><title>Welcome</title>', 'no-server'],
    [200, '{"id":"","name":"Ada"}', 'no-server'],
    [200, '{"name":"Ada"}', 'no-server'],
    [200, '[]', 'no-server'],
    [204, '', 'no-server'],
    [429, '{}', 'trouble'],
    [502, '<h1>Bad gateway</h1>', 'trouble'],
    [503, '', 'trouble'],
  ])('is told apart: status %i with %s is %s', async (status, body, kind) => {
    await using server = await httpAnswer((_request, response) => response.writeHead(status).end(body));
    const answer = await signIn(server.url, 'secret', handEnvironment());
    expect(answer).toEqual({ kind, url: server.url, ...(kind !== 'refused' && { status }) });
  });

  test('never sends the token to where a server points', async () => {
    await using other = await httpAnswer((_request, response) => response.end(JSON.stringify(user)));
    for (const status of [301, 302, 303, 307, 308]) {
      await using server = await httpAnswer((_request, response) =>
        response.writeHead(status, { location: `${other.url}/v1/user` }).end(),
      );
      expect(await signIn(server.url, 'secret', handEnvironment())).toEqual({
        kind: 'no-server',
        url: server.url,
        status,
      });
    }
    expect(other.requests).toEqual([]);
  });

  test('says that nobody answers where nobody listens', async () => {
    const server = await httpAnswer(() => {});
    await server.close();
    const environment = handEnvironment();
    expect(await signIn(server.url, 'secret', environment)).toEqual({ kind: 'no-answer', url: server.url });
    expect(environment.time.pending).toBe(0);
  });

  test('waits ten seconds for a server that says nothing, and no longer', async () => {
    await using server = await httpAnswer(() => {});
    const environment = handEnvironment();
    const answer = signIn(server.url, 'secret', environment);
    await waitFor('the request', () => server.requests.length > 0);
    let done = false;
    void answer.then(() => {
      done = true;
    });
    environment.time.pass(9_900);
    await Promise.resolve();
    expect(done).toBe(false);
    environment.time.pass(100);
    expect(await answer).toEqual({ kind: 'no-answer', url: server.url });
  });

  test('waits no longer for a body that never ends', async () => {
    await using server = await httpAnswer((_request, response) => void response.writeHead(200).write('{"id":"'));
    const environment = handEnvironment();
    const answer = signIn(server.url, 'secret', environment);
    await waitFor('the request', () => server.requests.length > 0);
    environment.time.pass(10_000);
    expect(await answer).toEqual({ kind: 'no-answer', url: server.url });
  });

  test('asks nobody where address or token can be none', async () => {
    const environment = handEnvironment({
      fetch: () => {
        throw new Error('it was asked');
      },
    });
    expect((await signIn('ftp://x', 'secret', environment)).kind).toBe('bad-address');
    expect((await signIn('http://x', 'two words', environment)).kind).toBe('bad-token');
  });
});
