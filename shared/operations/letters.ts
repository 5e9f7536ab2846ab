/** The letters of one text that lives in two documents, since its record was moved: what was typed in one is brought to the other (rule X5). */
import * as Y from 'yjs';
import { isDerived, isHomeOf, lettersId } from '../ids';
import { erase, integrate } from '../integrate';

/** Letters that one client typed, next to each other by its clock. `at` counts that client's letters in this text. */
interface Run {
  readonly id: Y.ID;
  readonly item: Y.Item;
  readonly at: number;
  /** How many there were when this was read: bringing others splits items. */
  readonly length: number;
}

/** The letters of one client. */
interface Own {
  readonly client: number;
  readonly runs: Run[];
  length: number;
}

/** A text of a record in one document. */
export interface TextSide {
  /** What stands for the space (`spaceTag`). */
  readonly tag: number;
  readonly text: Y.Text;
}

/** The letters of a text, by what their client is called in every other document. */
class Letters {
  readonly #own = new Map<number, Own>();
  readonly #keys = new Map<number, number>();

  constructor({ tag, text }: TextSide, record: string) {
    const items: Y.Item[] = [];
    for (let item = text._start; item; item = item.right) items.push(item);
    for (const item of items.sort((a, b) => a.id.clock - b.id.clock)) {
      const { client } = item.id;
      const key = this.#keys.get(client) ?? (isDerived(client) ? client : lettersId(tag, record, client));
      this.#keys.set(client, key);
      const own = this.#own.get(key) ?? { client, runs: [], length: 0 };
      own.runs.push({ id: item.id, item, at: own.length, length: item.length });
      own.length += item.length;
      this.#own.set(key, own);
    }
  }

  get keys(): Iterable<number> {
    return this.#own.keys();
  }

  runs(key: number): readonly Run[] {
    return this.#own.get(key)?.runs ?? [];
  }

  /** How many letters of a client are known here, those that were deleted too. */
  count(key: number): number {
    return this.#own.get(key)?.length ?? 0;
  }

  /** Under which client id they are here: its own where it typed them here. */
  clientOf(key: number): number {
    return this.#own.get(key)?.client ?? key;
  }

  /** Which letter of which client an id stands for; undefined where it is none of this text. */
  numberOf({ client, clock }: Y.ID): { key: number; at: number } | undefined {
    const key = this.#keys.get(client);
    if (key === undefined) return undefined;
    const run = find(this.runs(key), ({ id }) => id.clock <= clock);
    return run && clock < run.id.clock + run.length ? { key, at: run.at + clock - run.id.clock } : undefined;
  }

  /** The id that a letter has here; for one that is not here yet, the one that it will have. */
  idOf(key: number, at: number): Y.ID | undefined {
    const run = find(this.runs(key), (one) => one.at <= at);
    if (run && at < run.at + run.length) return Y.createID(run.id.client, run.id.clock + at - run.at);
    return this.clientOf(key) === key ? Y.createID(key, at) : undefined;
  }
}

/**
 * Brings to a text what was typed and deleted in its twin in another document. Each letter keeps who typed it, under an id that derives
 * from that and from the record, and the letters that it was typed between: so two windows that do it at once, or with different knowledge,
 * write the same. Letters that were typed here are known again; those that have not come here yet come with this document, and what stands
 * between them after that. To be called in a transaction of the document of `to`.
 * @param record the id of the record, the same in both
 * @param isAll whether what was typed here comes too: the text that it was typed into is no more
 * @returns false where that cannot be, since ids are taken by a text that is no longer there
 */
