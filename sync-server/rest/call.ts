/** One request on its way through a route: who asks, for what, and what the answer will show. */
import { randomUUID } from 'node:crypto';
import { toIsoDate } from '../../shared/dates';
import type { Surroundings } from '../../shared/operations/space';
import type { Room } from '../rooms/room';
import type { Rooms } from '../rooms/rooms';
import type { Bearer, Storage, Time } from '../storage/storage';
import type { KeptAnswers } from './kept-answers';

/** What routes work with. */
export interface Services {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly answers: KeptAnswers;
  readonly organization: { readonly id: string; readonly name: string };
  /** To be called, and waited for, after tokens, spaces or members have changed: open sockets feel it. */
  readonly rightsChanged: () => Promise<void>;
}

/** What a request brings. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The server as the caller reaches it, like `https://tackboard.example.org`. */
  readonly base: string;
}

export class Call {
  readonly services: Services;
  readonly asked: Asked;
  /** The time of the request: everything that it writes counts as merged then. */
  readonly now: Time = Date.now();
  readonly #bearer: Bearer | undefined;
  readonly #rooms = new Set<Room>();

  /** @param bearer undefined on a route that takes no credential */
  constructor(services: Services, bearer: Bearer | undefined, asked: Asked) {
    this.services = services;
    this.#bearer = bearer;
    this.asked = asked;
  }

  /** Who asks. @throws on a route that takes no credential */
  get bearer(): Bearer {
    if (!this.#bearer) throw new Error('a route that takes no credential asked who calls');
    return this.#bearer;
  }

  /** The same request, in the name of someone who has come to be by it. */
  as(bearer: Bearer): Call {
    return new Call(this.services, bearer, this.asked);
  }

  /** A parameter of the path. */
  param(name: string): string {
    return this.asked.params[name] ?? '';
  }

  /** What operations are handed. */
  get surroundings(): Surroundings {
    return { origin: 'rest', newId: randomUUID, now: () => toIsoDate(this.now) };
  }

  /** The values of a query parameter, as often as it is given. */
  queried(name: string): readonly string[] {
    const value = this.asked.query[name];
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  }

  /** Says that the answer shows something of a room. */
  reads(room: Room): void {
    this.#rooms.add(room);
  }

  /** Settles when everything that the answer shows is on disk; undefined where it is. */
  settled(): Promise<unknown> | undefined {
    const waits = [...this.#rooms].flatMap((room) => room.settled() ?? []);
    return waits.length > 0 ? Promise.all(waits) : undefined;
  }
}
