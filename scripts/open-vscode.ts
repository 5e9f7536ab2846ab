/** What `npm start` keeps running, and how it learns that a part has ended. */
import type { ChildGroup } from '../test/support/child-group';

/** The end of a part that nobody asked `npm start` for. */
export interface End {
  /** what to tell */
  readonly story: string;
  /** a person closed it: no failure */
  readonly wanted: boolean;
}

/** A VS Code that is open, however it is shown. */
export interface OpenVsCode {
  /** settles when it has ended without us */
  readonly closed: Promise<End>;
  /** Ends it and all that it started. */
  stop(): Promise<void>;
}

/** Settles when a process that should run has ended, with the last that it said. */
export async function whenDead(name: string, process: ChildGroup): Promise<End> {
  const end = await process.ended;
  const last = process.output().split('\n').slice(-10).join('\n');
  return { story: `${name} ended by itself (${end}); it said last:\n${last}`, wanted: false };
}
