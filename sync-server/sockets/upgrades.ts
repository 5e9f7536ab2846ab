/** Upgrades of an HTTP server: those to a websocket are handed over, any other wish is passed over, as HTTP lets a server do (rule W1). */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over a connection that is to become a websocket. @param head what came after the request's headers */
export type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Watches an HTTP server for upgrades. Clients that would rather speak HTTP/2 offer that with an ordinary request (Java's by
 * default, curl with `--http2`): Node calls that an upgrade too, once anybody listens for them, and such a request is to be
 * answered as if it offered nothing.
 */
export function onWebsocketUpgrade(http: Server, take: TakeOver): void {
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() === 'websocket') take(request, socket, head);
    else readAgain(http, request, socket, head);
  });
}

/** Has the server read a request once more, without what it offers: its parser has let go of the connection. */
function readAgain(http: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const kept = isOf(name, 'connection') ? withoutOffer(value) : value;
    if (!isOf(name, 'upgrade') && !isOf(name, 'http2-settings') && kept !== '') lines.push(`${name}: ${kept}`);
  }
  // Node reads header bytes as Latin-1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  http.emit('connection', socket);
}

function withoutOffer(connection: string): string {
  const tokens = connection.split(',').map((token) => token.trim());
  return tokens.filter((token) => !isOf(token, 'upgrade') && !isOf(token, 'http2-settings')).join(', ');
}

function isOf(name: string, lower: string): boolean {
  return name.toLowerCase() === lower;
}
