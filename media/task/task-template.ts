/** What the page of a task looks like. Names are only ever text. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { priorityWord, statusWord } from '../../shared/field-words';
import { TASK_PRIORITIES, TASK_STATUSES } from '../../shared/layout';
import type { Gone } from '../../shared/messages/page';
import type { FromTaskPage, TaskState } from '../../shared/messages/task-page';
import { shownText } from '../../shared/shown-text';
import { goneTemplate } from '../gone-template';
import { icon } from '../icon';
import { keepOneLine } from '../one-line';
import { dateField, dateValue } from './date-template';
import { field } from './field-template';
import { peopleField } from './people-template';
import { subtaskList } from './subtask-template';
import type { TaskPageModel } from './task-page-model';

/** The page of a task that is there. */
export function taskPage(state: TaskState, model: TaskPageModel): TemplateResult {
  const { task, canWrite } = state;
  return html`
    <main>
      ${pathLine(state, model)}
      ${nameField(state, model)}
      ${canWrite ? nothing : html`<p class="note">${icon('lock')} ${t('You may read this task, but not change it.')}</p>`}
      <div class="fields ${canWrite ? '' : 'read'}">${canWrite ? fieldsToSet(state, model) : fieldsToRead(state, model)}
        ${
          task.completed
            ? field(
                t('Completed'),
                html`<span class="value">${new Date(task.completed).toLocaleString(document.documentElement.lang)}</span>`,
              )
            : nothing
        }
      </div>
      ${model.description.draw()} ${subtaskList(state, model)}
      ${
        canWrite
          ? html`<div class="actions">
              <vscode-button secondary @click=${() => model.send({ kind: 'move' })}>${t('Move to…')}</vscode-button>
              <vscode-button secondary @click=${() => model.send({ kind: 'delete' })}>${t('Delete')}</vscode-button>
            </div>`
          : nothing
      }
    </main>
  `;
}

/** What is shown where there is no such task any more. */
export function gonePage(gone: Gone, model: TaskPageModel): TemplateResult {
  const words = {
    deleted: t('This task is in the trash.'),
    missing: t('This task is not there any more, or has not come to this machine yet.'),
    closed: t('The workspace or project of this task is not open here.'),
  };
  return goneTemplate(gone, words, () => model.send({ kind: 'restore' }));
}

function pathLine({ path }: TaskState, model: TaskPageModel): TemplateResult {
  return html`<nav class="path" aria-label=${t('Where the task lies')}>
    ${path.map(({ kind, id, name }, at) => {
      const text = kind === 'unfiled' ? t('Unfiled') : shownText(name);
      const go = () =>
        kind === 'task'
          ? model.send({ kind: 'open-task', id })
          : kind !== 'unfiled' && model.send({ kind: 'show', of: kind, id });
      return html`${at > 0 ? html`<span class="codicon codicon-chevron-right" aria-hidden="true"></span>` : nothing}
        ${kind === 'unfiled' ? html`<span>${text}</span>` : html`<button class="link" @click=${go}>${text}</button>`}`;
    })}
  </nav>`;
}

function fieldsToSet(state: TaskState, model: TaskPageModel): TemplateResult {
  const { status, priority, startDate, dueDate, due } = state.task;
  const set = (fields: Extract<FromTaskPage, { kind: 'set' }>['fields']) => model.send({ kind: 'set', fields });
  return html`
    ${choice('status', t('Status'), TASK_STATUSES, status, statusWord, (chosen) => set({ status: chosen }))}
    ${choice('priority', t('Priority'), TASK_PRIORITIES, priority, priorityWord, (chosen) => set({ priority: chosen }))}
    ${dateField('startDate', t('Start Date'), startDate, undefined, (chosen) => set({ startDate: chosen }))}
    ${dateField('dueDate', t('Due Date'), dueDate, due, (chosen) => set({ dueDate: chosen }))}
    ${peopleField(state, model)}
  `;
}

/** For who may not set them: what there is, as text. */
function fieldsToRead(state: TaskState, model: TaskPageModel): TemplateResult {
  const { status, priority, startDate, dueDate, due, assignees } = state.task;
  const value = (label: string, text: string) => field(label, html`<span class="value">${text}</span>`);
  return html`
    ${value(t('Status'), statusWord(status))}
    ${priority === 'none' ? nothing : value(t('Priority'), priorityWord(priority))}
    ${startDate ? dateValue(t('Start Date'), startDate, undefined) : nothing}
    ${dueDate ? dateValue(t('Due Date'), dueDate, due) : nothing}
    ${assignees.length > 0 ? peopleField(state, model) : nothing}
  `;
}

function nameField({ task, canWrite }: TaskState, model: TaskPageModel): TemplateResult {
  const done = task.status === 'completed' ? 'completed' : '';
  if (!canWrite) return html`<h1 class="name ${done}">${shownText(task.name)}</h1>`;
  const fault = model.faults.get('name');
  const changed = model.name.typed !== undefined && model.name.typed !== task.name;
  // As high as the name: what is in the attribute is drawn unseen behind the input, which takes its size.
  return html`<h1 class="name set" data-name=${model.name.value}>
      <textarea
        rows="1"
        class=${done}
        aria-label=${t('Name')}
        aria-invalid=${fault === undefined ? 'false' : 'true'}
        aria-describedby="name-fault"
        .value=${live(model.name.value)}
        @input=${({ target }: InputEvent) => {
          const input = target as HTMLTextAreaElement;
          keepOneLine(input);
          model.name.type(input.value);
          model.typed('name');
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !event.isComposing) {
            event.preventDefault();
            model.commitName();
          }
          if (event.key === 'Escape' && !event.isComposing) {
            model.name.revert();
            model.typed('name');
          }
        }}
        @blur=${() => model.leaveName()}
      ></textarea>
    </h1>
    <p class="fault" id="name-fault" role="alert">${changed && fault !== undefined ? fault : nothing}</p>
    ${
      // As after a reload: it looks like the name, and nobody else sees it.
      changed && fault === undefined && !document.activeElement?.matches('h1.name textarea')
        ? html`<p class="note">${t('The name is not saved yet: Enter in it saves, Escape lets go.')}</p>`
        : nothing
    }`;
}

function choice<T extends string>(
  id: string,
  label: string,
  values: readonly T[],
  value: T,
  word: (value: T) => string,
  choose: (value: T) => void,
): TemplateResult {
  const select = html`<vscode-single-select
    id=${id}
    .label=${label}
    .value=${live(value)}
    @change=${(event: Event) => choose((event.target as HTMLElement & { value: T }).value)}
  >
    ${values.map((one) => html`<vscode-option value=${one} ?selected=${one === value}>${word(one)}</vscode-option>`)}
  </vscode-single-select>`;
  return field(label, select, id);
}
