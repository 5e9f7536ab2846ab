/** The carets and selections of others in the editor, each with its name. Styles are classes: the page's policy allows no others. */
import { type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { shownText } from '../../shared/shown-text';

/** Somebody's caret: places in the text. */
export interface RemoteCaret {
  readonly client: number;
  readonly name: string;
  readonly anchor: number;
  readonly head: number;
}

/** There are so many colours; the style sheet has a class for each. */
const COLORS = 6;

/** Which of the colours somebody has, the same in every page. */
export function colorOf(client: number): number {
  return client % COLORS;
}

/** Shows these carets and no others. */
export const showCarets = StateEffect.define<readonly RemoteCaret[]>();

/** The extension of the editor. Between two messages the carets go with the text around them. */
export const remoteCarets = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(showCarets)) return decorations(effect.value, transaction.newDoc.length);
    }
    return shown.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(carets: readonly RemoteCaret[], length: number): DecorationSet {
  const ranges: Range<Decoration>[] = carets.flatMap(({ client, name, anchor, head }) => {
    const [start, end] = [Math.min(anchor, head), Math.min(Math.max(anchor, head), length)];
    const color = colorOf(client);
    const caret = Decoration.widget({ widget: new Flag(name, color), side: 1 }).range(Math.min(head, length));
    if (start >= end) return [caret];
    return [caret, Decoration.mark({ class: `remote-selection remote-${color}` }).range(start, end)];
  });
  return RangeSet.of(ranges, true);
}

class Flag extends WidgetType {
  readonly #name: string;
  readonly #color: number;

  constructor(name: string, color: number) {
    super();
    this.#name = name;
    this.#color = color;
  }

  override eq(other: Flag): boolean {
    return other.#name === this.#name && other.#color === this.#color;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = `remote-caret remote-${this.#color}`;
    const label = document.createElement('span');
    label.className = 'remote-name';
    label.textContent = shownText(this.#name);
    caret.append(label);
    // Who is there is said in words beside the editor.
    caret.setAttribute('aria-hidden', 'true');
    return caret;
  }
}
