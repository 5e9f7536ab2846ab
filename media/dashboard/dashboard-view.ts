/** The dashboard on the screen: holds what it was told, draws, and sends what the person does. */
import { t } from '@vscode/l10n';
import { render } from 'lit';
import * as z from 'zod';
import {
  type DashboardState,
  type FromDashboardPage,
  type ShownWidget,
  type ToDashboardPage,
  toDashboardPage,
} from '../../shared/messages/dashboard-page';
import { drawKeepingFocus } from '../keep-focus';
import { PageLink } from '../page-link';
import { ScrollPlaces, scrolledTo } from '../scroll-places';
import {
  aboutFormOf,
  type DashboardForm,
  dashboardForm,
  followed,
  formOf,
  messageOf,
  stepBefore,
} from './dashboard-form';
import type { DashboardModel } from './dashboard-model';
import { CHART_SIZE, dashboardPicture } from './dashboard-picture';
import { dashboardPage, goneDashboard } from './dashboard-template';
import { onTheme, themeColors } from './theme-colors';
import { WidgetChart } from './widget-chart';
import { forOthers, widgetName } from './widget-words';

const kept = z.object({
  form: dashboardForm.optional(),
  unfolded: z.array(z.string()).optional(),
  scrolled: scrolledTo.optional(),
});

/** The dashboard in one element. */
export class DashboardView implements DashboardModel {
  form: DashboardForm | undefined;
  fault: string | undefined;
  dragged: string | undefined;
  over: string | undefined;
  said = '';
  readonly unfolded: Set<string>;
  readonly #root: HTMLElement;
  readonly #link: PageLink<ToDashboardPage, FromDashboardPage>;
  readonly #scrolls: ScrollPlaces;
  readonly #charts = new Map<HTMLCanvasElement, WidgetChart>();
  #state: DashboardState | undefined;
  /** The ids of the widgets that were drawn before those of the state. */
  #before: readonly string[] = [];
  #gone: Extract<ToDashboardPage, { kind: 'gone' }> | undefined;
  /** What was saved and has not been refused: shown again should it be. */
  #sent: DashboardForm | undefined;
  /** The widget that the person moves, and where it stood, until it stands elsewhere. */
  #moving: { readonly id: string; readonly from: number } | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#link = new PageLink(toDashboardPage, (message) => this.#told(message));
    const before = this.#link.kept(kept);
    this.form = before?.form;
    this.unfolded = new Set(before?.unfolded);
    this.#scrolls = new ScrollPlaces(root, 'widget', before?.scrolled, () => this.#keep());
    onTheme(() => this.#draw());
  }

  /** Asks for what there is to show. */
  start(): void {
    this.send({ kind: 'ready' });
  }

  get state(): DashboardState {
    if (!this.#state) throw new Error('nothing is drawn before the dashboard is there');
    return this.#state;
  }

  send(message: FromDashboardPage): void {
    this.#link.send(message);
  }

  edit(widget: ShownWidget | undefined): void {
    this.#set(formOf(widget));
    this.#focus('.dashboard-form select');
  }

  describe(): void {
    this.#set(aboutFormOf(this.state));
    this.#focus('.dashboard-form input');
  }

  change(form: DashboardForm): void {
    this.#set(form);
  }

  save(): void {
    const { form } = this;
    if (!form) return;
    this.#sent = form;
    const message = messageOf(form, this.state);
    if (message) this.send(message);
    this.#close(form);
  }

  cancel(): void {
    if (this.form) this.#close(this.form);
  }

  unfold(id: string, isOpen: boolean): void {
    if (isOpen) this.unfolded.add(id);
    else this.unfolded.delete(id);
    this.#keep();
  }

  remove(widget: ShownWidget): void {
    this.said = t('{0}: removed', widgetName(widget));
    this.send({ kind: 'remove', id: widget.id });
  }

  step(widget: ShownWidget, by: 1 | -1): void {
    const before = stepBefore(
      this.state.widgets.map(({ id }) => id),
      widget.id,
      by,
    );
    if (before === 'stays') return;
    this.#move(widget.id, before);
  }

  drag(id: string | undefined): void {
    this.dragged = id;
    this.over = undefined;
    this.#draw();
  }

  dragOver(id: string): void {
    if (this.over === id) return;
    this.over = id;
    this.#draw();
  }

  drop(): void {
    const { dragged, over } = this;
    const ids = this.state.widgets.map(({ id }) => id);
    if (dragged !== undefined && over !== undefined && dragged !== over) {
      // What comes from before goes behind the one that it is dropped on, as it does on the screen.
      const isForward = ids.indexOf(dragged) < ids.indexOf(over);
      this.#move(dragged, isForward ? ids[ids.indexOf(over) + 1] : over);
    }
    this.drag(undefined);
  }

  savePicture(): void {
    const chartOf = (id: string) => this.#canvases().find(({ dataset }) => dataset.chart === id);
    const state = forOthers(this.state);
    this.#drawCharts(state);
    for (const chart of this.#charts.values()) chart.resize(CHART_SIZE);
    this.send({ kind: 'save-png', picture: dashboardPicture(state, themeColors(), chartOf) });
    for (const chart of this.#charts.values()) chart.resize();
    this.#drawCharts();
  }

  #move(id: string, before: string | undefined): void {
    this.#moving = { id, from: this.state.widgets.findIndex((widget) => widget.id === id) };
    this.send({ kind: 'move', id, ...(before !== undefined && { before }) });
  }

  /** Closes a form; the focus goes back to where it was opened. */
  #close(form: DashboardForm): void {
    this.#set(undefined);
    if (form.kind === 'about') this.#focus('header .icon-button');
    else this.#focus(form.id === '' ? 'vscode-button.add' : widgetSelector(form.id));
  }

  #focus(selector: string): void {
    this.#root.querySelector<HTMLElement>(selector)?.focus();
  }

