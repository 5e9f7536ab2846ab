/** The description on a task's page: the editor, the preview of its Markdown, and who else is there. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Caret } from '../../shared/messages/page';
import type { PageWatcher } from '../../shared/messages/task-page';
import { shownText } from '../../shared/shown-text';
import { icon } from '../icon';
import { DescriptionEditor, EDITOR_HINT } from './description-editor';
import { linkOf, markdownHtml, PREVIEW_MAX } from './markdown';
import { showBlocks } from './preview-blocks';
import { colorOf } from './remote-carets';

/** What the section tells of, and is drawn by. */
export interface DescriptionEnds {
  typed(update: Uint8Array): void;
  moved(caret: Caret | undefined): void;
  openLink(url: string): void;
  /** Something else is to be drawn. */
  draw(): void;
  /** It is as high as it will be. */
  measured(): void;
  /** What is to be kept over hiding has changed. */
  keep(): void;
}

/** What is kept of it over hiding, reloads and restarts. */
export interface DescriptionKept {
  /** What was chosen to be seen; undefined where nothing was. */
  readonly preview?: boolean | undefined;
  readonly anchor: number;
  readonly head: number;
  readonly focused: boolean;
}

/** The section, from the first message on. */
export class DescriptionSection {
  readonly #ends: DescriptionEnds;
  readonly #nonce: string;
  readonly #host = document.createElement('div');
  readonly #body = document.createElement('div');
  #before: DescriptionKept | undefined;
  #editor: DescriptionEditor | undefined;
  #watchers: readonly PageWatcher[] = [];
  /** What the person has chosen; undefined: nothing yet. */
  #chosen: boolean | undefined;
  /** The text whose preview is in `#body`. */
  #rendered: string | undefined;
  #canWrite = false;

  /** @param before what was kept when the page was hidden */
  constructor(before: DescriptionKept | undefined, ends: DescriptionEnds) {
    this.#ends = ends;
    this.#before = before;
    this.#chosen = before?.preview;
    this.#nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    this.#host.className = 'editor';
    this.#body.className = 'preview';
    const open = (event: Event) => {
      const url = linkOf(event);
      if (url === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      ends.openLink(url);
    };
    this.#body.addEventListener('click', open);
    this.#body.addEventListener('keydown', (event) => event.key === 'Enter' && open(event));
  }

  /** Begins with a description; where there was one before, anew. */
  begin(state: Uint8Array): void {
    const kept = this.kept() ?? this.#before;
    this.#editor?.destroy();
    const { typed, moved, draw, keep, measured } = this.#ends;
    this.#editor = new DescriptionEditor(state, this.#canWrite, this.#nonce, {
      typed,
      moved: (caret) => {
        moved(caret);
        keep();
      },
      // Who only reads sees no editor where there is nothing to read.
      changed: () => (this.#preview || !this.#canWrite) && draw(),
    });
    const { view } = this.#editor;
    view.scrollDOM.dataset.scroll = 'description';
    this.#host.replaceChildren(view.dom);
    // How high its lines are it knows when they are on the page: before that it cannot be scrolled to the last ones.
    view.requestMeasure({ read: () => undefined, write: measured });
    if (!kept) return;
    const at = (place: number) => Math.min(place, view.state.doc.length);
    view.dispatch({ selection: { anchor: at(kept.anchor), head: at(kept.head) } });
    if (kept.focused && !this.#preview) view.focus();
  }

  /** Takes what others have typed. */
  take(update: Uint8Array): void {
    this.#editor?.take(update);
  }

  set watchers(watchers: readonly PageWatcher[]) {
    this.#watchers = watchers;
    if (this.#editor) this.#editor.watchers = watchers;
  }

  set canWrite(canWrite: boolean) {
    this.#canWrite = canWrite;
    if (this.#editor) this.#editor.canWrite = canWrite;
  }

  /** What is to be kept; undefined before there is anything. */
  kept(): DescriptionKept | undefined {
    if (!this.#editor) return undefined;
    const { state, hasFocus } = this.#editor.view;
    const { anchor, head } = state.selection.main;
    return { preview: this.#chosen, anchor, head, focused: hasFocus };
  }

  draw(): TemplateResult {
    const isEmpty = !this.#canWrite && this.#editor?.isEmpty === true;
    return html`<section class="description" aria-labelledby="description-title">
      <div class="bar">
        <h2 id="description-title">${t('Description')}</h2>
        ${
          isEmpty
            ? nothing
            : html`<div role="tablist" aria-labelledby="description-title">
                ${this.#tab(false, t('Text'))} ${this.#tab(true, t('Preview'))}
              </div>`
        }
        ${this.#people()}
      </div>
      <div ?hidden=${this.#preview || isEmpty}>
        ${this.#host}
        <p class="dim hint" id=${EDITOR_HINT}>
          ${this.#canWrite ? t('Tab indents while you type. Escape, then Tab, leads on.') : nothing}
        </p>
      </div>
      ${isEmpty ? noDescription() : this.#preview ? this.#previewBody() : nothing}
    </section>`;
  }

  /** Who may write begins with the text, who may only read with what it looks like. */
  get #preview(): boolean {
    return this.#chosen ?? !this.#canWrite;
  }

  #tab(preview: boolean, label: string): TemplateResult {
    const selected = this.#preview === preview;
    return html`<button
      role="tab"
      class="tab"
      aria-selected=${selected ? 'true' : 'false'}
      @click=${() => {
        this.#chosen = preview;
        this.#ends.keep();
        this.#ends.draw();
      }}
    >${label}</button>`;
  }

  #people(): TemplateResult {
    return html`<ul class="watchers" aria-live="polite" aria-label=${t('Also here')}>
      ${this.#watchers.map(
        ({ client, name, isMe, caret }) => html`<li class="watcher remote-${colorOf(client)}">
          ${icon(caret ? 'edit' : 'eye')}
          ${watcherWords(isMe ? t('you, in another window') : shownText(name), caret !== undefined)}
        </li>`,
      )}
    </ul>`;
  }

  #previewBody(): TemplateResult {
    const text = this.#editor?.text ?? '';
    if (this.#rendered !== text) showBlocks(this.#body, markdownHtml(text));
    this.#rendered = text;
    return html`${text === '' ? noDescription() : this.#body}
      ${
        text.length > PREVIEW_MAX
          ? html`<p class="note">${t('The text is long; the preview shows its first {0} characters.', PREVIEW_MAX)}</p>`
          : nothing
      }`;
  }
}

function noDescription(): TemplateResult {
  return html`<p class="dim">${t('There is no description.')}</p>`;
}

function watcherWords(name: string, types: boolean): string {
  return types ? t('{0} is in the description', name) : t('{0} is looking', name);
}
