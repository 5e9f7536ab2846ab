/**
 * Keeps the text of a page in step with a task's description. A page has a small document of its own with that one text, since
 * messages cross in flight: what is typed there comes as an update of Yjs, is merged here, and is written where the letters stand
 * by then. The document here and the description read the same after every step.
 */
import * as Y from 'yjs';
import type { TaskId } from '../../../shared/ids';
import type { Caret } from '../../../shared/messages/page';
import { DESCRIPTION } from '../../../shared/messages/task-page';
import { descriptionText, isPlain, type TextPart } from '../../../shared/operations/description';
import { changeText } from '../../../shared/operations/text';
import type { Disposable } from '../event';
import type { LiveReplica } from '../live-replica';

const FROM_PAGE = Symbol('from the page');
const FROM_SPACE = Symbol('from the space');

/** What a bridge leads to. */
export interface BridgeEnds {
  /** Writes to the description, or refuses and writes nothing. */
  readonly write: (parts: readonly TextPart[]) => void;
  /** Sends an update to the page. */
  readonly send: (update: Uint8Array) => void;
}

/** The bridge between one loaded page and one description. */
export class DescriptionBridge implements Disposable {
  #replica: LiveReplica;
  readonly #task: TaskId;
  readonly #ends: BridgeEnds;
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText(DESCRIPTION);
  readonly #heard = (transaction: Y.Transaction) => this.#follow(transaction);
  #source: Y.Text | undefined;
  #writing = false;

  constructor(replica: LiveReplica, task: TaskId, ends: BridgeEnds) {
    this.#replica = replica;
    this.#task = task;
    this.#ends = ends;
    this.#text.insert(0, this.#wanted);
    this.#source = descriptionText(replica.doc, task);
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_PAGE) ends.send(update);
    });
    this.#text.observe((event) => {
      if (event.transaction.origin === FROM_PAGE) this.#write(event.delta);
    });
    replica.doc.on('afterTransaction', this.#heard);
  }

  /**
   * Goes on with the description in another replica, where the task is now. The page's document stays: what was typed there and is still
   * on its way fits no other.
   */
  become(replica: LiveReplica): void {
    this.#replica.doc.off('afterTransaction', this.#heard);
    this.#replica = replica;
    this.#source = descriptionText(replica.doc, this.#task);
    replica.doc.on('afterTransaction', this.#heard);
    this.#mend();
  }

  /** The whole state of the page's document, for a page to begin with. */
  state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.#doc);
  }

  /** Takes what was typed in the page; what Yjs cannot read is passed over. */
  take(update: Uint8Array): void {
    try {
      Y.applyUpdate(this.#doc, update, FROM_PAGE);
    } catch {
      // Not made by our page. What it may have put into the text is brought back to what the description reads.
      this.#mend();
    }
  }

  /** Where a caret of the page is in the description; undefined where it is nowhere in it. */
  fromPage(caret: Caret): Caret | undefined {
    return this.#source && isPlain(this.#source) ? moved(caret, this.#text, this.#source) : undefined;
  }

  /** Where somebody's caret in the description is on the page; undefined where that is not known here yet. */
  toPage(caret: Caret): Caret | undefined {
    return this.#source && isPlain(this.#source) ? moved(caret, this.#source, this.#text) : undefined;
  }

  dispose(): void {
    this.#replica.doc.off('afterTransaction', this.#heard);
    this.#doc.destroy();
  }

  get #wanted(): string {
    return this.#replica.view.record('task', this.#task)?.description ?? '';
  }

  #write(delta: Y.YTextEvent['delta']): void {
    const parts = partsOf(delta);
    this.#writing = true;
    if (parts) this.#ends.write(parts);
    this.#writing = false;
    this.#source = descriptionText(this.#replica.doc, this.#task);
    // Where it was refused the page takes it back; not inside the transaction that is still going on.
    queueMicrotask(() => this.#mend());
  }

  #follow(transaction: Y.Transaction): void {
    if (this.#writing) return;
    const before = this.#source;
    this.#source = descriptionText(this.#replica.doc, this.#task);
    const isSame = before !== undefined && before === this.#source;
    const event = isSame ? eventOf(transaction, before) : undefined;
    if (isSame && !event) return;
    const parts = event && partsOf(event.delta);
    if (parts) this.#doc.transact(() => this.#text.applyDelta([...parts]), FROM_SPACE);
    this.#mend();
  }

  /** Brings the page to what the description reads, by the difference; mostly there is none. */
  #mend(): void {
    const wanted = this.#wanted;
    if (this.#text.toString() === wanted) return;
    this.#doc.transact(() => changeText(this.#text, wanted), FROM_SPACE);
  }
}

/** What a transaction did to a text; undefined where it did nothing to it. */
function eventOf({ changedParentTypes }: Y.Transaction, text: Y.Text): Y.YTextEvent | undefined {
  for (const [type, events] of changedParentTypes) {
    const [event] = events;
    if ((type as unknown) === text && event instanceof Y.YTextEvent) return event;
  }
  return undefined;
}

/** A change as parts of plain text; undefined where it brings anything that is none. */
function partsOf(delta: Y.YTextEvent['delta']): readonly TextPart[] | undefined {
  const parts: TextPart[] = [];
  for (const { retain, insert, delete: gone } of delta) {
    if (retain !== undefined) parts.push({ retain });
    else if (gone !== undefined) parts.push({ delete: gone });
    else if (typeof insert === 'string') parts.push({ insert });
    else return undefined;
  }
  return parts;
}

/** A caret in one text at the same place in another one that reads the same. */
function moved({ anchor, head }: Caret, from: Y.Text, to: Y.Text): Caret | undefined {
  const [start, end] = [anchor, head].map((position) => placeIn(from, position));
  if (start === undefined || end === undefined) return undefined;
  const at = (index: number) =>
    Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(to, Math.min(index, to.length)));
  return { anchor: at(start), head: at(end) };
}

/** The place in a text that a relative position means; undefined where it means none, whatever it is. */
function placeIn(text: Y.Text, position: unknown): number | undefined {
  try {
    const { doc } = text;
    const found = doc && Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), doc);
    return found?.type === text ? found.index : undefined;
  } catch {
    return undefined;
  }
}
