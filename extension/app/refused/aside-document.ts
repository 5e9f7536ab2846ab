/** What is set aside of a space, to be read: all of it merged with what the server has, and the difference between the two. */
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import type { SpaceId } from '../../../shared/ids';
import type { Space } from '../../../shared/operations/space';
import { SpaceReader } from '../../../shared/reader/space-reader';
import type { SetAside } from '../connection/set-aside';
import { writtenBy } from '../connection/unsent-edits';
import { type Difference, differenceTo, type RefusedField, type RefusedRecord, writtenIn } from './difference';
import type { Names } from './field-states';
import type { RefusedSpace } from './refused-space';

/** A document of its own: nothing that is done to it goes anywhere. */
export class AsideDocument implements Space {
  readonly space: RefusedSpace;
  readonly id: SpaceId;
  readonly doc: Doc;
  readonly view: SpaceReader;
  /** What was refused, in the order of the tree. */
  readonly refused: readonly RefusedRecord[];
  /** What was refused of the space's own fields. */
  readonly refusedOwn: readonly RefusedField[];

  private constructor(space: RefusedSpace, doc: Doc, compare: (here: Space) => Difference) {
    this.space = space;
    this.id = space.id;
    this.doc = doc;
    this.view = new SpaceReader(doc);
    const { records, own } = compare(this);
    this.refused = records;
    this.refusedOwn = own;
  }

  /**
   * Reads it from the old replicas.
   * @param there the space as the server has it; undefined where that is gone
   * @param names in which what differs is said
   */
  static async read(
    aside: SetAside,
    space: RefusedSpace,
    there: Space | undefined,
    names: Names,
  ): Promise<AsideDocument> {
    const doc = new Doc();
    await aside.read(space.id, space.generations, (from) => applyUpdate(doc, encodeStateAsUpdate(from)));
    if (there) applyUpdate(doc, encodeStateAsUpdate(there.doc));
    return new AsideDocument(space, doc, (here) =>
      there ? differenceTo(here, there.view, names) : writtenIn(here, writtenBy(space.unsent), names),
    );
  }

  close(): void {
    this.view.dispose();
    this.doc.destroy();
  }
}
