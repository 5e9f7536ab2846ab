// Invite links as people paste them, and what a server may answer.
import { expect, test } from 'vitest';
import { connectFault, join, readInviteLink } from '../../../extension/app/invite-link';
import { handEnvironment } from '../../support/hand-environment';
import { httpAnswer } from '../../support/http-answer';

test.each([
  ['http://tasks.example/join#abc-_9', { url: 'http://tasks.example', code: 'abc-_9' }],
  [' https://example.org/team/join#abc ', { url: 'https://example.org/team', code: 'abc' }],
  ['http://tasks.example/join', undefined],
  ['http://tasks.example/join#', undefined],
  ['http://tasks.example/#abc', undefined],
  ['ftp://tasks.example/join#abc', undefined],
  ['http://tasks.example/join#a b', undefined],
])('reads %s', (text, link) => {
  expect(readInviteLink(text)).toEqual(link);
});

test.each([
  ['http://tasks.example/join#abc-_9', undefined],
  ['http://127.0.0.1:4455', undefined],
  ['localhost', undefined],
  ['tasks.example.org', undefined],
  ['attic:4455', undefined],
  ['http://attic', undefined],
  ['[::1]:4455', undefined],
  ['', 'Type the address of the server'],
  ['http://tasks.example/join/abcdef', 'That is no whole invite link'],
  ['http://tasks.example/join#code=abc', 'That is no whole invite link'],
  ['http://tasks.example/join', 'That is no whole invite link'],
  ['tb_3f9a8c7d6e5b4a39281706f5e4d3c2b1', 'That is no address'],
  ['x'.repeat(5000), 'That is no address'],
  [`http://${'x'.repeat(5000)}`, 'That is no address'],
])('says of %s what is wrong', (text, fault) => {
  if (fault === undefined) expect(connectFault(text)).toBeUndefined();
  else expect(connectFault(text)).toContain(fault);
});

test.each([
  [403, '{}', 'ended'],
  [503, '{}', 'trouble'],
  [404, '{}', 'no-server'],
  [201, 'no JSON', 'no-server'],
  [201, '{"token":"t"}', 'no-server'],
])('the answer %i %s is %s', async (status, body, kind) => {
  await using server = await httpAnswer((_request, response) => response.writeHead(status).end(body));
  expect((await join({ url: server.url, code: 'code' }, 'Eve', handEnvironment())).kind).toBe(kind);
});

test('nobody that answers is said so', async () => {
  const answer = await join({ url: 'http://127.0.0.1:1', code: 'code' }, 'Eve', handEnvironment());
  expect(answer).toEqual({ kind: 'no-answer', url: 'http://127.0.0.1:1' });
});
