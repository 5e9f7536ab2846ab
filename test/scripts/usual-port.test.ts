/** A usual port is taken only where nobody has it, at neither address of localhost. */
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { usualPort } from '../../scripts/usual-port';
import { freePort } from '../support/free-port';

test('a port that nobody has is taken, without a word', async () => {
  const said: string[] = [];
  const port = await freePort();
  expect(await usualPort(port, 'the server', (line) => said.push(line))).toBe(port);
  expect(said).toEqual([]);
});

/** Not every machine has the other family. */
const six = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
const HOSTS = ['127.0.0.1', '0.0.0.0', ...(six ? ['::1', '::'] : [])];

test.each(HOSTS)('a port that someone has at %s is left to them, and that is said', async (host) => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((done, fail) =>
    other.once('error', fail).listen({ port, host, ipv6Only: host === '::' }, done),
  );
  try {
    const said: string[] = [];
    const free = await usualPort(port, 'the server', (line) => said.push(line));
    expect(free).not.toBe(port);
    expect(said).toEqual([`Port ${port} is taken; the server takes a free one.`]);
  } finally {
    await new Promise((done) => other.close(done));
  }
});
