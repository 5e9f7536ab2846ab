/** Brings a replica what the server has of its space, over a line of its own, before anyone works with it. */
import type { Environment } from '../environment';
import type { LiveReplica } from '../live-replica';
import { SpaceConnection } from './space-connection';

/** A fetch that is under way. */
export interface FreshFetch {
  /** Whether all that the server has is in the replica; false where it was refused or ended before. */
  readonly whole: Promise<boolean>;
  /** Ends it; twice is once. */
  end(): void;
}

/** Fetches until all is there, across lines that break. What is written to the replica meanwhile is sent too: nobody should. */
export function fetchFresh(
  replica: LiveReplica,
  account: { readonly url: string; readonly token: string },
  environment: Environment,
): FreshFetch {
  const line = { ...account, asksNews: false, unsent: () => [], settle: () => {} };
  const connection = new SpaceConnection(replica.id, replica.doc, line, environment);
  let finish: (whole: boolean) => void = () => {};
  const whole = new Promise<boolean>((done) => {
    finish = done;
  });
  const end = () => {
    finish(false);
    connection.dispose();
  };
  connection.onState((state) => {
    if (state.kind === 'online') finish(true);
    else if (state.kind === 'refused') finish(false);
  });
  connection.start();
  return { whole, end };
}
