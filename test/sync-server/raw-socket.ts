/** A websocket of a test's own making: sends any bytes, keeps what it is sent, knows why it was closed. */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { WebSocket } from 'ws';
import { MESSAGE } from '../../shared/wire';
import { waitFor } from '../support/wait';

/** A message that came, by the type that its first number says. */
export interface Received {
  readonly type: number;
  /** of a sync message: 0 question, 1 answer, 2 update */
  readonly step: number | undefined;
  /** what follows the numbers */
  readonly content: Uint8Array;
  readonly frame: Uint8Array;
}

export interface RawSocket extends AsyncDisposable {
  readonly ws: WebSocket;
  readonly received: readonly Received[];
  /** the close code, undefined while it is open */
  closed(): number | undefined;
  send(frame: Uint8Array | string): void;
  /** Waits for a message; those that came before count too. */
  message(what: string, wanted: (message: Received) => boolean): Promise<Received>;
  /** Sends a barrier and waits for its echo, or for the close; so many milliseconds, 30,000 unless told. */
  barrier(timeout?: number): Promise<void>;
}

/** Opens a socket to a space. @param url of the server, `http://…` */
export async function openRaw(
  url: string,
  space: string,
  token: string | undefined,
  choice: { readonly protocols?: readonly string[]; readonly path?: string; readonly origin?: string } = {},
): Promise<RawSocket> {
  const { protocols = [], path = `/sync/${space}`, origin } = choice;
  const ws = new WebSocket(`${url.replace('http', 'ws')}${path}`, [...protocols], {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(origin !== undefined && { origin }),
  });
  const received: Received[] = [];
  let closed: number | undefined;
  ws.on('message', (data: Buffer) => received.push(read(new Uint8Array(data))));
  ws.on('close', (code) => {
    closed = code;
  });
  await new Promise<void>((done, fail) => ws.once('open', done).once('error', fail));
  let barriers = 0;
  const message: RawSocket['message'] = (what, wanted) =>
    waitFor(what, () => received.find(wanted), { timeout: 10_000, every: 5 });
  return {
    ws,
    received,
    closed: () => closed,
    send: (frame) => ws.send(frame),
    message,
    barrier: async (timeout = 30_000) => {
      const value = ++barriers;
      ws.send(frameOf(MESSAGE.barrier, (encoder) => encoding.writeVarUint(encoder, value)));
      const isEcho = ({ type, content }: Received) =>
        type === MESSAGE.barrier && decoding.readVarUint(decoding.createDecoder(content)) === value;
      await waitFor('the echo of a barrier', () => closed !== undefined || received.some(isEcho), {
        timeout,
        every: 5,
      });
    },
    [Symbol.asyncDispose]: async () => ws.terminate(),
  };
}

/** A sync message: 0 question with a state vector, 1 answer, 2 update. */
export function syncFrame(step: 0 | 1 | 2, content: Uint8Array): Uint8Array {
  return frameOf(MESSAGE.sync, (encoder) => {
    encoding.writeVarUint(encoder, step);
    encoding.writeVarUint8Array(encoder, content);
  });
}

/** An awareness message. */
export function awarenessFrame(entries: readonly { client: number; clock: number; state: string }[]): Uint8Array {
  const content = encoding.createEncoder();
  encoding.writeVarUint(content, entries.length);
  for (const { client, clock, state } of entries) {
    encoding.writeVarUint(content, client);
    encoding.writeVarUint(content, clock);
    encoding.writeVarString(content, state);
  }
  return frameOf(MESSAGE.awareness, (encoder) => encoding.writeVarUint8Array(encoder, encoding.toUint8Array(content)));
}

/** A message of a type. */
export function frameOf(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return encoding.toUint8Array(encoder);
}

function read(frame: Uint8Array): Received {
  const decoder = decoding.createDecoder(frame);
  const type = decoding.readVarUint(decoder);
  if (type !== MESSAGE.sync) return { type, step: undefined, content: frame.subarray(decoder.pos), frame };
  const step = decoding.readVarUint(decoder);
  return { type, step, content: decoding.readVarUint8Array(decoder), frame };
}
