/** The port that a part of `npm start` uses at each start, or another where it is taken. */
import { createServer } from 'node:net';
import { freePort } from '../test/support/free-port';

/** What `localhost` may stand for: a browser takes either, so a port must be free at both. */
const LOCALHOST = ['127.0.0.1', '::1'];

/**
 * Looks whether anybody has a port of this machine.
 * @param port the usual one
 * @param who takes it, for what is said
 * @param say told where the port is taken
 * @returns the port, else one that was free just now
 */
export async function usualPort(port: number, who: string, say: (line: string) => void): Promise<number> {
  if (await isFree(port)) return port;
  say(`Port ${port} is taken; ${who} takes a free one.`);
  for (;;) {
    const other = await freePort();
    if (await isFree(other)) return other;
  }
}

async function isFree(port: number): Promise<boolean> {
  for (const host of LOCALHOST) if (!(await isFreeAt(host, port))) return false;
  return true;
}

function isFreeAt(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    // A machine that has no such address has nobody there either.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(true)));
  });
}
