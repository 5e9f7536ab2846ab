/** A websocket server on a free port that does with each socket what a test says. */
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { MESSAGE } from '../../shared/wire';

/** A running server, with the handshakes that it has seen. */
export interface SocketServer extends AsyncDisposable {
  /** like `http://127.0.0.1:41234` */
  readonly url: string;
  readonly port: number;
  readonly handshakes: readonly IncomingMessage[];
  /** How many sockets are open. */
  readonly open: number;
  /** Ends it as a crash would; twice is once. */
  readonly close: () => Promise<void>;
}

/**
 * @param greet called with each socket that opens
 * @param port 0 takes a free one
 */
export async function openSocketServer(
  greet: (socket: ServerSocket, request: IncomingMessage) => void,
  port = 0,
): Promise<SocketServer> {
  const handshakes: IncomingMessage[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port, handleProtocols: () => 'tackboard.v1' });
  await new Promise<void>((listening) => server.once('listening', listening));
  server.on('connection', (socket, request) => {
    handshakes.push(request);
    greet(socket, request);
  });
  const close = async (): Promise<void> => {
    for (const socket of server.clients) socket.terminate();
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    handshakes,
    get open() {
      return server.clients.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Answers the question of a client that knows nothing with a document that holds nothing. */
export function answerNothing(socket: ServerSocket): void {
  socket.on('message', (data: Buffer) => {
    if (data[0] === MESSAGE.sync && data[1] === 0) socket.send(Uint8Array.of(MESSAGE.sync, 1, 2, 0, 0));
  });
}

/** Answers the question for news. */
export function answerNews(socket: ServerSocket, spaces: readonly unknown[]): void {
  socket.on('message', (data: Buffer) => {
    if (data[0] === MESSAGE.news) sendNews(socket, spaces);
  });
}

/** Tells a socket which spaces there are now. */
export function sendNews(socket: ServerSocket, spaces: readonly unknown[]): void {
  const json = Buffer.from(JSON.stringify({ protocol: 1, spaces }));
  // The length as Yjs writes it: seven bits a byte, the lowest first.
  const length: number[] = [];
  for (let rest = json.length; ; rest >>= 7) {
    if (rest < 128) {
      length.push(rest);
      break;
    }
    length.push((rest & 127) | 128);
  }
  socket.send(Buffer.concat([Buffer.of(MESSAGE.news, ...length), json]));
}
