/** A page that a test has open: what it was told, and a document for its description that follows what comes. */
import * as Y from 'yjs';
import type { Page } from '../../extension/app/pages/page';
import { DESCRIPTION, type ToTaskPage } from '../../shared/messages/task-page';

/** What the code of a task's page would hold. */
export class ShownTaskPage {
  readonly told: ToTaskPage[] = [];
  readonly text: Y.Text;
  readonly #doc = new Y.Doc();
  #page: Page | undefined;
  /** Messages to the page are under way until the test lets them arrive. */
  #slow: (() => void)[] | undefined;

  constructor() {
    this.text = this.#doc.getText(DESCRIPTION);
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) void this.#page?.receive({ kind: 'type', update });
    });
  }

  /** Loads the page. @param open opens what stands behind it */
  async load(open: (tell: (message: ToTaskPage) => void) => Page): Promise<Page> {
    const page = open((message) => {
      this.told.push(message);
      const arrive = () => {
        if (message.kind === 'description') Y.applyUpdate(this.#doc, message.state, this);
        if (message.kind === 'typed') Y.applyUpdate(this.#doc, message.update, this);
      };
      if (this.#slow) this.#slow.push(arrive);
      else arrive();
    });
    this.#page = page;
    await page.receive({ kind: 'ready' });
    return page;
  }

  /** From now on messages to the page are under way. */
  delay(): void {
    this.#slow ??= [];
  }

  /** What is under way arrives. */
  arrive(): void {
    const waiting = this.#slow ?? [];
    this.#slow = undefined;
    for (const arrive of waiting) arrive();
  }

  /** A caret in the page's text. */
  caretAt(index: number): unknown {
    return Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(this.text, index));
  }

  /** Where a caret is in the page's text now. */
  placeOf(caret: unknown): number | undefined {
    const position = Y.createRelativePositionFromJSON(caret);
    return Y.createAbsolutePositionFromRelativePosition(position, this.#doc)?.index;
  }

  /** The last message of a kind. */
  last<Kind extends ToTaskPage['kind']>(kind: Kind): Extract<ToTaskPage, { kind: Kind }> | undefined {
    return this.told.findLast((message): message is Extract<ToTaskPage, { kind: Kind }> => message.kind === kind);
  }
}