export function bringLetters(
  transaction: Y.Transaction,
  from: TextSide,
  to: TextSide,
  record: string,
  isAll = false,
): boolean {
  const { store } = transaction.doc;
  const [there, here] = [new Letters(from, record), new Letters(to, record)];
  const isAwaited = (key: number) => !isAll && here.count(key) === 0 && isHomeOf(to.tag, key);
  const brought = [...there.keys].filter((key) => here.clientOf(key) === key && !isAwaited(key));
  if (brought.some((key) => Y.getState(store, key) !== here.count(key))) return false;
  const target = (id: Y.ID | null, known = here): Y.ID | null | undefined => {
    if (!id) return null;
    const letter = there.numberOf(id);
    const found = letter && known.idOf(letter.key, letter.at);
    return found && found.clock < Y.getState(store, found.client) ? found : undefined;
  };
  let waiting = brought.flatMap((key) =>
    there.runs(key).flatMap(({ item, at, length }) => (at + length > here.count(key) ? [{ key, item, at }] : [])),
  );
  // A letter stands between letters that may be still to come: again, as long as some come.
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = waiting.filter(({ key, item, at }) => {
      const [origin, rightOrigin, state] = [target(item.origin), target(item.rightOrigin), Y.getState(store, key)];
      if (origin === undefined || rightOrigin === undefined || state < at) return true;
      insert(transaction, to.text, Y.createID(key, at), origin, rightOrigin, item.content, state - at);
      return false;
    });
  }
  const now = new Letters(to, record);
  for (const key of there.keys) {
    for (const { item, at } of there.runs(key)) {
      if (!item.deleted) continue;
      // Where an undo has put them back, the undo of their typing has to find those that stand for them.
      const back = item.redone && target(item.redone, now);
      for (const { letters, before } of itemsOf(transaction, now.runs(key), at, item.length)) {
        erase(transaction, letters);
        if (back) letters.redone ??= Y.createID(back.client, back.clock + before);
      }
    }
  }
  return true;
}

function insert(
  transaction: Y.Transaction,
  text: Y.Text,
  id: Y.ID,
  origin: Y.ID | null,
  rightOrigin: Y.ID | null,
  content: Y.Item['content'],
  known: number,
): void {
  // A description is plain text: what else a peer put into it has a place in it and says nothing.
  const plain = content instanceof Y.ContentString ? content.copy() : new Y.ContentDeleted(content.getLength());
  const right = follows(transaction, origin, rightOrigin);
  const item = new Y.Item(id, null, origin, null, right, text, null, plain);
  item.getMissing(transaction, transaction.doc.store);
  integrate(transaction, item, known);
}

/** The letter to the right of a new one. Two that were typed at one place at once may stand the other way round here. */
function follows(transaction: Y.Transaction, left: Y.ID | null, right: Y.ID | null): Y.ID | null {
  if (!left || !right) return right;
  const { store } = transaction.doc;
  const start = Y.getItem(store, left);
  const end = Y.getItem(store, right);
  if (start === end) return left.clock < right.clock ? right : start.rightOrigin;
  for (let at: Y.Item | null = start; at; at = at.right) if (at === end) return right;
  return start.rightOrigin;
}

/** The items of some of a client's letters and of no others, each with how many of these stand before it by the client's clock. */
function* itemsOf(transaction: Y.Transaction, runs: readonly Run[], first: number, length: number) {
  const { store } = transaction.doc;
  for (const run of runs) {
    const [start, end] = [Math.max(first, run.at), Math.min(first + length, run.at + run.length)];
    const past = run.id.clock + end - run.at;
    for (let clock = run.id.clock + start - run.at; clock < past; ) {
      const item = Y.getItemCleanStart(transaction, Y.createID(run.id.client, clock));
      if (clock + item.length > past) Y.getItemCleanEnd(transaction, store, Y.createID(run.id.client, past - 1));
      yield { letters: item, before: run.at + clock - run.id.clock - first };
      clock += item.length;
    }
  }
}

/** The last of sorted runs that something is true of. */
function find(runs: readonly Run[], isBefore: (run: Run) => boolean): Run | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const run = runs[middle];
    if (run && isBefore(run)) low = middle + 1;
    else high = middle;
  }
  return runs[low - 1];
}
