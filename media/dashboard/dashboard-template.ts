/** What a dashboard looks like. Names are only ever text. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { typeWord } from '../../shared/field-words';
import type { ShownWidget } from '../../shared/messages/dashboard-page';
import type { Gone } from '../../shared/messages/page';
import { shownText } from '../../shared/shown-text';
import { goneTemplate } from '../gone-template';
import { icon } from '../icon';
import { isThere } from './dashboard-form';
import type { DashboardModel } from './dashboard-model';
import { formTemplate } from './form-template';
import { barWord, dayWord, doneWords, scopeWords, widgetName } from './widget-words';

/** A dashboard that is there. */
export function dashboardPage(model: DashboardModel): TemplateResult {
  const { state } = model;
  const form = state.canWrite ? model.form : undefined;
  const isInWidget = form?.kind === 'widget' && isThere(form, state.widgets);
  return html`<main class="dashboard">
    <header>
      <h1>${shownText(state.name)}</h1>
      ${state.canWrite ? iconButton('edit', t('Edit name and description'), () => model.describe()) : nothing}
      <span class="dim">${shownText(state.space)}</span>
      ${state.canWrite ? nothing : html`<span class="note">${icon('lock')} ${t('You may read this dashboard, but not change it.')}</span>`}
      <div class="tools">
        ${state.canWrite ? html`<vscode-button class="add" @click=${() => model.edit(undefined)}>${t('Add Widget')}</vscode-button>` : nothing}
        <vscode-button secondary @click=${() => model.savePicture()}>${t('Export as PNG')}</vscode-button>
        <vscode-button secondary @click=${() => model.send({ kind: 'save-csv' })}>${t('Export as CSV')}</vscode-button>
      </div>
      ${state.description === '' ? nothing : html`<p class="description">${state.description}</p>`}
    </header>
    ${form && !isInWidget ? formTemplate(form, model) : nothing}
    ${state.widgets.length === 0 ? html`<p class="note">${t('There is no widget here yet.')}</p>` : nothing}
    <div class="widgets">
      ${repeat(
        state.widgets,
        ({ id }) => id,
        (widget) => widgetTemplate(widget, model),
      )}
    </div>
    <p class="spoken" aria-live="polite">${model.said}</p>
  </main>`;
}

/** What is shown where there is no such dashboard any more. */
export function goneDashboard(gone: Gone, model: Pick<DashboardModel, 'send'>): TemplateResult {
  const words = {
    deleted: t('This dashboard is in the trash.'),
    missing: t('This dashboard is not there any more, or has not come to this machine yet.'),
    closed: t('The workspace or project of this dashboard is not open here.'),
  };
  return goneTemplate(gone, words, () => model.send({ kind: 'restore' }));
}

function widgetTemplate(widget: ShownWidget, model: DashboardModel): TemplateResult {
  const { id, missing, type } = widget;
  const name = widgetName(widget);
  const { canWrite } = model.state;
  const form = canWrite && model.form?.kind === 'widget' && model.form.id === id ? model.form : undefined;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    // In what is typed and chosen, such keys mean something else.
    const isInForm = (event.target as HTMLElement).closest('.dashboard-form') !== null;
    if (by === undefined || !event.altKey || !canWrite || isInForm) return;
    event.preventDefault();
    event.stopPropagation();
    model.step(widget, by);
  };
  return html`<article
    class="widget ${model.dragged === id ? 'dragged' : ''} ${model.over === id ? 'over' : ''}"
    data-widget=${id}
    tabindex="0"
    aria-label=${name}
    title=${canWrite ? t('Alt and an arrow key move it') : nothing}
    @keydown=${step}
    @dragover=${(event: DragEvent) => {
      if (model.dragged === undefined) return;
      event.preventDefault();
      model.dragOver(id);
    }}
    @drop=${(event: DragEvent) => {
      event.preventDefault();
      model.drop();
    }}
  >
    <h2
      draggable=${canWrite ? 'true' : 'false'}
      @dragstart=${(event: DragEvent) => {
        event.dataTransfer?.setData('text/plain', name);
        model.drag(id);
      }}
      @dragend=${() => model.drag(undefined)}
    >
      <span class="title">${name}</span>
      ${canWrite ? buttons(widget, name, model) : nothing}
    </h2>
    <p class=${missing > 0 ? 'scope missing' : 'scope dim'}>${missing > 0 ? icon('warning') : nothing} ${scopeWords(widget)}</p>
    ${
      form
        ? formTemplate(form, model)
        : type === 'count'
          ? nothing
          : html`<div class="chart"><canvas data-chart=${id} role="img" aria-label=${t('Chart: {0}. The table below says the same.', typeWord(type))}></canvas></div>`
    }
    ${table(widget, model)}
  </article>`;
}

function buttons(widget: ShownWidget, name: string, model: DashboardModel): TemplateResult {
  return html`<span class="actions">
    ${iconButton('arrow-left', t('Move {0} back', name), () => model.step(widget, -1))}
    ${iconButton('arrow-right', t('Move {0} on', name), () => model.step(widget, 1))}
    ${iconButton('edit', t('Edit {0}', name), () => model.edit(widget))}
    ${iconButton('trash', t('Remove {0}', name), () => model.remove(widget))}
  </span>`;
}

function iconButton(glyph: string, label: string, act: () => void): TemplateResult {
  return html`<button class="icon-button" aria-label=${label} title=${label} @click=${act}>${icon(glyph)}</button>`;
}

function table({ id, type, figures }: ShownWidget, model: DashboardModel): TemplateResult {
  if (figures.kind === 'burnup') {
    return html`<p class="sum">${doneWords(figures)}</p>
      <details
        ?open=${model.unfolded.has(id)}
        @toggle=${({ target }: Event) => model.unfold(id, (target as HTMLDetailsElement).open)}
      ><summary>${t('Day by day')}</summary>
        <table><thead><tr><th scope="col">${t('Day')}</th><th scope="col">${t('Done')}</th></tr></thead>
          <tbody>${figures.days.map(({ day, done: by }) => html`<tr><th scope="row">${dayWord(day, { dateStyle: 'medium' })}</th><td>${by}</td></tr>`)}</tbody>
        </table>
      </details>`;
  }
  return html`<table class=${type === 'count' ? 'numbers' : ''}><tbody>
    ${figures.bars.map((bar) => {
      const { key, count } = bar;
      const word = barWord(type, bar);
      return html`<tr><th scope="row">${word}</th><td>${
        count === 0
          ? count
          : html`<button class="link" aria-label=${t('{0}: list {1} tasks', word, count)}
              @click=${() => model.send({ kind: 'list-tasks', widget: id, key })}>${count}</button>`
      }</td></tr>`;
    })}
  </tbody></table>`;
}
