/** Workspaces and projects: what is the same for both but for the word (rules R7, R24). */
import * as z from 'zod';
import { type Project, project } from '../../shared/rest/projects';
import { type Workspace, workspace } from '../../shared/rest/workspaces';
import type { Role } from '../storage/storage';
import type { Call } from './call';
import { findSpace } from './open-space';

export type SharedKind = 'workspace' | 'project';

/** The kinds of space that have members, with the record of each. */
export const SHARED_KINDS: readonly (readonly [SharedKind, z.ZodType<Workspace | Project>])[] = [
  ['workspace', workspace],
  ['project', project],
];

/** The record of either. */
export const spaceAnswer: z.ZodType<Workspace | Project> = z.union([workspace, project]);

/** The space of a kind that the path of a request names by `:id`, for who may do that much in it. */
export function spaceInPath(call: Call, kind: SharedKind, need: Role) {
  return findSpace(call, kind, call.param('id'), need);
}
