/** How much of everything a run does. */

/** Sizes and times of the measures; what is called so many ms is how long something is kept up. */
export interface Scale {
  readonly name: 'full' | 'quick';
  /** rounds of the cheap measures, and of the dear ones */
  readonly rounds: { readonly many: number; readonly few: number };
  readonly fanOut: { readonly clients: number; readonly ms: number; readonly gentleMs: number };
  readonly rooms: { readonly count: number; readonly seconds: number };
  /** tasks of the large space; three changes on each */
  readonly tasks: number;
  readonly crowd: number;
  readonly crash: { readonly edits: number; readonly rounds: number };
  readonly rest: { readonly connections: number; readonly ms: number; readonly patches: number };
  readonly growth: number;
  /** the steps of each curve */
  readonly curves: {
    readonly tasks: readonly number[];
    readonly spaces: readonly number[];
    readonly clients: readonly number[];
  };
  /** where several servers are compared */
  readonly cluster: { readonly rooms: Scale['rooms']; readonly rounds: Scale['rounds'] };
}

/** What `docs/performance.md` is made with. */
export const FULL: Scale = {
  name: 'full',
  rounds: { many: 5, few: 3 },
  fanOut: { clients: 100, ms: 2_000, gentleMs: 3_000 },
  rooms: { count: 200, seconds: 10 },
  tasks: 10_000,
  crowd: 200,
  crash: { edits: 1_000, rounds: 10 },
  rest: { connections: 50, ms: 2_000, patches: 200 },
  growth: 1_000_000,
  curves: {
    tasks: [100, 1_000, 10_000, 100_000],
    spaces: [10, 100, 1_000, 10_000],
    clients: [1, 10, 50, 100, 250, 500],
  },
  cluster: { rooms: { count: 100, seconds: 5 }, rounds: { many: 3, few: 3 } },
};

/** A look, in less than two minutes on a quiet machine: fewer, smaller and shorter, so not the goals' own figures. */
export const QUICK: Scale = {
  name: 'quick',
  rounds: { many: 1, few: 1 },
  fanOut: { clients: 100, ms: 700, gentleMs: 1_000 },
  rooms: { count: 200, seconds: 2 },
  tasks: 1_000,
  crowd: 50,
  crash: { edits: 500, rounds: 1 },
  rest: { connections: 50, ms: 700, patches: 50 },
  growth: 20_000,
  curves: { tasks: [100, 1_000], spaces: [10, 100], clients: [1, 10, 50] },
  cluster: { rooms: { count: 20, seconds: 1 }, rounds: { many: 1, few: 1 } },
};
