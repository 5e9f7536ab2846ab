/** When the records of a space were made and changed: follows from the times at which updates were merged, kept in the record index. */
import type { SpaceId } from '../../shared/ids';
import type { RecordKind } from '../../shared/layout';
import type { ViewChange } from '../../shared/reader/view';
import type { RecordTimes, Time } from '../storage/storage';

export class RecordClock {
  readonly #space: SpaceId;
  readonly #times = new Map<string, RecordTimes>();
  #unsaved = new Set<string>();

  /** @param saved what the index has, with everything up to the entry at which the clock starts */
  constructor(space: SpaceId, saved: readonly RecordTimes[]) {
    this.#space = space;
    for (const times of saved) this.#times.set(key(times.kind, times.id), times);
  }

  /**
   * Notes what an update wrote, merged at a time. Times never go back, also where the machine's clock did.
   * @param isDeleted whether a record has the mark that it is deleted, after the update
   */
  note({ written, space }: ViewChange, merged: Time, isDeleted: (kind: RecordKind, id: string) => boolean): void {
    for (const { kind, id } of written) this.#touch(kind, id, merged, isDeleted(kind, id));
    if (space) this.#touch('space', this.#space, merged, false);
  }

  /** The times of a record; undefined where it never was in the space. */
  of(kind: RecordKind, id: string): RecordTimes | undefined {
    return this.#times.get(key(kind, id));
  }

  /** When the fields of the space itself changed last; undefined where they never did. */
  spaceModified(): Time | undefined {
    return this.#times.get(key('space', this.#space))?.modified;
  }

  /** Whether something is not yet in the index. */
  get behind(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Gives what is not yet in the index, and counts it as saved from then on. */
  takeUnsaved(): RecordTimes[] {
    const taken = [...this.#unsaved].flatMap((at) => this.#times.get(at) ?? []);
    this.#unsaved = new Set();
    return taken;
  }

  /** Takes times that the index has. Of what is known of here, too, the later ones count. */
  take(saved: readonly RecordTimes[]): void {
    for (const times of saved) {
      const at = key(times.kind, times.id);
      const modified = Math.max(times.modified, this.#times.get(at)?.modified ?? times.modified);
      this.#times.set(at, { ...times, modified });
    }
  }

  /** Takes back what could not be saved after all. */
  putBack(times: readonly RecordTimes[]): void {
    for (const { kind, id } of times) this.#unsaved.add(key(kind, id));
  }

  #touch(kind: RecordTimes['kind'], id: string, merged: Time, isDeleted: boolean): void {
    const at = key(kind, id);
    const before = this.#times.get(at);
    const modified = Math.max(merged, before?.modified ?? merged);
    const deleted = isDeleted ? (before?.deleted ?? merged) : undefined;
    this.#times.set(at, { kind, id, created: before?.created ?? merged, modified, deleted });
    this.#unsaved.add(at);
  }
}

function key(kind: string, id: string): string {
  return `${kind}/${id}`;
}
