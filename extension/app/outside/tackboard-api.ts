/** What Tackboard offers to other extensions: types only and no imports, so that the file can be copied as it is (docs/extension-api.md). */

/** The API, as `activate` returns it. What is there stays as it is within a version; more can come. */
export interface TackboardApi {
  readonly version: 1;

  /** The spaces that are open in this window, the personal one first. */
  spaces(): Promise<readonly TackboardSpace[]>;

  /** The tasks that a filter lets through, in the order of the tree; without one all that are not completed. */
  tasks(filter?: TackboardTaskFilter): Promise<Outcome<readonly TackboardTask[]>>;

  /** Makes a task, as if the person had; they can undo it. Resolves when it is kept on this machine, or cannot be, which the status bar says. */
  createTask(task: NewTackboardTask): Promise<Outcome<TackboardTask>>;

  /** Completes a task; its subtasks stay as they are. One that is completed already stays so. */
  completeTask(id: string): Promise<Outcome<TackboardTask>>;

  /** Calls back after tasks or the open spaces have changed, whoever changed them. */
  readonly onDidChange: (listener: (change: TackboardChange) => void) => { dispose(): void };
}

/** What was asked for, or why it is refused, in a sentence for people. Nothing that can be expected to fail throws. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly message: string };

export type TackboardStatus = 'open' | 'progress' | 'review' | 'blocked' | 'completed';
export type TackboardPriority = 'none' | 'low' | 'medium' | 'high';

/** The person's own records, a workspace or a project. */
export interface TackboardSpace {
  readonly id: string;
  readonly kind: 'user' | 'workspace' | 'project';
  readonly name: string;
  /** Whether the person may change what is in it. */
  readonly canWrite: boolean;
  readonly taskLists: readonly TackboardList[];
  readonly pinLists: readonly TackboardList[];
}

export interface TackboardList {
  readonly id: string;
  readonly name: string;
  readonly sections: readonly { readonly id: string; readonly name: string }[];
}

/** A task as it was when it was asked for. Texts are what people typed: show them as text, never as markup. */
export interface TackboardTask {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: TackboardStatus;
  readonly priority: TackboardPriority;
  /** Dates are in UTC, such as `2026-12-05T00:00:00.000Z`; a day is its midnight. */
  readonly startDate: string | null;
  readonly dueDate: string | null;
  readonly completed: string | null;
  /** The ids of those who are to do it. */
  readonly assignees: readonly string[];
  readonly space: string;
  /** The list and the section that it is in, also as a subtask; null where it is in none. */
  readonly list: string | null;
  readonly section: string | null;
  /** The task that it is a subtask of. */
  readonly parentTask: string | null;
}

/** What is left out asks for nothing. */
export interface TackboardTaskFilter {
  /** Ids of a space, a list, a section, a task whose subtasks are meant. */
  readonly space?: string | undefined;
  readonly list?: string | undefined;
  readonly section?: string | undefined;
  readonly parentTask?: string | undefined;
  /** What the name or the description has to hold, whatever the case. */
  readonly text?: string | undefined;
  readonly status?: TackboardStatus | undefined;
  readonly priority?: TackboardPriority | undefined;
  readonly assignedToMe?: boolean | undefined;
  /** Due at this moment or earlier; a date such as `2026-12-05` means its midnight UTC. */
  readonly dueUntil?: string | undefined;
  /** Whether completed tasks are wanted too. */
  readonly includeCompleted?: boolean | undefined;
}

export interface NewTackboardTask {
  readonly name: string;
  readonly description?: string | undefined;
  readonly status?: TackboardStatus | undefined;
  readonly priority?: TackboardPriority | undefined;
  readonly startDate?: string | undefined;
  readonly dueDate?: string | undefined;
  /** The section, or the task, that it goes under, by id: one of the two. Neither: the first section of the person's own first list. */
  readonly section?: string | undefined;
  readonly parentTask?: string | undefined;
}

export interface TackboardChange {
  /** The space in which it changed; undefined where other spaces are open than before. */
  readonly space: string | undefined;
  /** The tasks that read otherwise than before, also those that are gone. */
  readonly tasks: readonly string[];
}
