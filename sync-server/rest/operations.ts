/** Every operation of REST, but for the one that describes them. */
import type { Route } from './route';
import { assigneeRoutes } from './routes/assignees';
import { dashboardRoutes } from './routes/dashboards';
import { inviteRoutes } from './routes/invites';
import { listRoutes } from './routes/lists';
import { memberRoutes } from './routes/members';
import { pinRoutes } from './routes/pins';
import { projectRoutes } from './routes/projects';
import { requestRoutes } from './routes/requests';
import { searchRoutes } from './routes/search';
import { sectionRoutes } from './routes/sections';
import { spaceRoutes } from './routes/spaces';
import { syncSpaceRoutes } from './routes/sync-spaces';
import { taskRoutes } from './routes/tasks';
import { trashRoutes } from './routes/trash';
import { userRoutes } from './routes/user';
import { workspaceRoutes } from './routes/workspaces';

/** In the order in which the page of the interface shows them. */
export const OPERATIONS: readonly Route[] = [
  ...userRoutes,
  ...workspaceRoutes,
  ...projectRoutes,
  ...spaceRoutes,
  ...memberRoutes,
  ...requestRoutes,
  ...inviteRoutes,
  ...listRoutes,
  ...sectionRoutes,
  ...taskRoutes,
  ...assigneeRoutes,
  ...pinRoutes,
  ...dashboardRoutes,
  ...trashRoutes,
  ...searchRoutes,
  ...syncSpaceRoutes,
];
