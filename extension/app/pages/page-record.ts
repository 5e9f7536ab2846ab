/** The record that a page is about: it is followed into the space that it is moved to. */
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { PageSubject } from '../../../shared/messages/page';
import type { RecordOf } from '../../../shared/records';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';

/** A record of one kind, wherever it is now. */
export class PageRecord<Kind extends RecordKind> {
  readonly #desk: Desk;
  readonly #kind: Kind;
  #subject: PageSubject;

  /** @param subject as it was when the page was opened */
  constructor(desk: Desk, kind: Kind, subject: PageSubject) {
    this.#desk = desk;
    this.#kind = kind;
    this.#subject = subject;
    this.follow();
  }

  /** Where the record was followed to. */
  get subject(): PageSubject {
    return this.#subject;
  }

  /** The record and its space; undefined where one of them is not there. */
  found(): { readonly space: OpenSpace; readonly record: RecordOf[Kind] } | undefined {
    const space = this.#desk.space(this.#subject.space);
    const record = space?.replica.view.record(this.#kind, this.#subject.record);
    return space && record && { space, record };
  }

  /** Goes to the space that the record was moved to, where that is open here. @returns whether it has gone */
  follow(): boolean {
    const seen = new Set<string>();
    for (;;) {
      const { record } = this.#subject;
      const to = this.found()?.record.movedTo;
      if (to === undefined || seen.has(to) || !this.#desk.space(to)?.replica.view.record(this.#kind, record)) break;
      seen.add(to);
      this.#subject = { space: to, record };
    }
    return seen.size > 0;
  }

  /** Whether what changes in a space may change where the record is, or what is there of it. */
  concerns(space: SpaceId): boolean {
    const found = this.found();
    return !found || found.space.known.id === space || found.record.movedTo === space;
  }
}
