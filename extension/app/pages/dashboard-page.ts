/** A dashboard: what it shows of the tasks, and what it does with what is asked for there. */
import type { SpaceId } from '../../../shared/ids';
import { MAX } from '../../../shared/layout';
import {
  type FromDashboardPage,
  fromDashboardPage,
  type ToDashboardPage,
} from '../../../shared/messages/dashboard-page';
import type { PageSubject } from '../../../shared/messages/page';
import { addWidget, removeWidget, updateDashboard, updateWidget } from '../../../shared/operations/dashboards';
import { moveWidget } from '../../../shared/operations/widget-place';
import type { DashboardRecord, Widget } from '../../../shared/records';
import { restoreWithAbove } from '../commands/deleted-above';
import { nameFault } from '../commands/name-fault';
import { duesNow } from '../due-clock';
import type { Emitter } from '../event';
import { dashboardCsv } from './dashboard-csv';
import { dashboardState } from './dashboard-state';
import { inTrash, notThere } from './gone-record';
import type { Page, PageParts, Tell } from './page';
import { PagePace } from './page-pace';
import { PageRecord } from './page-record';
import { PageTitle } from './page-title';
import { type BarTasks, WidgetCounter } from './widget-figures';

/** What a dashboard leads to beyond itself. */
export interface DashboardGestures {
  /** Lists the tasks of a bar in the tree. */
  listTasks(bar: BarTasks): Promise<void>;
  /** Asks where to save a file, and saves it. @param ending of the file's name, such as `csv` */
  save(name: string, ending: 'csv' | 'png', bytes: Uint8Array): Promise<void>;
}

/** What all dashboards are handed. */
export interface DashboardPageParts extends PageParts {
  readonly gestures: DashboardGestures;
}

/** What stands behind one dashboard. */
export class DashboardPage implements Page {
  readonly #parts: DashboardPageParts;
  readonly #record: PageRecord<'dashboard'>;
  readonly #tell: Tell<ToDashboardPage>;
  readonly #title = new PageTitle();
  readonly #pace: PagePace;
  #loaded = false;
  #told = '';

