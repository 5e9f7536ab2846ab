/** A card of a board. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { dueWords, priorityWord, STATUS_ICON, statusWord } from '../../shared/field-words';
import type { Card } from '../../shared/messages/board-page';
import { shownText } from '../../shared/shown-text';
import { icon } from '../icon';
import type { BoardModel } from './board-model';
import type { Direction } from './columns';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** @param isBelowDrop whether what is dragged would go before it */
export function cardItem(card: Card, model: BoardModel, isBelowDrop: boolean): TemplateResult {
  const { id, name, status, priority, due, assignees, below, section } = card;
  const isDone = status === 'completed';
  const where = model.by === 'status' && model.board.sections.length > 1 ? sectionName(section, model) : '';
  const people = assignees.map((person) => (person.isMe ? t('me') : shownText(person.name))).join(', ');
  const open = () => model.send({ kind: 'open-task', id });
  const press = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (direction && event.altKey) model.step(id, direction);
    else if (direction && !event.ctrlKey && !event.metaKey && !event.shiftKey) model.go(id, direction);
    else if (event.key === 'Enter') open();
    else return;
    // VS Code has other uses for some of these keys.
    event.preventDefault();
    event.stopPropagation();
  };
  const shown = shownText(name);
  const label = [
    shown,
    statusWord(status),
    priority === 'none' ? '' : t('priority {0}', priorityWord(priority)),
    due ? dueWords(due) : '',
    people,
    where,
  ].filter((part) => part !== '');
  return html`<li
    class="card ${isBelowDrop ? 'below-drop' : ''} ${model.dragged === id ? 'dragged' : ''} priority-${priority}"
    data-card=${id}
    tabindex=${model.current === id ? '0' : '-1'}
    draggable=${model.board.canWrite ? 'true' : 'false'}
    aria-label=${label.join(', ')}
    title=${model.board.canWrite ? t('Enter opens it, Alt and an arrow key move it') : t('Enter opens it')}
    @focus=${() => model.focused(id)}
    @keydown=${press}
    @dblclick=${open}
    @dragstart=${(event: DragEvent) => {
      event.dataTransfer?.setData('text/plain', name);
      model.drag(id);
    }}
    @dragend=${() => model.drag(undefined)}
  >
    <button class="link plain name ${isDone ? 'completed' : ''}" tabindex="-1" @click=${open}>${shown}</button>
    <div class="notes">
      ${model.by === 'section' ? html`<span>${icon(STATUS_ICON[status])} ${statusWord(status)}</span>` : nothing}
      ${priority === 'none' ? nothing : html`<span class="priority">${icon('flame')} ${priorityWord(priority)}</span>`}
      ${due ? html`<span class="due ${due.state}">${icon('calendar')} ${dueWords(due)}</span>` : nothing}
      ${below.all > 0 ? html`<span>${icon('checklist')} ${below.completed}/${below.all}</span>` : nothing}
      ${people === '' ? nothing : html`<span>${icon('person')} ${people}</span>`}
      ${where === '' ? nothing : html`<span>${icon('list-tree')} ${where}</span>`}
    </div>
  </li>`;
}

function sectionName(id: string, { board }: BoardModel): string {
  return shownText(board.sections.find((section) => section.id === id)?.name ?? '');
}
