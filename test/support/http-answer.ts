/** A real HTTP server on a free port that answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server, with the requests that it got. */
export interface HttpAnswer extends AsyncDisposable {
  /** like `http://127.0.0.1:41234` */
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

/** @param answer called for each request; one that never ends the response leaves the caller waiting */
export async function httpAnswer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpAnswer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((closed) => server.close(() => closed()));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close };
}
