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

/** Settles when a process that should run has ended; says where its log is, relative to the project's folder. */
export async function whenDead(name: string, process: ChildGroup, log: string): Promise<End> {
  const end = await process.ended;
  const how = typeof end === 'number' ? `ended by itself, with exit code ${end}` : `was ended by the signal ${end}`;
  return { story: `${name} ${how}. What it said last is in ${log}; npm start begins again.`, wanted: false };
}
