/** What the page of a task looks like. Names are only ever text. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { priorityWord, statusWord } from '../../shared/field-words';
import { TASK_PRIORITIES, TASK_STATUSES } from '../../shared/layout';
import type { TaskState } from '../../shared/messages/task-page';
import { icon } from '../icon';
import { dateField } from './date-template';
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
      <div class="fields">
        ${choice('status', t('Status'), TASK_STATUSES, task.status, statusWord, canWrite, (status) =>
          model.send({ kind: 'set', fields: { status } }),
        )}
        ${choice('priority', t('Priority'), TASK_PRIORITIES, task.priority, priorityWord, canWrite, (priority) =>
          model.send({ kind: 'set', fields: { priority } }),
        )}
        ${dateField('startDate', t('Start Date'), task.startDate, undefined, canWrite, (startDate) =>
          model.send({ kind: 'set', fields: { startDate } }),
        )}
        ${dateField('dueDate', t('Due Date'), task.dueDate, task.due, canWrite, (dueDate) =>
          model.send({ kind: 'set', fields: { dueDate } }),
        )}
        ${peopleField(state, model)}
        ${
          task.completed
            ? html`<div class="field"><span class="label">${t('Completed')}</span>
                <span class="value">${new Date(task.completed).toLocaleString(document.documentElement.lang)}</span></div>`
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
export function gonePage(why: 'deleted' | 'missing' | 'closed', model: TaskPageModel): TemplateResult {
  const words = {
    deleted: t('This task is in the trash.'),
    missing: t('This task is not there any more, or has not come to this machine yet.'),
    closed: t('The workspace or project of this task is not open here.'),
  }[why];
  return html`<main class="gone" role="status">
    <p>${words}</p>
    ${
      why === 'deleted'
        ? html`<vscode-button @click=${() => model.send({ kind: 'restore' })}>${t('Restore')}</vscode-button>`
        : nothing
    }
  </main>`;
}

function pathLine({ path }: TaskState, model: TaskPageModel): TemplateResult {
  return html`<nav class="path" aria-label=${t('Where the task lies')}>
    ${path.map(({ kind, id, name }, at) => {
      const text = kind === 'unfiled' ? t('Unfiled') : name;
      const go = () =>
        kind === 'task'
          ? model.send({ kind: 'open-task', id })
          : kind !== 'unfiled' && model.send({ kind: 'show', of: kind, id });
      return html`${at > 0 ? html`<span class="codicon codicon-chevron-right" aria-hidden="true"></span>` : nothing}
        ${kind === 'unfiled' ? html`<span>${text}</span>` : html`<button class="link" @click=${go}>${text}</button>`}`;
    })}
  </nav>`;
}

function nameField({ task, canWrite }: TaskState, model: TaskPageModel): TemplateResult {
  const fault = model.faults.get('name');
  const changed = model.name.typed !== undefined && model.name.typed !== task.name;
  return html`<h1 class="name">
      <input
        type="text"
        class=${task.status === 'completed' ? 'completed' : ''}
        aria-label=${t('Name')}
        aria-invalid=${fault === undefined ? 'false' : 'true'}
        aria-describedby="name-fault"
        ?readonly=${!canWrite}
        .value=${live(model.name.value)}
        @input=${(event: InputEvent) => {
          model.name.type((event.target as HTMLInputElement).value);
          model.typed();
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !event.isComposing) model.commitName();
          if (event.key === 'Escape') {
            model.name.revert();
            model.typed();
          }
        }}
        @blur=${() => model.commitName()}
      />
    </h1>
    <p class="fault" id="name-fault" role="alert">${changed && fault !== undefined ? fault : nothing}</p>`;
}

function choice<T extends string>(
  id: string,
  label: string,
  values: readonly T[],
  value: T,
  word: (value: T) => string,
  canWrite: boolean,
  choose: (value: T) => void,
): TemplateResult {
  return html`<div class="field">
    <label class="label" for=${id}>${label}</label>
    ${
      canWrite
        ? html`<vscode-single-select
            id=${id}
            .label=${label}
            .value=${live(value)}
            @change=${(event: Event) => choose((event.target as HTMLElement & { value: T }).value)}
          >
            ${values.map((one) => html`<vscode-option value=${one} ?selected=${one === value}>${word(one)}</vscode-option>`)}
          </vscode-single-select>`
        : html`<span class="value" id=${id}>${word(value)}</span>`
    }
  </div>`;
}
