// What people meant: who set which field to what, so that a field that one person alone touched can be held against the end.
import type { RecordKind } from '../../shared/layout';

/** A field of a record, and who set it to what. */
interface Intent {
  readonly by: Set<number>;
  value: unknown;
}

/** The intents of a whole run. */
export class Intents {
  readonly #fields = new Map<string, Intent>();
  readonly #untold = new Set<string>();
  readonly #tokens = new Map<string, Set<string>>();
  readonly #shortened = new Set<string>();
  readonly created = new Map<string, { kind: RecordKind; id: string }>();

  /** Someone made a record. */
  made(kind: RecordKind, id: string): void {
    this.created.set(`${kind} ${id}`, { kind, id });
  }

  /** Someone set a field to a value. */
  set(by: number, kind: RecordKind, id: string, key: string, value: unknown): void {
    const at = `${kind} ${id} ${key}`;
    const intent = this.#fields.get(at) ?? { by: new Set(), value };
    intent.by.add(by);
    intent.value = value;
    this.#fields.set(at, intent);
  }

  /** Someone put a word into a description that is like no other. */
  typed(id: string, token: string): void {
    const tokens = this.#tokens.get(id) ?? new Set();
    this.#tokens.set(id, tokens.add(token));
  }

  /** Someone took something out of a description: from now on words may be missing. */
  shortened(id: string): void {
    this.#shortened.add(id);
  }

  /** Undo, redo or purging touched a record: what is in it was decided elsewhere. */
  untold(kind: string, id: string): void {
    this.#untold.add(`${kind} ${id}`);
  }

  isUntold(kind: string, id: string): boolean {
    return this.#untold.has(`${kind} ${id}`);
  }

  /** Fields that one person alone set, with the last value. */
  *certain(): Iterable<{ kind: RecordKind; id: string; key: string; value: unknown }> {
    for (const [at, { by, value }] of this.#fields) {
      const [kind, id, key] = at.split(' ') as [RecordKind, string, string];
      if (by.size === 1 && !this.isUntold(kind, id)) yield { kind, id, key, value };
    }
  }

  /** Words that must be in descriptions at the end. */
  *words(): Iterable<{ id: string; token: string }> {
    for (const [id, tokens] of this.#tokens) {
      if (this.#shortened.has(id) || this.isUntold('task', id)) continue;
      for (const token of tokens) yield { id, token };
    }
  }
}
