/** A port of this machine that nobody listens on, for programs that cannot choose one themselves. */
import { createServer } from 'node:net';

/** @returns a port that was free just now */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((found, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
