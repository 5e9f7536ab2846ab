/** Statements of SQL, and who runs them: a connection of the pool, a transaction, or the session of the server. */

/** A statement, which each connection prepares once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What a statement is given for its `$1`, `$2` …; texts are turned into what PostgreSQL can hold. */
export type Value = Scalar | readonly Scalar[];
type Scalar = string | number | boolean | null | Uint8Array;

/** Runs statements, one after the other. */
export interface Queries {
  /** @returns its rows, in the form that the caller says they have */
  rows<Row extends object>(statement: Statement, ...values: readonly Value[]): Promise<Row[]>;
  /** @returns how many rows it has changed */
  run(statement: Statement, ...values: readonly Value[]): Promise<number>;
}

let statements = 0;

/** Makes a statement; to be called once for each, when its module is loaded. */
export function sql(text: string): Statement {
  statements++;
  return { name: `t${statements}`, text };
}
