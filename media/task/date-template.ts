/** The field of a date: a day, and a time for who wants one; in words where it cannot be set. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { IsoDate } from '../../shared/dates';
import type { Due } from '../../shared/due';
import { dateText, fromDateInput, toDateInput } from './date-field';
import { field } from './field-template';

/** The field of a date that can be set. @param set is called with the date that was chosen, null for none */
export function dateField(
  id: string,
  label: string,
  date: IsoDate | undefined,
  due: Due | undefined,
  set: (date: IsoDate | null) => void,
): TemplateResult {
  const { day, time } = toDateInput(date);
  const read = ({ target }: Event) => {
    const [dayInput, timeInput] = (target as HTMLElement).closest('.date')?.querySelectorAll('input') ?? [];
    if (!dayInput || !timeInput || dayInput.validity.badInput || timeInput.validity.badInput) return;
    const chosen = fromDateInput({ day: dayInput.value, time: timeInput.value });
    if (chosen !== undefined && chosen !== (date ?? null)) set(chosen);
  };
  // Left half typed it would stand there beside another date of the record: whoever leaves it sees that again.
  const leave = (whole: string) => (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (input.validity.badInput) input.value = whole;
  };
  const inputs = html`<div class="date">
    <input type="date" id=${id} max="9999-12-31" .value=${live(halfTyped(id) ?? day)} @change=${read} @blur=${leave(day)} />
    <input
      type="time"
      id=${`${id}-time`}
      aria-label=${t('{0}: time', label)}
      ?disabled=${day === ''}
      .value=${live(halfTyped(`${id}-time`) ?? time)}
      @change=${read}
      @blur=${leave(time)}
    />
    ${dueNote(due)}
  </div>`;
  return field(label, inputs, id);
}

/** A date for who only reads it. */
export function dateValue(label: string, date: IsoDate, due: Due | undefined): TemplateResult {
  const words = dateText(date, document.documentElement.lang);
  return field(label, html`<span class="value">${words} ${dueNote(due)}</span>`);
}

function dueNote(due: Due | undefined): TemplateResult | typeof nothing {
  if (due === 'overdue') return html`<span class="due overdue">${t('overdue')}</span>`;
  return due === 'today' ? html`<span class="due today">${t('due today')}</span>` : nothing;
}

/** What an input reads as that is only half typed: setting it would take away what is there. */
function halfTyped(id: string): string | undefined {
  const input = document.getElementById(id);
  return input instanceof HTMLInputElement && input.validity.badInput ? input.value : undefined;
}
