/** The description being edited: CodeMirror on a Yjs text, which merges letter by letter and keeps the caret where it is. */
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { t } from '@vscode/l10n';
import { yCollab } from 'y-codemirror.next';
import * as Y from 'yjs';
import type { Caret } from '../../shared/messages/page';
import { DESCRIPTION, type PageWatcher } from '../../shared/messages/task-page';
import { remoteCarets, showCarets } from './remote-carets';

/** The id of the element that says how to leave the editor by key. */
export const EDITOR_HINT = 'editor-hint';

const FROM_EXTENSION = Symbol('from the extension');

/** What an editor tells of. */
export interface EditorEnds {
  /** The person has typed: an update for the extension. */
  typed(update: Uint8Array): void;
  /** The caret has moved; undefined: it is elsewhere on the page. */
  moved(caret: Caret | undefined): void;
  /** The text reads otherwise, whoever changed it. */
  changed(): void;
}

/** An editor of one description, from the state that the extension sent on. */
export class DescriptionEditor {
  readonly view: EditorView;
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(DESCRIPTION);
  readonly #writable = new Compartment();
  readonly #undo: Y.UndoManager;
  #watchers: readonly PageWatcher[] = [];

  /**
   * @param state of the document, whole
   * @param nonce that the page's policy lets styles have
   */
  constructor(state: Uint8Array, canWrite: boolean, nonce: string, ends: EditorEnds) {
    Y.applyUpdate(this.#doc, state, FROM_EXTENSION);
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_EXTENSION) ends.typed(update);
    });
    this.#text.observe(() => ends.changed());
    this.#undo = new Y.UndoManager(this.#text);
    const tellCaret = EditorView.updateListener.of(({ view, focusChanged, selectionSet, docChanged }) => {
      if (focusChanged || ((selectionSet || docChanged) && view.hasFocus))
        ends.moved(view.hasFocus ? this.#caret() : undefined);
    });
    this.view = new EditorView({
      doc: this.#text.toString(),
      extensions: [
        EditorView.cspNonce.of(nonce),
        // Carriage returns of other programs stay in the text, so that its places are those of the document.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
        EditorView.lineWrapping,
        highlightSpecialChars(),
        drawSelection(),
        yCollab(this.#text, null, { undoManager: this.#undo }),
        this.#keys(),
        this.#writable.of(writable(canWrite)),
        EditorView.contentAttributes.of({
          'aria-label': t('Description'),
          'aria-describedby': EDITOR_HINT,
          spellcheck: 'true',
        }),
        // Who comes by with Tab, and who looks for a way out, goes on; who types or clicks has Tab to make room in a list.
        EditorView.domEventHandlers({
          focus: (_event, view) => void letTabLeave(view),
          click: (_event, view) => view.setTabFocusMode(false),
        }),
        remoteCarets,
        tellCaret,
      ],
    });
  }

  get isEmpty(): boolean {
    return this.#text.length === 0;
  }

  get text(): string {
    return this.#text.toString();
  }

  /** Takes what others have typed. */
  take(update: Uint8Array): void {
    Y.applyUpdate(this.#doc, update, FROM_EXTENSION);
    this.#showWatchers();
  }

  /** Shows where others have their carets. */
  set watchers(watchers: readonly PageWatcher[]) {
    this.#watchers = watchers;
    this.#showWatchers();
  }

  set canWrite(canWrite: boolean) {
    if (this.view.state.readOnly === canWrite)
      this.view.dispatch({ effects: this.#writable.reconfigure(writable(canWrite)) });
  }

  destroy(): void {
    this.view.destroy();
    this.#undo.destroy();
    this.#doc.destroy();
  }

  #caret(): Caret {
    const { anchor, head } = this.view.state.selection.main;
    const at = (index: number) => Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(this.#text, index));
    return { anchor: at(anchor), head: at(head) };
  }

  #keys(): Extension {
    // VS Code hears keys too, and would undo what the browser last did beside what is undone here.
    const own = { preventDefault: true, stopPropagation: true };
    const undo = () => this.#undo.undo() !== undefined;
    const redo = () => this.#undo.redo() !== undefined;
    return [
      Prec.high(
        keymap.of([
          { key: 'Mod-z', run: undo, ...own },
          { key: 'Mod-y', run: redo, ...own },
          { key: 'Mod-Shift-z', run: redo, ...own },
          { key: 'Escape', run: letTabLeave, ...own },
        ]),
      ),
      keymap.of([...defaultKeymap, indentWithTab]),
    ];
  }

  #showWatchers(): void {
    const place = (position: unknown): number | undefined => {
      try {
        const found = Y.createAbsolutePositionFromRelativePosition(
          Y.createRelativePositionFromJSON(position),
          this.#doc,
        );
        return found?.type === this.#text ? found.index : undefined;
      } catch {
        return undefined;
      }
    };
    const carets = this.#watchers.flatMap(({ client, name, caret }) => {
      const [anchor, head] = [place(caret?.anchor), place(caret?.head)];
      return anchor === undefined || head === undefined ? [] : [{ client, name, anchor, head }];
    });
    this.view.dispatch({ effects: showCarets.of(carets) });
  }
}

function writable(canWrite: boolean): Extension {
  return canWrite ? placeholder(t('Add a description. Markdown is understood.')) : EditorState.readOnly.of(true);
}

/** Until another key is pressed. */
function letTabLeave(view: EditorView): boolean {
  view.setTabFocusMode(Number.POSITIVE_INFINITY);
  return true;
}
