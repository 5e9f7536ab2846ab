// Invite links as people paste them, and what a server may answer.
import { expect, test } from 'vitest';
import { join, readInviteLink } from '../../../extension/app/invite-link';
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
