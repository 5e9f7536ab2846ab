/** What the templates of a task's page draw from beside its state, and what they call. */
import type { TemplateResult } from 'lit';
import type { FromTaskPage } from '../../shared/messages/task-page';
import type { Draft } from '../draft';

/** What is being typed, and what a person's gestures come to. */
export interface TaskPageModel {
  readonly name: Draft;
  readonly subtask: Draft;
  readonly description: { draw(): TemplateResult };
  /** Why something was refused, by what it is about. */
  readonly faults: ReadonlyMap<string, string>;
  send(message: FromTaskPage): void;
  /** What is being typed has changed. @param about what one is typing: why that was refused before is no longer said */
  typed(about?: 'name' | 'subtask'): void;
  /** The person is done with the name. */
  commitName(): void;
  /** The person has left the field of the name. */
  leaveName(): void;
  commitSubtask(): void;
}
