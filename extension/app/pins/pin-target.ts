/** What a pin to a record leads to, as far as it is open in this window. */
import { t } from '@vscode/l10n';
import type { RecordKind } from '../../../shared/layout';
import type { DocumentType, PinRecord, SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';

/** What is found at the end of a pin to a record. */
export type FoundDocument =
  | { readonly kind: 'space'; readonly space: OpenSpace }
  | { readonly kind: 'record'; readonly space: OpenSpace; readonly record: SpaceRecord }
  /** The record, or something that it lies in, is in the trash. */
  | { readonly kind: 'in-trash'; readonly space: OpenSpace; readonly record: SpaceRecord }
  /** No space that is open here holds it. */
  | { readonly kind: 'not-here' };

/** Which kind of record a type of document is kept as; what is not named here is a space, or is not kept at all. */
const KIND_OF: Readonly<Partial<Record<DocumentType, RecordKind>>> = {
  TaskList: 'list',
  PinList: 'list',
  DashboardList: 'list',
  TaskSection: 'section',
  PinSection: 'section',
  DashboardSection: 'section',
  Task: 'task',
  Pin: 'pin',
  Dashboard: 'dashboard',
};

/** Looks for a document, first in the space `near` (two spaces may hold the same id), then in every other. */
export function findDocument(
  desk: Desk,
  { documentId, documentType }: Extract<PinRecord['target'], { pinType: 'document' }>,
  near?: string,
): FoundDocument {
  if (documentType === 'Workspace' || documentType === 'Project') {
    const space = desk.space(documentId);
    const fits = space?.known.kind === (documentType === 'Project' ? 'project' : 'workspace');
    return space && fits ? { kind: 'space', space } : { kind: 'not-here' };
  }
  const kind = KIND_OF[documentType];
  const first = near === undefined ? undefined : desk.space(near);
  let deleted: FoundDocument | undefined;
  for (const space of first ? [first, ...desk.spaces.filter((other) => other !== first)] : desk.spaces) {
    const { view } = space.replica;
    const record: SpaceRecord | undefined = kind && view.record(kind, documentId);
    if (!record || documentTypeOf(record) !== documentType) continue;
    if (!view.isDeleted(record)) return { kind: 'record', space, record };
    deleted ??= { kind: 'in-trash', space, record };
  }
  return deleted ?? { kind: 'not-here' };
}

/** The type of document that a record is. */
export function documentTypeOf(record: SpaceRecord): DocumentType {
  switch (record.kind) {
    case 'task':
      return 'Task';
    case 'pin':
      return 'Pin';
    case 'dashboard':
      return 'Dashboard';
    case 'list':
      return ({ task: 'TaskList', pin: 'PinList', dashboard: 'DashboardList' } as const)[record.listKind];
    case 'section':
      return ({ task: 'TaskSection', pin: 'PinSection', dashboard: 'DashboardSection' } as const)[record.listKind];
  }
}

/** A type of document in words. */
export function documentWord(type: DocumentType): string {
  switch (type) {
    case 'Workspace':
      return t('Workspace');
    case 'Project':
      return t('Project');
    case 'Organization':
      return t('Organization');
    case 'TaskList':
      return t('Task list');
    case 'TaskSection':
      return t('Task section');
    case 'Task':
      return t('Task');
    case 'PinList':
      return t('Pin list');
    case 'PinSection':
      return t('Pin section');
    case 'Pin':
      return t('Pin');
    case 'DiscussionList':
      return t('Discussion list');
    case 'Discussion':
      return t('Discussion');
    case 'PrivateChat':
      return t('Private chat');
    case 'DashboardList':
      return t('Dashboard list');
    case 'DashboardSection':
      return t('Dashboard section');
    case 'Dashboard':
      return t('Dashboard');
  }
}