  constructor(subject: PageSubject, tell: Tell<ToDashboardPage>, parts: DashboardPageParts) {
    this.#tell = tell;
    this.#parts = parts;
    this.#record = new PageRecord(parts.desk, 'dashboard', subject);
    this.#pace = new PagePace(parts, {
      show: () => this.#show(),
      concerns: (space) => this.#concerns(space),
      dues: () => this.#duesNow(),
    });
    this.#title.become(this.#record.found()?.record.name);
  }

  get subject(): PageSubject {
    return this.#record.subject;
  }

  get title(): string {
    return this.#title.text;
  }

  get onTitle(): Emitter<void>['event'] {
    return this.#title.onChange;
  }

  async receive(message: unknown): Promise<void> {
    const parsed = fromDashboardPage.safeParse(message);
    if (!parsed.success) return;
    await this.#do(parsed.data);
    this.#pace.flush();
  }

  hidden(): void {
    this.#loaded = false;
  }

  dispose(): void {
    this.hidden();
    this.#pace.dispose();
    this.#title.dispose();
  }

  async #do(message: FromDashboardPage): Promise<void> {
    if (message.kind === 'ready') {
      this.#loaded = true;
      this.#told = '';
      this.#tell({ kind: 'subject', subject: this.subject });
      this.#show();
      return;
    }
    const found = this.#record.found();
    if (!found) return;
    const { record: dashboard, space } = found;
    const { gestures, writer } = this.#parts;
    switch (message.kind) {
      case 'add':
      case 'set':
      case 'describe':
        this.#set(message, dashboard);
        return;
      case 'remove':
        await writer.write(this.subject.space, (replica, surroundings) =>
          removeWidget(replica, dashboard.id, message.id, surroundings),
        );
        return;
      case 'move':
        await writer.write(this.subject.space, (replica, surroundings) =>
          moveWidget(replica, dashboard.id, message.id, message.before, surroundings),
        );
        return;
      case 'restore':
        await writer.write(this.subject.space, (replica, surroundings) =>
          restoreWithAbove(replica, dashboard, surroundings),
        );
        return;
      case 'list-tasks': {
        const widget = dashboard.widgets.find(({ id }) => id === message.widget);
        const bar = widget && new WidgetCounter(space, this.#parts).bar(widget, message.key);
        if (bar) await gestures.listTasks(bar);
        return;
      }
      case 'save-csv': {
        const csv = dashboardCsv(dashboardState(space, dashboard, this.#parts));
        return gestures.save(dashboard.name, 'csv', new TextEncoder().encode(csv));
      }
      case 'save-png': {
        const bytes = pngOf(message.picture);
        if (bytes) await gestures.save(dashboard.name, 'png', bytes);
        return;
      }
    }
  }

  /** Does what was set in a form of the page; a refusal is told beside what was set, which stays. */
  #set(
    message: Extract<FromDashboardPage, { kind: 'add' | 'set' | 'describe' }>,
    { id, widgets }: DashboardRecord,
  ): void {
    const { writer } = this.#parts;
    const refuse = (why: string) => this.#tell({ kind: 'refused', about: message.kind, message: why });
    const name = message.kind === 'describe' ? message.name : undefined;
    const fault = name === undefined ? undefined : nameFault(MAX.name)(name);
    if (fault !== undefined) {
      refuse(fault);
      return;
    }
    const tried = writer.attempt<unknown>(this.subject.space, (replica, surroundings) => {
      switch (message.kind) {
        case 'add':
          return addWidget(replica, id, message.widget, surroundings);
        case 'set': {
          const widget = widgets.find((one) => one.id === message.id);
          return updateWidget(replica, id, message.id, changedWidget(widget, message.changes), surroundings);
        }
        case 'describe': {
          const fields = { name: name?.trim(), description: message.description?.trim() };
          return updateDashboard(replica, id, fields, surroundings);
        }
      }
    });
    if (tried.kind === 'refused') refuse(tried.why);
  }

  #show(): void {
    const isElsewhere = this.#record.follow();
    const found = this.#record.found();
    this.#title.become(found?.record.name);
    if (!this.#loaded) return;
    if (isElsewhere) this.#tell({ kind: 'subject', subject: this.subject });
    if (!found || found.space.replica.view.isDeleted(found.record)) {
      this.#told = '';
      this.#tell(
        found ? inTrash(this.#parts.desk, found.space, found.record) : notThere(this.#parts.desk, this.subject.space),
      );
      return;
    }
    const state = dashboardState(found.space, found.record, this.#parts);
    const text = JSON.stringify(state);
    if (text !== this.#told) this.#tell(state);
    this.#told = text;
  }

  /** Lists of any space may be counted, and be chosen from. */
  #concerns(space: SpaceId): boolean {
    return this.#loaded || this.#record.concerns(space);
  }

  #duesNow(): string {
    if (!this.#loaded) return '';
    const now = new Date(this.#parts.environment.now());
    return this.#parts.desk.spaces.map(({ replica }) => duesNow(replica.view.records('task'), now)).join('/');
  }
}

/** What a widget is to be: what it reads, with what was changed of it on the page. */
function changedWidget(
  widget: Widget | undefined,
  changes: Extract<FromDashboardPage, { kind: 'set' }>['changes'],
): Parameters<typeof updateWidget>[3] {
  const type = changes.type ?? widget?.type ?? 'status';
  const title = changes.title ?? widget?.title;
  const lists = changes.lists === undefined ? widget?.lists : changes.lists;
  return { type, ...(title && { title }), ...(lists && { lists: [...lists] }) };
}

/** The first bytes of every PNG. */
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A picture in base64 as bytes; undefined where it is no PNG. */
function pngOf(base64: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return PNG_START.every((byte, at) => bytes[at] === byte) ? bytes : undefined;
}
