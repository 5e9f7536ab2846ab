/** The subtasks of a task, and a line to add one. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { dueWords, priorityWord, STATUS_ICON, statusWord } from '../../shared/field-words';
import type { PageSubtask, TaskState } from '../../shared/messages/task-page';
import { shownText } from '../../shared/shown-text';
import { icon } from '../icon';
import type { TaskPageModel } from './task-page-model';

/** The list of the subtasks; nothing where there are none and none can be added. */
export function subtaskList({ subtasks, canWrite }: TaskState, model: TaskPageModel): TemplateResult | typeof nothing {
  if (subtasks.length === 0 && !canWrite) return nothing;
  const completed = subtasks.filter(({ status }) => status === 'completed').length;
  return html`<section aria-labelledby="subtasks-title">
    <h2 id="subtasks-title">
      ${t('Subtasks')} ${subtasks.length > 0 ? html`<span class="count">${completed}/${subtasks.length}</span>` : nothing}
    </h2>
    <ul class="subtasks">
      ${repeat(
        subtasks,
        ({ id }) => id,
        (subtask) => row(subtask, canWrite, model),
      )}
    </ul>
    ${canWrite ? adder(model) : nothing}
  </section>`;
}

function row(
  { id, name, status, priority, due, below }: PageSubtask,
  canWrite: boolean,
  model: TaskPageModel,
): TemplateResult {
  const isDone = status === 'completed';
  const shown = shownText(name);
  const notes = [
    below.all > 0 ? `${below.completed}/${below.all}` : undefined,
    isDone || status === 'open' ? undefined : statusWord(status),
    priority === 'none' ? undefined : t('priority {0}', priorityWord(priority)),
  ].filter((note) => note !== undefined);
  return html`<li>
    <input
      type="checkbox"
      aria-label=${t('Completed: {0}', shown)}
      ?disabled=${!canWrite}
      .checked=${live(isDone)}
      @change=${({ target }: Event) =>
        model.send({ kind: 'complete-subtask', id, completed: (target as HTMLInputElement).checked })}
    />
    ${icon(STATUS_ICON[status])}
    <div class="what">
      <button class="link ${isDone ? 'completed' : ''}" @click=${() => model.send({ kind: 'open-task', id })}>${shown}</button>
      ${notes.length > 0 ? html`<span class="notes">${notes.join(' · ')}</span>` : nothing}
      ${due ? html`<span class="due ${due.state}">${dueWords(due)}</span>` : nothing}
    </div>
  </li>`;
}

function adder(model: TaskPageModel): TemplateResult {
  const fault = model.faults.get('subtask');
  return html`<vscode-textfield
      id="add-subtask"
      .label=${t('Add a subtask')}
      placeholder=${t('Add a subtask: ship docs friday !high')}
      ?invalid=${fault !== undefined && model.subtask.typed !== undefined}
      .value=${live(model.subtask.value)}
      @input=${({ target }: Event) => {
        model.subtask.type((target as HTMLInputElement).value);
        model.typed('subtask');
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.isComposing) model.commitSubtask();
      }}
    ></vscode-textfield>
    <p class="fault" role="alert">${fault !== undefined && model.subtask.typed !== undefined ? fault : nothing}</p>`;
}
