/** What a process that opens a large space tells of itself (programs/window.ts), in ms, MiB and redraws a second. */
import * as z from 'zod';

/** What Yjs needs for the same state: to decode it, and to hold it. */
export const yjsFigures = z.object({ applied: z.number(), memory: z.number() });

/** What Yjs needs for the updates that the state is made of, as they lie on the disk. */
export const updatesFigures = z.object({ applied: z.number() });

/** What the extension needs, without VS Code around it. */
export const windowFigures = z.object({
  /** until the space is open */
  started: z.number(),
  /** until the rows of the large section are known */
  ready: z.number(),
  /** until each row is known with all that it shows */
  opened: z.number(),
  memory: z.number(),
  /** an edit from elsewhere, until what it touches is known anew: the middle one, and one of a hundred */
  edit: z.number(),
  slowEdit: z.number(),
  /** redraws a second in a burst of edits from elsewhere, and the CPU time that the burst took */
  redraws: z.number(),
  burst: z.number(),
});
export type WindowFigures = z.infer<typeof windowFigures>;
