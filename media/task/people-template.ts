/** The field of who is to do a task. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PagePerson } from '../../shared/messages/page';
import type { TaskState } from '../../shared/messages/task-page';
import { shownText } from '../../shared/shown-text';
import { field } from './field-template';
import type { TaskPageModel } from './task-page-model';

/** The people on a task, each to be taken off, and a choice of whom to add. */
export function peopleField({ task, people, canWrite }: TaskState, model: TaskPageModel): TemplateResult {
  const label = t('Assigned to');
  const group = html`<div class="people" role="group" aria-label=${label}>
      ${repeat(
        task.assignees,
        ({ id }) => id,
        (person) => html`<span class="person">
          ${personText(person)}
          ${
            canWrite
              ? html`<button
                  class="icon-button"
                  aria-label=${t('Take {0} off', personText(person))}
                  title=${t('Take {0} off', personText(person))}
                  @click=${() => model.send({ kind: 'assign', user: person.id, assigned: false })}
                ><span class="codicon codicon-close" aria-hidden="true"></span></button>`
              : nothing
          }
        </span>`,
      )}
      ${task.assignees.length === 0 ? html`<span class="value dim">${t('Nobody')}</span>` : nothing}
      ${canWrite && people.length > 0 ? adder(people, model) : nothing}
    </div>`;
  return field(label, group, undefined, true);
}

/** What a person is called on the page. */
function personText({ name, isMe }: PagePerson): string {
  return isMe ? t('me') : shownText(name);
}

function adder(people: readonly PagePerson[], model: TaskPageModel): TemplateResult {
  return html`<select
    class="native"
    aria-label=${t('Assign')}
    @change=${({ target }: Event) => {
      const select = target as HTMLSelectElement;
      const user = select.value;
      select.value = '';
      if (user !== '') model.send({ kind: 'assign', user, assigned: true });
    }}
  >
    <option value="">${t('Assign…')}</option>
    ${repeat(
      people,
      ({ id }) => id,
      (person) => html`<option value=${person.id}>${personText(person)}</option>`,
    )}
  </select>`;
}