  #set(form: DashboardForm | undefined): void {
    this.form = form;
    this.fault = undefined;
    this.#keep();
    this.#draw();
  }

  #keep(): void {
    this.#link.keep({ form: this.form, unfolded: [...this.unfolded], scrolled: this.#scrolls.kept });
  }

  #told(message: ToDashboardPage): void {
    let arrived: string | undefined;
    if (message.kind === 'dashboard') {
      this.#before = this.#state?.widgets.map(({ id }) => id) ?? [];
      this.#state = message;
      this.#gone = undefined;
      arrived = this.#arrived(message);
      if (this.form) this.form = followed(this.form, message);
    } else if (message.kind === 'gone') this.#gone = message;
    else if (message.kind === 'refused' && this.#sent) {
      this.form = this.#state ? followed(this.#sent, this.#state) : this.#sent;
      this.fault = message.message;
    }
    this.#draw();
    if (arrived !== undefined) this.#root.querySelector(widgetSelector(arrived))?.scrollIntoView({ block: 'nearest' });
  }

  /** Says where the widget stands now that the person has moved. @returns its id, once it does */
  #arrived({ widgets }: DashboardState): string | undefined {
    const at = widgets.findIndex(({ id }) => id === this.#moving?.id);
    const widget = widgets[at];
    if (!widget || at === this.#moving?.from) return undefined;
    this.#moving = undefined;
    this.said = t('{0}: moved to place {1} of {2}', widgetName(widget), at + 1, widgets.length);
    return widget.id;
  }

  #canvases(): readonly HTMLCanvasElement[] {
    return [...this.#root.querySelectorAll<HTMLCanvasElement>('canvas[data-chart]')];
  }

  #draw(): void {
    if (this.#gone) {
      this.#scrolls.lost();
      render(goneDashboard(this.#gone, this), this.#root);
    } else if (this.#state) drawKeepingFocus(dashboardPage(this), this.#root, (lost) => this.#instead(lost));
    this.#drawCharts();
    if (this.#state && !this.#gone) this.#scrolls.drawn();
  }

  /** What has the focus next: the same of a form that is drawn elsewhere, or the widget in the place of one that is gone. */
  #instead(lost: HTMLElement): Element | null {
    if (lost.closest('.dashboard-form')) {
      const name = lost.getAttribute('name') ?? 'title';
      return this.#root.querySelector(`.dashboard-form [name="${CSS.escape(name)}"]`);
    }
    const gone = lost.closest<HTMLElement>('[data-widget]')?.dataset.widget;
    if (gone === undefined) return null;
    const widgets = [...this.#root.querySelectorAll('[data-widget]')];
    const at = this.#before.indexOf(gone);
    return widgets[at] ?? widgets.at(-1) ?? this.#root.querySelector('vscode-button.add');
  }

  #drawCharts(state = this.#state): void {
    const canvases = this.#canvases();
    for (const [canvas, chart] of this.#charts) {
      if (canvases.includes(canvas)) continue;
      chart.destroy();
      this.#charts.delete(canvas);
    }
    const colors = themeColors();
    for (const canvas of canvases) {
      const id = canvas.dataset.chart ?? '';
      const widget = state?.widgets.find((one) => one.id === id);
      if (!widget) continue;
      let chart = this.#charts.get(canvas);
      if (!chart) {
        chart = new WidgetChart(canvas, (key) => this.send({ kind: 'list-tasks', widget: id, key }));
        this.#charts.set(canvas, chart);
      }
      chart.show(widget, colors);
    }
  }
}

function widgetSelector(id: string): string {
  return `[data-widget="${CSS.escape(id)}"]`;
}
