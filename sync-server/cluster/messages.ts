/** What servers of one store tell each other, as bytes on the bus. What cannot be read is nothing: all of it is in the store, or said again. */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { AwarenessEntry } from '../sockets/frames';
import type { LogEntry } from '../storage/storage';

/** Servers that speak another one pass over what they get from each other, and find it in the store. */
const PROTOCOL = 1;

/** News of a space, or of the servers. */
export type News =
  /** Entries that follow on each other in the log of the space. */
  | { readonly kind: 'entries'; readonly entries: readonly LogEntry[] }
  /** Its log goes on to there; what it says is too much for the bus. */
  | { readonly kind: 'grown'; readonly last: number }
  /** What clients of the server show of themselves; `all` where it is everything that they show there. */
  | { readonly kind: 'presence'; readonly all: boolean; readonly entries: readonly AwarenessEntry[] }
  /** Who is there? */
  | { readonly kind: 'who' }
  /** Users, tokens, spaces or members have changed. */
  | { readonly kind: 'rights' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'left' };

const KINDS = ['entries', 'grown', 'presence', 'who', 'rights', 'alive', 'left'] as const;

/** Who says what. */
export interface BusMessage {
  /** the id of the server */
  readonly server: string;
  readonly news: News;
}

export function writeMessage({ server, news }: BusMessage): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, PROTOCOL);
  encoding.writeVarString(encoder, server);
  encoding.writeVarUint(encoder, KINDS.indexOf(news.kind));
  switch (news.kind) {
    case 'entries':
      encoding.writeVarUint(encoder, news.entries[0]?.sequence ?? 0);
      encoding.writeVarUint(encoder, news.entries.length);
      for (const { merged, update } of news.entries) {
        encoding.writeVarUint(encoder, merged);
        encoding.writeVarUint8Array(encoder, update);
      }
      break;
    case 'grown':
      encoding.writeVarUint(encoder, news.last);
      break;
    case 'presence':
      encoding.writeVarUint(encoder, news.all ? 1 : 0);
      encoding.writeVarUint(encoder, news.entries.length);
      for (const { client, clock, state } of news.entries) {
        encoding.writeVarUint(encoder, client);
        encoding.writeVarUint(encoder, clock);
        encoding.writeVarString(encoder, state);
      }
  }
  return encoding.toUint8Array(encoder);
}

/** @returns undefined for what is no message, or one of another protocol */
export function readMessage(bytes: Uint8Array): BusMessage | undefined {
  try {
    const decoder = decoding.createDecoder(bytes);
    if (decoding.readVarUint(decoder) !== PROTOCOL) return undefined;
    const server = decoding.readVarString(decoder);
    const news = readNews(decoder);
    return news && decoder.pos === bytes.length ? { server, news } : undefined;
  } catch {
    return undefined;
  }
}

function readNews(decoder: decoding.Decoder): News | undefined {
  const kind = KINDS[decoding.readVarUint(decoder)];
  switch (kind) {
    case 'entries': {
      const first = decoding.readVarUint(decoder);
      const entries = readAll(decoder, (at) => ({
        sequence: first + at,
        merged: decoding.readVarUint(decoder),
        // A copy: the message that it lies in is not kept for it.
        update: decoding.readVarUint8Array(decoder).slice(),
      }));
      return { kind, entries };
    }
    case 'grown':
      return { kind, last: decoding.readVarUint(decoder) };
    case 'presence': {
      const all = decoding.readVarUint(decoder) === 1;
      const entries = readAll(decoder, () => ({
        client: decoding.readVarUint(decoder),
        clock: decoding.readVarUint(decoder),
        state: decoding.readVarString(decoder),
      }));
      return { kind, all, entries };
    }
    case undefined:
      return undefined;
    default:
      return { kind };
  }
}

function readAll<T>(decoder: decoding.Decoder, read: (at: number) => T): T[] {
  const all: T[] = [];
  for (let left = decoding.readVarUint(decoder); left > 0; left--) all.push(read(all.length));
  return all;
}
