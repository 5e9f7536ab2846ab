/** What one transaction changed, gathered as a view tells it, or passed over where nobody is told. */
import type { RecordKind } from '../layout';
import type { Spot } from './siblings';
import type { RecordRef, ViewChange } from './view';

/** Hears what changes while records are put where they belong. */
export interface Changes {
  /** A record's own keys were written. */
  wrote(kind: RecordKind, id: string): void;
  /** A record reads otherwise. @param node what stands for it, the same at every call */
  changed(node: object, kind: RecordKind, id: string): void;
  /** The children of a parent changed, or their order did. */
  parent(spot: Spot | undefined): void;
}

/** Hears nothing: a document that is read for the first time has nobody who follows it. */
export const UNHEARD: Changes = { wrote: () => {}, changed: () => {}, parent: () => {} };

/** A change that is being gathered; every record is named once in it. */
export class ChangeSet implements Changes {
  readonly #written: RecordRef[] = [];
  readonly #changed = new Map<object, RecordRef>();
  readonly #parents = new Set<RecordRef['id'] | undefined>();

  wrote(kind: RecordKind, id: string): void {
    this.#written.push({ kind, id } as RecordRef);
  }

  changed(node: object, kind: RecordKind, id: string): void {
    if (!this.#changed.has(node)) this.#changed.set(node, { kind, id } as RecordRef);
  }

  parent(spot: Spot | undefined): void {
    if (!spot) return;
    const ofSpace = spot.kind === 'lists' || spot.kind === 'unfiled';
    this.#parents.add(ofSpace ? undefined : (spot.id as RecordRef['id']));
  }

  /** What was gathered. @param space whether the fields of the space changed too */
  done(space: boolean): ViewChange {
    return { space, written: this.#written, changed: [...this.#changed.values()], parents: this.#parents };
  }
}
