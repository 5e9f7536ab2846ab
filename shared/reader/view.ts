/** What a document reads as: the one interface through which trees, pages and REST see a space (rules L1 to L12, M1 to M7). */
import type { DashboardId, ListId, PinId, SectionId, TaskId } from '../ids';
import type { ListKind, RecordKind } from '../layout';
import type {
  DashboardRecord,
  ListRecord,
  PinRecord,
  RecordOf,
  SectionRecord,
  SpaceFields,
  SpaceRecord,
  TaskParent,
  TaskRecord,
} from '../records';

/**
 * A space as it reads now. It follows the document; the records and arrays that it hands out never change, so that
 * whoever keeps one can compare it by identity.
 *
 * What is in the trash is in no list of children but those of a parent that is in the trash with it.
 */
export interface SpaceView {
  /** The layout version that the document names. Above `LAYOUT`: made by a newer version; show it, do not write. */
  readonly layout: number | undefined;
  readonly fields: SpaceFields;

  /** The record with that id, in the trash or not; undefined where the document has none that can be read. */
  record<Kind extends RecordKind>(kind: Kind, id: string): RecordOf[Kind] | undefined;
  /** All records of a kind, in no order, in the trash or not. */
  records<Kind extends RecordKind>(kind: Kind): Iterable<RecordOf[Kind]>;

  lists(listKind: ListKind): readonly ListRecord[];
  sections(list: ListId): readonly SectionRecord[];
  /** The tasks of a section, the subtasks of a task, or those that have no section to be in. */
  tasks(parent: TaskParent): readonly TaskRecord[];
  pins(section: SectionId | undefined): readonly PinRecord[];
  dashboards(section: SectionId | undefined): readonly DashboardRecord[];

  /** Whether a record, or anything above it, is in the trash or moved to another space. */
  isDeleted(record: SpaceRecord): boolean;
  /** The records that were put into the trash themselves, newest first; what lies under them is not named. */
  trash(): readonly SpaceRecord[];
  /** The record right above: a section's list, a task's section or task; undefined for lists and what is unfiled. */
  parentOf(record: SpaceRecord): SpaceRecord | undefined;
  /** The section in which a task's topmost task is; undefined where that is unfiled. */
  sectionOf(task: TaskRecord): SectionRecord | undefined;
}

/** A record by kind and id. */
export type RecordRef =
  | { readonly kind: 'list'; readonly id: ListId }
  | { readonly kind: 'section'; readonly id: SectionId }
  | { readonly kind: 'task'; readonly id: TaskId }
  | { readonly kind: 'pin'; readonly id: PinId }
  | { readonly kind: 'dashboard'; readonly id: DashboardId };

/** What one transaction changed, as seen through the view. */
export interface ViewChange {
  /** Whether the fields of the space changed. */
  readonly space: boolean;
  /** Records whose own keys were written in the document, made or removed there (also by being left out or let in again). */
  readonly written: readonly RecordRef[];
  /** Records that read otherwise than before: fields, place, made, gone. A superset of what of `written` can be seen. */
  readonly changed: readonly RecordRef[];
  /** The parents whose children, or their order, changed; `undefined` stands for the space (its lists, or what is unfiled). */
  readonly parents: ReadonlySet<RecordRef['id'] | undefined>;
}
