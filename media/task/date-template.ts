/** The field of a date: a day, and a time for who wants one. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { IsoDate } from '../../shared/dates';
import { fromDateInput, toDateInput } from './date-field';

/** @param set is called with the date that was chosen, null for none */
export function dateField(
  id: string,
  label: string,
  date: IsoDate | undefined,
  due: 'overdue' | 'today' | 'later' | undefined,
  canWrite: boolean,
  set: (date: IsoDate | null) => void,
): TemplateResult {
  const { day, time } = toDateInput(date);
  const read = ({ target }: Event) => {
    const field = (target as HTMLElement).closest('.date');
    const [dayInput, timeInput] = field?.querySelectorAll('input') ?? [];
    if (!dayInput || !timeInput || dayInput.validity.badInput || timeInput.validity.badInput) return;
    const chosen = fromDateInput({ day: dayInput.value, time: timeInput.value });
    if (chosen !== undefined && chosen !== (date ?? null)) set(chosen);
  };
  return html`<div class="field">
    <label class="label" for=${id}>${label}</label>
    <div class="date">
      <input type="date" id=${id} max="9999-12-31" ?disabled=${!canWrite} .value=${live(halfTyped(id) ?? day)} @change=${read} />
      <input
        type="time"
        id=${`${id}-time`}
        aria-label=${t('{0}: time', label)}
        ?disabled=${!canWrite || day === ''}
        .value=${live(halfTyped(`${id}-time`) ?? time)}
        @change=${read}
      />
      ${due === 'overdue' ? html`<span class="due overdue">${t('overdue')}</span>` : nothing}
      ${due === 'today' ? html`<span class="due today">${t('due today')}</span>` : nothing}
    </div>
  </div>`;
}

/** What an input reads as that is only half typed: setting it would take away what is there. */
function halfTyped(id: string): string | undefined {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement && input.validity.badInput ? input.value : undefined;
}
