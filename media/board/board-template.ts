/** What a board looks like. Names are only ever text. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { STATUS_ICON, statusWord } from '../../shared/field-words';
import type { TaskStatus } from '../../shared/layout';
import { BOARD_COLUMNS } from '../../shared/messages/board-page';
import type { Gone } from '../../shared/messages/page';
import { shownText } from '../../shared/shown-text';
import { goneTemplate } from '../gone-template';
import { icon } from '../icon';
import type { BoardModel } from './board-model';
import { cardItem } from './card-template';
import type { Column } from './columns';

/** A board whose list is there. */
export function boardPage(model: BoardModel): TemplateResult {
  const { board, columns } = model;
  const shown = columns.reduce((sum, { cards }) => sum + cards.length, 0);
  const all = columns.reduce((sum, column) => sum + column.all, 0);
  return html`<main class="board">
    <header>
      <h1><button class="link plain" title=${t('Show in Tasks')} @click=${() => model.send({ kind: 'show' })}>${shownText(board.name)}</button></h1>
      <span class="dim">${shownText(board.space)}</span>
      ${board.canWrite ? nothing : html`<span class="note">${icon('lock')} ${t('You may read this list, but not change it.')}</span>`}
      <div class="tools">
        <label>${t('Columns')}
          <select class="native" .value=${live(model.by)} @change=${({ target }: Event) => {
            const by = BOARD_COLUMNS.find((one) => one === (target as HTMLSelectElement).value);
            if (by) model.arrange(by);
          }}>
            <option value="status" ?selected=${model.by === 'status'}>${t('by status')}</option>
            <option value="section" ?selected=${model.by === 'section'}>${t('by section')}</option>
          </select>
        </label>
        <input
          type="search"
          aria-label=${t('Filter cards')}
          placeholder=${t('Filter')}
          .value=${live(model.filter.text)}
          @input=${({ target }: Event) => model.look({ text: (target as HTMLInputElement).value })}
        />
        <label class="check">
          <input type="checkbox" .checked=${live(model.filter.mine)} @change=${({ target }: Event) =>
            model.look({ mine: (target as HTMLInputElement).checked })} />
          ${t('Only mine')}
        </label>
        <span class="dim" role="status">${shown === all ? nothing : t('{0} of {1} cards', shown, all)}</span>
      </div>
    </header>
    <div class="columns" data-scroll="columns">
      ${repeat(
        columns,
        ({ ref }) => ref.key,
        (column) => columnSection(column, model),
      )}
    </div>
    <p class="spoken" aria-live="polite">${model.said}</p>
  </main>`;
}

/** What is shown where there is no such list any more. */
export function goneBoard(gone: Gone, model: Pick<BoardModel, 'send'>): TemplateResult {
  const words = {
    deleted: t('This list is in the trash.'),
    missing: t('This list is not there any more, or has not come to this machine yet.'),
    closed: t('The workspace or project of this list is not open here.'),
  };
  return goneTemplate(gone, words, () => model.send({ kind: 'restore' }));
}

/** What a column is called. */
export function columnName({ ref, name }: Column): string {
  return ref.by === 'status' ? statusWord(ref.key as TaskStatus) : shownText(name);
}

function columnSection(column: Column, model: BoardModel): TemplateResult {
  const { ref, cards, all } = column;
  const name = columnName(column);
  const isOver = model.over?.key === ref.key;
  const line = isOver && model.over?.isPlace ? model.over.index : undefined;
  const onDrag = (event: DragEvent) => {
    if (model.dragged === undefined) return;
    event.preventDefault();
    model.dragOver(ref.key, indexAt(event.currentTarget as HTMLElement, event.clientY));
  };
  return html`<section
    class="column ${isOver ? 'over' : ''}"
    aria-label=${t('{0}, {1} cards', name, cards.length)}
    @dragover=${onDrag}
    @drop=${(event: DragEvent) => {
      event.preventDefault();
      model.drop();
    }}
  >
    <h2>
      ${ref.by === 'status' ? icon(STATUS_ICON[ref.key as TaskStatus]) : nothing}
      <span class="title">${name}</span>
      <span class="count">${cards.length === all ? all : `${cards.length}/${all}`}</span>
    </h2>
    <ul class="cards" data-scroll=${ref.key}>
      ${repeat(
        cards,
        ({ id }) => id,
        (card, at) => cardItem(card, model, line === at),
      )}
    </ul>
    ${line === cards.length ? html`<div class="drop-line"></div>` : nothing}
    ${model.board.canWrite ? adder(column, name, model) : nothing}
  </section>`;
}

function adder(column: Column, name: string, model: BoardModel): TemplateResult {
  const { key } = column.ref;
  const draft = model.draftOf(key);
  const fault = draft.typed === undefined ? undefined : model.faults.get(key);
  return html`<input
      type="text"
      class="add"
      aria-label=${t('Add a task to {0}', name)}
      aria-invalid=${fault === undefined ? 'false' : 'true'}
      placeholder=${t('Add a task')}
      .value=${live(draft.value)}
      @input=${({ target }: Event) => {
        draft.type((target as HTMLInputElement).value);
        model.typed();
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.isComposing) model.add(column);
      }}
    />
    <p class="fault" role="alert">${fault ?? nothing}</p>`;
}

/** How many cards of a column lie above a height of the screen. */
function indexAt(section: HTMLElement, y: number): number {
  const cards = [...section.querySelectorAll('.card')];
  const below = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below < 0 ? cards.length : below;
}
