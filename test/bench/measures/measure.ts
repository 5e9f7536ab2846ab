/** A measure: what several entrants do in turn, round by round, each round giving figures. */

/** One number that was measured. */
export interface Figure {
  /** what it is, the same for every entrant */
  readonly name: string;
  readonly unit: string;
  readonly value: number;
}

/** What a round is handed. */
export interface Round {
  /** from 0 */
  readonly number: number;
  /** An empty folder for this round; it goes with the run. */
  folder(name: string): string;
}

/** Who takes part in a measure. */
export interface Entrant {
  readonly name: string;
  /**
   * Runs one round.
   * @throws where the entrant does not do what is measured, such as to deliver every edit
   */
  run(round: Round): Promise<Figure[]>;
}

/** A measure with those who take part. */
export interface Measure {
  /** short, for the command line and progress */
  readonly name: string;
  readonly rounds: number;
  readonly entrants: readonly Entrant[];
}
