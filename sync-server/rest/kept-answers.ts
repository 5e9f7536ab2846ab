/** Answers as they were given last, ready to be sent again as long as nothing that they show has changed: most readers of a list find it as it was. */

/** So many bytes are kept; what was asked for longest ago goes first. */
const BYTES_MAX = 16 * 1024 * 1024;

/** An answer that is JSON already. */
export class JsonAnswer {
  constructor(readonly json: Buffer) {}
}

/** All that an answer shows, as it was then. */
export interface Stamp {
  /** of the space: its records, their times, its members (`LiveSpace.version`) */
  readonly version: object;
  /** what else it names */
  readonly beside: string;
}

/** The answers that are kept. They say nothing of who may have one: that is looked at before. */
export class KeptAnswers {
  /** In the order in which they were asked for last. */
  readonly #kept = new Map<string, { readonly stamp: Stamp; readonly answer: JsonAnswer }>();
  #bytes = 0;

  /** The answer to what was asked, if it would be the same now. @param asked tells it from all others, and whose space it is of */
  get(asked: string, { version, beside }: Stamp): JsonAnswer | undefined {
    const known = this.#kept.get(asked);
    if (known?.stamp.version !== version || known.stamp.beside !== beside) return undefined;
    this.#kept.delete(asked);
    this.#kept.set(asked, known);
    return known.answer;
  }

  /** Keeps what is answered. */
  keep(asked: string, stamp: Stamp, value: unknown): JsonAnswer {
    const answer = new JsonAnswer(Buffer.from(JSON.stringify(value)));
    this.#forget(asked);
    this.#kept.set(asked, { stamp, answer });
    this.#bytes += answer.json.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= BYTES_MAX) break;
      this.#forget(oldest);
    }
    return answer;
  }

  #forget(asked: string): void {
    this.#bytes -= this.#kept.get(asked)?.answer.json.length ?? 0;
    this.#kept.delete(asked);
  }
}
