/** What takes part in a measure of the sync server: a server that is started, entered and ended like every other one. */
import type { ChildGroup } from '../../support/child-group';

/** How a replica gets into a room of a server; what differs between the servers' dialects of one protocol. */
export interface Door {
  readonly port: number;
  /** of the upgrade's URL */
  readonly path: string;
  /** headers of the upgrade, beside those of a websocket */
  readonly headers: Readonly<Record<string, string>>;
  /** what goes before each message, and comes before each answer */
  readonly prefix: Uint8Array;
  /** a message that goes before all others */
  readonly greeting?: Uint8Array;
}

/** A server that accepts connections. */
export interface RunningContender {
  readonly process: ChildGroup;
  /** further servers of it, where it is more than one process */
  readonly others?: readonly ChildGroup[];
  /** what it cannot do without and someone else has made, whose cost is told apart */
  readonly engines?: readonly { readonly name: string; readonly pid: number }[];
  /** Makes a room that is not there yet; a server that makes rooms when they are entered has nothing to do. */
  makeRoom(room: string): Promise<void>;
  /** The way into a room; of several servers the next one's each time. */
  door(room: string): Door;
}

/** A server that is measured. */
export interface Contender<Running extends RunningContender = RunningContender> {
  readonly name: string;
  /** with its version, and what it writes to disk when */
  readonly about: string;
  /** whether it has its documents again after a restart; what does not, takes no part in measures of restarts */
  readonly keeps: boolean;
  /** so long after the last edit, in ms, it may take until all is on disk by its own settings, before a planned stop is fair */
  readonly settle: number;
  /**
   * Starts it on a folder of its own, new or left by an earlier start, and waits until it accepts connections.
   * @throws if it ends before that, with what it said
   */
  start(folder: string): Promise<RunningContender & Running>;
}

/** A door without anything of a dialect's own: the room is the path. */
export function plainDoor(port: number, room: string): Door {
  return { port, path: `/${room}`, headers: {}, prefix: new Uint8Array() };
}

/** The names of the contenders, as reports and goals use them. */
export const NAME = {
  tackboard: 'Tackboard',
  reference: 'y-websocket server',
  referenceKept: 'y-websocket server, LevelDB',
  hocuspocus: 'Hocuspocus, SQLite',
  broadcast: 'bare broadcast',
} as const;
