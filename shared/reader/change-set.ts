/** Gathers what one transaction changed, as a view tells it. */
import type { RecordKind } from '../layout';
import type { Spot } from './siblings';
import type { RecordRef, ViewChange } from './view';

/** A change that is being gathered; every record is named once in it. */
export class ChangeSet {
  readonly #written: RecordRef[] = [];
  readonly #changed = new Map<object, RecordRef>();
  readonly #parents = new Set<RecordRef['id'] | undefined>();

  /** A record's own keys were written. */
  wrote(kind: RecordKind, id: string): void {
    this.#written.push({ kind, id } as RecordRef);
  }

  /** A record reads otherwise. @param node what stands for it, the same at every call */
  changed(node: object, kind: RecordKind, id: string): void {
    if (!this.#changed.has(node)) this.#changed.set(node, { kind, id } as RecordRef);
  }

  /** The children of a parent changed, or their order did. */
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
