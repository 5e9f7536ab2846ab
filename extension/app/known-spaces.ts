/** The spaces that an account can open, as the server last said: kept on this machine, so that they show without it. */
import * as z from 'zod';
import { asId, isId, type SpaceId } from '../../shared/ids';

/** What the server says of a space (an item of the news and of `GET /v1/sync/spaces`). */
export interface KnownSpace {
  readonly id: SpaceId;
  readonly kind: 'user' | 'workspace' | 'project';
  readonly role: 'owner' | 'contributor' | 'viewer';
  /** The workspace of a project. */
  readonly workspace: SpaceId | undefined;
}

const spaceId = z.string().refine((value) => isId(value));
const item = z.object({
  id: spaceId,
  kind: z.enum(['user', 'workspace', 'project']),
  role: z.enum(['owner', 'contributor', 'viewer']),
  workspace: z.object({ id: spaceId }).optional(),
});
const news = z.object({ protocol: z.literal(1), spaces: z.array(item) });

/** Reads an answer to the question for news. @returns undefined where it is none that this version knows */
export function readNews(json: string): readonly KnownSpace[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const parsed = news.safeParse(value);
  return parsed.success ? parsed.data.spaces.map(toKnown) : undefined;
}

/** Reads what was kept; what cannot be read is left out, the next news brings it again. */
export function readKept(kept: unknown): readonly KnownSpace[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one) => {
    const parsed = item.safeParse(one);
    return parsed.success ? [toKnown(parsed.data)] : [];
  });
}

/** What is kept of the spaces: plain JSON that `readKept` reads. */
export function toKept(spaces: readonly KnownSpace[]): unknown {
  return spaces.map(({ id, kind, role, workspace }) => ({
    id,
    kind,
    role,
    ...(workspace && { workspace: { id: workspace } }),
  }));
}

function toKnown({ id, kind, role, workspace }: z.infer<typeof item>): KnownSpace {
  return { id: asId(id), kind, role, workspace: workspace && asId(workspace.id) };
}
