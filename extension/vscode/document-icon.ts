/** The icon of each type of record, by its name among VS Code's own icons. */
import type { DocumentType } from '../../shared/records';

/** Icons by type, the same in every view. */
export const DOCUMENT_ICON: Readonly<Record<DocumentType, string>> = {
  Workspace: 'organization',
  Project: 'project',
  Organization: 'home',
  TaskList: 'checklist',
  TaskSection: 'list-tree',
  Task: 'tasklist',
  PinList: 'pinned',
  PinSection: 'list-tree',
  Pin: 'pin',
  DiscussionList: 'comment-discussion',
  Discussion: 'comment-discussion',
  PrivateChat: 'comment',
  DashboardList: 'dashboard',
  DashboardSection: 'dashboard',
  Dashboard: 'dashboard',
};
