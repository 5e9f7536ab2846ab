/** The team of an account: who is in which space as far as this machine knows, what the server is asked for, and spaces that are new. */
import { asId, type SpaceId } from '../../../shared/ids';
import type { Project } from '../../../shared/rest/projects';
import type { Workspace } from '../../../shared/rest/workspaces';
import type { Environment } from '../environment';
import type { KnownSpace } from '../known-spaces';
import { LiveReplica } from '../live-replica';
import type { ReplicaStore } from '../replica-store';
import { BornSpaces } from './born-spaces';
import { Roster } from './roster';
import type { TeamFailure } from './team-failure';
import { type Answer, TeamServer } from './team-server';

/** The replica that holds it, beside those of the spaces, whose ids are UUIDs. */
const REPLICA = asId<SpaceId>('team');

/** Kept in a replica of its own beside those of the spaces. Without an account there are only the spaces that are new. */
export class Team {
  readonly roster: Roster;
  readonly born: BornSpaces;
  readonly #replica: LiveReplica;
  readonly #server: TeamServer | undefined;
  #asking: Promise<TeamFailure | undefined> | undefined;
  #again = false;
  #registering = false;
  readonly #refused = new Set<string>();

  private constructor(replica: LiveReplica, server: TeamServer | undefined) {
    this.#replica = replica;
    this.#server = server;
    this.roster = new Roster(replica.doc.getMap('roster'));
    this.born = new BornSpaces(replica.doc.getMap('born'));
  }

  /** Reads what is kept of an account's team. @param signedIn undefined: nobody */
  static async open(
    store: ReplicaStore,
    signedIn: { readonly account: { readonly url: string }; readonly token: string } | undefined,
    environment: Environment,
  ): Promise<Team> {
    const server = signedIn && new TeamServer(signedIn.account.url, signedIn.token, environment);
    return new Team(await LiveReplica.open(store, REPLICA, environment), server);
  }

  /** Asks the server who is where. Asked while it asks, it asks once more after that. @returns why it could not */
  refresh(): Promise<TeamFailure | undefined> {
    if (this.#asking) {
      this.#again = true;
      return this.#asking;
    }
    this.#asking = this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Has the server do something that it answers with the space as it is then. @returns why it did not */
  async change(
    request: (server: TeamServer) => Promise<Answer<Workspace | Project>>,
  ): Promise<TeamFailure | undefined> {
    const answer = await this.ask(request);
    if (answer.kind !== 'done') return answer;
    // What is on its way may have been said before this.
    this.#again = true;
    this.roster.take(answer.value);
    return undefined;
  }

  /** Asks the server anything. */
  async ask<T>(request: (server: TeamServer) => Promise<Answer<T>>): Promise<Answer<T>> {
    return this.#server ? request(this.#server) : { kind: 'no-account' };
  }

  /**
   * Tells the server of the spaces that were made here, a workspace before its projects. What cannot be sent now stays for later.
   * @returns those that it does not take, each the first time
   */
  async register(): Promise<readonly { readonly known: KnownSpace; readonly failure: TeamFailure }[]> {
    if (this.#registering || !this.#server) return [];
    this.#registering = true;
    const refused: { known: KnownSpace; failure: TeamFailure }[] = [];
    try {
      for (const { known, registered } of this.born.all) {
        if (registered) continue;
        const answer = await this.ask((server) => server.register(known));
        if (answer.kind === 'done') this.born.registered(known.id);
        else if (answer.kind !== 'refused') break;
        else if (!this.#refused.has(known.id)) refused.push({ known, failure: answer });
        this.#refused.add(known.id);
      }
    } finally {
      this.#registering = false;
    }
    return refused;
  }

  /** Resolves when all that is known is kept on this machine. */
  kept(): Promise<void> {
    return this.#replica.kept();
  }

  async close(): Promise<void> {
    this.roster.dispose();
    this.born.dispose();
    await this.#replica.close();
  }

  async #ask(): Promise<TeamFailure | undefined> {
    for (;;) {
      this.#again = false;
      const now = await this.ask((server) => server.now());
      if (now.kind !== 'done') return now;
      if (this.#again) continue;
      this.roster.takeAll(now.value);
      return undefined;
    }
  }
}
