/** The forms in which a dashboard and its widgets are set. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { typeWord } from '../../shared/field-words';
import { MAX, WIDGET_TYPES } from '../../shared/layout';
import { shownText } from '../../shared/shown-text';
import type { AboutForm, DashboardForm, WidgetForm } from './dashboard-form';
import { isThere, withList } from './dashboard-form';
import type { DashboardModel } from './dashboard-model';

/** @param form what is set so far */
export function formTemplate(form: DashboardForm, model: DashboardModel): TemplateResult {
  return form.kind === 'about' ? aboutTemplate(form, model) : widgetTemplate(form, model);
}

function aboutTemplate(form: AboutForm, model: DashboardModel): TemplateResult {
  const inputs = html`<label>${t('Name')}
      <input type="text" name="name" .value=${live(form.name)}
        @input=${({ target }: Event) => model.change({ ...form, name: (target as HTMLInputElement).value })} />
    </label>
    <label>${t('Description')}
      <textarea class="native" name="description" rows="3" title=${t('Ctrl+Enter or Cmd+Enter saves')} .value=${live(form.description)}
        @input=${({ target }: Event) => model.change({ ...form, description: (target as HTMLTextAreaElement).value })}></textarea>
    </label>`;
  return frame(t('Edit dashboard'), t('Save'), inputs, model);
}

function widgetTemplate(form: WidgetForm, model: DashboardModel): TemplateResult {
  const { lists, widgets } = model.state;
  const gone = form.lists?.filter((id) => !lists.some((list) => list.id === id)) ?? [];
  const check = (id: string, label: string) => html`<label class="check">
    <input type="checkbox" .checked=${live(form.lists?.includes(id) ?? false)}
      @change=${({ target }: Event) => model.change(withList(form, id, (target as HTMLInputElement).checked))} />
    ${label}
  </label>`;
  const isNew = form.id === '';
  const inputs = html`${isNew || isThere(form, widgets) ? nothing : html`<p class="note">${t('Somebody has removed this widget. Saving adds it anew.')}</p>`}
    <label>${t('Shows')}
      <select class="native" name="type" .value=${live(form.type)} @change=${({ target }: Event) => {
        const type = WIDGET_TYPES.find((one) => one === (target as HTMLSelectElement).value);
        if (type) model.change({ ...form, type });
      }}>
        ${WIDGET_TYPES.map((type) => html`<option value=${type} ?selected=${type === form.type}>${typeWord(type)}</option>`)}
      </select>
    </label>
    <label>${t('Title')}
      <input type="text" name="title" maxlength=${MAX.widgetTitle} placeholder=${typeWord(form.type)} .value=${live(form.title)}
        @input=${({ target }: Event) => model.change({ ...form, title: (target as HTMLInputElement).value })} />
    </label>
    <fieldset>
      <legend>${t('Counts the tasks of')}</legend>
      <label class="check">
        <input type="checkbox" .checked=${live(form.lists === undefined)} @change=${({ target }: Event) =>
          model.change({ ...form, lists: (target as HTMLInputElement).checked ? undefined : [] })} />
        ${t('the whole space')}
      </label>
      ${form.lists === undefined ? nothing : lists.map(({ id, name, space }) => check(id, `${shownText(name)} (${shownText(space)})`))}
      ${gone.map((id) => check(id, t('A list that is gone or not open here')))}
    </fieldset>`;
  return frame(isNew ? t('New widget') : t('Edit widget'), isNew ? t('Add Widget') : t('Save'), inputs, model);
}

function frame(name: string, save: string, inputs: TemplateResult, model: DashboardModel): TemplateResult {
  return html`<form
    class="dashboard-form"
    aria-label=${name}
    @submit=${(event: Event) => {
      event.preventDefault();
      model.save();
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'Escape') model.cancel();
      // In a field of several lines Enter begins another one; VS Code has other uses for this key.
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopPropagation();
        model.save();
      }
    }}
  >
    ${inputs}
    <p class="fault" role="alert">${model.fault ?? nothing}</p>
    <div class="buttons">
      <button type="submit" class="primary">${save}</button>
      <button type="button" @click=${() => model.cancel()}>${t('Cancel')}</button>
    </div>
  </form>`;
}
