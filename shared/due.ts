/** How people sort what is due: the names that the extension, its pages and the figures of dashboards go by. */

/** How a due date stands to now. `today` counts until the day, or the moment, is over. */
export const DUES = ['overdue', 'today', 'later'] as const;
export type Due = (typeof DUES)[number];

/** When something is due, as people plan: `week` is the next seven days, `none` has no due date. */
export const DUE_BUCKETS = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type DueBucket = (typeof DUE_BUCKETS)[number];
