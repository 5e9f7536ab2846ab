/** A proxy on a free port, as an office has one: it reaches hosts that nobody else can, and tells what it was asked for. */
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A running proxy. */
export interface ForwardProxy extends AsyncDisposable {
  /** like `http://127.0.0.1:41234` */
  readonly url: string;
  /** Method and goal of each request, in the order in which they came. */
  readonly asked: readonly string[];
}

/** @param port of this machine to which every host leads, whatever it is called */
export async function openForwardProxy(port: number): Promise<ForwardProxy> {
  const asked: string[] = [];
  const open = new Set<Socket>();
  const lead = (from: Duplex, begin: (to: Socket) => void) => {
    const to = connect(port, '127.0.0.1', () => {
      begin(to);
      from.pipe(to).pipe(from);
    });
    // What ends on one side ends on the other.
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
  };
  const server = createServer();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${url}`);
    lead(socket, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  const forward = ({ method, url = '', rawHeaders }: IncomingMessage, socket: Duplex) => {
    asked.push(`${method} ${url}`);
    const { pathname } = new URL(url);
    const fields = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    lead(socket, (to) => void to.write(`${method} ${pathname} HTTP/1.1\r\n${fields}\r\n`));
  };
  server.on('upgrade', (request, socket) => forward(request, socket));
  server.on('request', (request, response) => {
    const { socket } = response;
    response.detachSocket(request.socket);
    if (socket) forward(request, socket);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
