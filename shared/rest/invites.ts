/** Invites, the links that carry them, and joining by one over REST (rules R26, R27). */
import * as z from 'zod';
import { name, text } from '../fields';
import { documentInfo, memberInfo, ROLE_NAMES } from './references';
import { user } from './user';

/** An invite that waits for the caller: to exactly one of a workspace and a project. */
export const invite = z
  .object({
    id: z.string(),
    role: z.enum(ROLE_NAMES),
    workspace: documentInfo.optional(),
    project: documentInfo.optional(),
    invitedBy: memberInfo,
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof invite>;

/** What an owner hands on to someone who is invited and not a user yet. */
export const inviteLink = z
  .object({ url: z.string(), code: z.string(), expires: z.string() })
  .meta({ id: 'InviteLink' });
export type InviteLink = z.infer<typeof inviteLink>;

export const joinBody = z.object({ code: text(1, 200), name }).meta({ id: 'Join' });

/** The user that was made, and a token that is shown this once. */
export const joined = z.object({ user, token: z.string() }).meta({ id: 'Joined' });
export type Joined = z.infer<typeof joined>;
