/** The form in which a widget is set. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { WIDGET_TYPES } from '../../shared/layout';
import { TITLE_MAX } from '../../shared/messages/dashboard-page';
import type { DashboardModel } from './dashboard-model';
import { type WidgetForm, withList } from './widget-form';
import { typeWord } from './widget-words';

/** @param form what is set so far */
export function formTemplate(form: WidgetForm, model: DashboardModel): TemplateResult {
  const { lists } = model.state;
  const gone = form.lists?.filter((id) => !lists.some((list) => list.id === id)) ?? [];
  const check = (id: string, label: string) => html`<label class="check">
    <input type="checkbox" .checked=${live(form.lists?.includes(id) ?? false)}
      @change=${({ target }: Event) => model.change(withList(form, id, (target as HTMLInputElement).checked))} />
    ${label}
  </label>`;
  return html`<form
    class="widget-form"
    aria-label=${form.id === '' ? t('New widget') : t('Edit widget')}
    @submit=${(event: Event) => {
      event.preventDefault();
      model.save();
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') model.cancel();
    }}
  >
    <label>${t('Shows')}
      <select class="native" name="type" .value=${live(form.type)} @change=${({ target }: Event) => {
        const type = WIDGET_TYPES.find((one) => one === (target as HTMLSelectElement).value);
        if (type) model.change({ type });
      }}>
        ${WIDGET_TYPES.map((type) => html`<option value=${type} ?selected=${type === form.type}>${typeWord(type)}</option>`)}
      </select>
    </label>
    <label>${t('Title')}
      <input type="text" name="title" maxlength=${TITLE_MAX} placeholder=${typeWord(form.type)} .value=${live(form.title)}
        @input=${({ target }: Event) => model.change({ title: (target as HTMLInputElement).value })} />
    </label>
    <fieldset>
      <legend>${t('Counts the tasks of')}</legend>
      <label class="check">
        <input type="checkbox" .checked=${live(form.lists === undefined)} @change=${({ target }: Event) =>
          model.change({ lists: (target as HTMLInputElement).checked ? undefined : [] })} />
        ${t('the whole space')}
      </label>
      ${form.lists === undefined ? nothing : lists.map(({ id, name, space }) => check(id, `${name} (${space})`))}
      ${gone.map((id) => check(id, t('A list that is gone or not open here')))}
    </fieldset>
    <p class="fault" role="alert">${model.fault ?? nothing}</p>
    <div class="buttons">
      <button type="submit" class="primary">${form.id === '' ? t('Add Widget') : t('Save')}</button>
      <button type="button" @click=${() => model.cancel()}>${t('Cancel')}</button>
    </div>
  </form>`;
}
