/** The lines of an account to its server, one a space, and who else is there. */
import type { SpaceId } from '../../../shared/ids';
import type { Account } from '../account';
import type { Environment } from '../environment';
import type { OpenSpace } from '../open-space';
import { Presence } from '../presence';
import { SpaceConnection } from './space-connection';
import { isLost } from './sync-status';
import { holdsEdit, type UnsentEdit, type UnsentEdits } from './unsent-edits';

export interface SpaceLinesOptions {
  readonly account: Account;
  readonly token: string;
  /** the space whose line asks for the news */
  readonly personal: SpaceId;
  readonly unsent: UnsentEdits;
  readonly environment: Environment;
  /** A line stands otherwise than before. */
  readonly changed: (space: SpaceId) => void;
  /** A line is closed to us. Gives whether the news may still keep its space, so that it is worth another try. */
  readonly lost: (space: SpaceId) => boolean;
  /** The server has named its spaces, as JSON. */
  readonly news: (json: string) => void;
}

/** A line to a space that is closed to us is tried again after so many milliseconds, unless the news have taken the space away. */
const LOST_RETRY_MS = 30_000;

/** All lines of a session. */
export class SpaceLines {
  readonly #options: SpaceLinesOptions;
  readonly #connections = new Map<SpaceId, SpaceConnection>();
  readonly #presences = new Map<SpaceId, Presence>();

  constructor(options: SpaceLinesOptions) {
    this.#options = options;
  }

  /** The lines that there are, and how each stands. */
  get all(): readonly SpaceConnection[] {
    return [...this.#connections.values()];
  }

  /** The line to a space; undefined where there is none. */
  of(space: SpaceId): SpaceConnection | undefined {
    return this.#connections.get(space);
  }

  /** Who else has what open in a space; undefined where there is no line to it. */
  presence(space: SpaceId): Presence | undefined {
    return this.#presences.get(space);
  }

  /** Starts a line to a space that has none. */
  begin({ known, replica }: OpenSpace): void {
    const { account, token, personal, unsent, environment, changed, lost, news } = this.#options;
    const { id } = known;
    const line = {
      url: account.url,
      token,
      asksNews: id === personal,
      unsent: () => unsent.of(id).filter((edit) => holdsEdit(replica.doc, edit)),
      settle: (edits: readonly UnsentEdit[]) => unsent.settle(edits),
    };
    const connection = new SpaceConnection(id, replica.doc, line, environment);
    this.#connections.set(id, connection);
    this.#presences.set(id, new Presence(connection.awareness, account.user));
    connection.onState((state) => {
      changed(id);
      if (id !== personal && isLost(state) && lost(id)) this.#lookAgain(connection);
    });
    connection.onNews(news);
    connection.start();
  }

  /** Ends the line to a space; one that there is not is fine. */
  end(space: SpaceId): void {
    this.#presences.get(space)?.dispose();
    this.#presences.delete(space);
    this.#connections.get(space)?.dispose();
    this.#connections.delete(space);
  }

  endAll(): void {
    for (const id of [...this.#connections.keys()]) this.end(id);
  }

  /** Tries every line again now, also those that wait or were refused. */
  reconnect(): void {
    for (const connection of this.all) connection.start();
  }

  /** Tries the lines that wait for their time again now, and looks whether the others are still there, as when the machine wakes. */
  hurry(): void {
    for (const connection of this.all) connection.hurry();
  }

  /** The news have the last word on which spaces there are; where they keep one that was closed to us, its line comes back. */
  #lookAgain(connection: SpaceConnection): void {
    const { environment, personal } = this.#options;
    environment.after(LOST_RETRY_MS, () => {
      if (this.of(connection.space) !== connection || !isLost(connection.state)) return;
      if (this.of(personal)?.state.kind === 'online') connection.start();
      else this.#lookAgain(connection);
    });
  }
}
