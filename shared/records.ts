/** Records as they are read from a document: immutable, always valid, whatever the document holds. */
import type { IsoDate } from './dates';
import type { DashboardId, ListId, PinId, SectionId, SpaceId, TaskId, UserId } from './ids';
import type { Leg } from './journey';
import type { ListKind, RecordKind, SpaceStatus, TaskPriority, TaskStatus, WidgetType } from './layout';

/** The fields of the space itself. A user's personal space has none of them set. */
export interface SpaceFields {
  readonly name: string;
  readonly description: string | null;
  readonly status: SpaceStatus;
  readonly startDate: IsoDate | undefined;
  readonly endDate: IsoDate | undefined;
}

interface Base<Kind extends RecordKind, Id> {
  readonly kind: Kind;
  readonly id: Id;
  readonly name: string;
  /** The fractional-index key, undefined where the document has none that can be used. */
  readonly order: string | undefined;
  /** When it was put into the trash, by the clock of the one who did; undefined where it was not. */
  readonly deleted: IsoDate | undefined;
  /** The space that it was moved to, where it is there. Such a record carries `deleted` too, and is in no trash. */
  readonly movedTo: SpaceId | undefined;
  /** The last of its moves between spaces that the document knows; undefined for one that was never moved. */
  readonly journey: Leg | undefined;
}

export interface ListRecord extends Base<'list', ListId> {
  readonly listKind: ListKind;
}

export interface SectionRecord extends Base<'section', SectionId> {
  readonly list: ListId;
  /** The kind of its list, which says what the section holds. */
  readonly listKind: ListKind;
}

/** Where a task is: in a section, under another task, or nowhere that can be shown (`unfiled`). */
export type TaskParent =
  | { readonly kind: 'section'; readonly id: SectionId }
  | { readonly kind: 'task'; readonly id: TaskId }
  | { readonly kind: 'unfiled' };

export interface TaskRecord extends Base<'task', TaskId> {
  readonly parent: TaskParent;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly startDate: IsoDate | undefined;
  readonly dueDate: IsoDate | undefined;
  /** When its status became `completed`, by the clock of the one who did. */
  readonly completed: IsoDate | undefined;
  /** Members of the space only, in code-unit order of their ids. */
  readonly assignees: readonly UserId[];
}

/** Where a pin or a dashboard is: in a section of its kind, or nowhere that can be shown. */
export type SectionParent = { readonly kind: 'section'; readonly id: SectionId } | { readonly kind: 'unfiled' };

export interface PinRecord extends Base<'pin', PinId> {
  readonly parent: SectionParent;
  readonly target:
    | { readonly pinType: 'url'; readonly url: string }
    | { readonly pinType: 'document'; readonly documentId: string; readonly documentType: DocumentType };
}

export interface DashboardRecord extends Base<'dashboard', DashboardId> {
  readonly parent: SectionParent;
  readonly description: string | null;
  readonly widgets: readonly Widget[];
}

/** A widget of a dashboard: what it shows, and of which task lists (all of the space where undefined). */
export interface Widget {
  readonly id: string;
  readonly type: WidgetType;
  readonly title: string | undefined;
  readonly lists: readonly string[] | undefined;
  readonly order: string | undefined;
}

export interface RecordOf {
  list: ListRecord;
  section: SectionRecord;
  task: TaskRecord;
  pin: PinRecord;
  dashboard: DashboardRecord;
}

export type SpaceRecord = RecordOf[RecordKind];

/** What a document pin can point to (the values of `documentType` in the contract). */
export const DOCUMENT_TYPES = [
  'Workspace',
  'Project',
  'Organization',
  'TaskList',
  'TaskSection',
  'Task',
  'PinList',
  'PinSection',
  'Pin',
  'DiscussionList',
  'Discussion',
  'PrivateChat',
  'DashboardList',
  'DashboardSection',
  'Dashboard',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
