/** A load of HTTP requests over kept connections, one on its way on each; cheaper than a whole client. */
import { connect, type Socket } from 'node:net';

/** What is asked for, again and again. */
export interface HttpLoad {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly ms: number;
}

/**
 * Asks on every connection until the time is over, and waits for the last answers.
 * @returns how many were answered
 * @throws at the first answer other than 200, or of no stated length
 */
export async function httpLoad(load: HttpLoad): Promise<number> {
  const end = performance.now() + load.ms;
  const counts = await Promise.all(Array.from({ length: load.connections }, () => askOn(load, end)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One connection, until the time is over. @returns how many answers came */
function askOn({ port, path, headers = {} }: HttpLoad, end: number): Promise<number> {
  const fields = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let count = 0;
  /** what has come of the answer's head */
  let head = '';
  /** how much of the body is still to come; undefined while the head is not all there */
  let missing: number | undefined;
  return new Promise<number>((done, fail) => {
    const answered = (): void => {
      count++;
      head = '';
      missing = undefined;
      if (performance.now() < end) socket.write(request);
      else done(count);
    };
    socket.on('data', (chunk) => {
      if (missing === undefined) {
        head += chunk.toString('latin1');
        const stop = head.indexOf('\r\n\r\n');
        if (stop < 0) return;
        const length = bodyLength(head.slice(0, stop));
        if (length === undefined) return fail(new Error(`Not the answer asked for: ${head.slice(0, 300)}`));
        missing = length - (head.length - stop - 4);
      } else missing -= chunk.length;
      if (missing <= 0) answered();
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('The server closed the connection.')));
    socket.once('connect', () => socket.write(request));
  }).finally(() => socket.destroy());
}

/** Of an answer of 200, how long its body is. */
function bodyLength(head: string): number | undefined {
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  return head.startsWith('HTTP/1.1 200 ') && length !== undefined ? Number(length) : undefined;
}
