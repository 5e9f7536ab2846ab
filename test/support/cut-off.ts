/** A line to another server that can be cut for a while: what goes over it is passed on, or ends. */

import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Socket } from 'node:net';

/** A line. `await using` ends it. */
export interface CutOff extends AsyncDisposable {
  /** where it begins, on this machine */
  readonly port: number;
  /** Ends what goes over it, and everything new at once. */
  cut(): void;
  /** Lets it through again. */
  mend(): void;
}

/** Makes a line to a port of this machine. */
export async function lineTo(port: number): Promise<CutOff> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = createConnection({ port, host: '127.0.0.1' });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      endAll();
    },
    mend: () => {
      isCut = false;
    },
    [Symbol.asyncDispose]: async () => {
      endAll();
      await new Promise((done) => server.close(done));
    },
  };
}
