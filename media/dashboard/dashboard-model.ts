/** What the templates of a dashboard draw from, and what they call. */
import type { DashboardState, FromDashboardPage, ShownWidget } from '../../shared/messages/dashboard-page';
import type { DashboardForm } from './dashboard-form';

/** The dashboard as it is looked at, and what a person's gestures come to. */
export interface DashboardModel {
  readonly state: DashboardState;
  /** What is being set; undefined where nothing is. */
  readonly form: DashboardForm | undefined;
  /** Why what was set was refused. */
  readonly fault: string | undefined;
  readonly dragged: string | undefined;
  readonly over: string | undefined;
  /** What is said to who does not see the widgets move. */
  readonly said: string;
  /** The ids of the widgets whose days are shown one by one. */
  readonly unfolded: ReadonlySet<string>;
  send(message: FromDashboardPage): void;
  /** Begins to set a widget; without one, a new one. */
  edit(widget: ShownWidget | undefined): void;
  /** Begins to set name and description. */
  describe(): void;
  change(form: DashboardForm): void;
  save(): void;
  cancel(): void;
  /** The days of a widget are shown, or not any more. */
  unfold(id: string, isOpen: boolean): void;
  remove(widget: ShownWidget): void;
  /** Moves a widget a place forward (1) or back (-1). */
  step(widget: ShownWidget, by: 1 | -1): void;
  drag(id: string | undefined): void;
  dragOver(id: string): void;
  drop(): void;
  savePicture(): void;
}
