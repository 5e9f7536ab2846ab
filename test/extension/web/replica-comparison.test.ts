/** Two states beside each other: which of them has what the other lacks. */

import { expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, mergeUpdates } from 'yjs';
import { compareStates } from '../../../extension/web/replica-comparison';

/** A document with a few edits, and what was deleted again. */
function edited(): Doc {
  const document = new Doc();
  for (let n = 0; n < 5; n++) document.getMap('records').set(`key ${n}`, n);
  document.getMap('records').delete('key 1');
  document.getText('text').insert(0, 'hello');
  document.getText('text').delete(1, 2);
  return document;
}

function copyOf(document: Doc): Doc {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(document));
  return copy;
}

const state = (document: Doc) => encodeStateAsUpdate(document);

it('finds two documents of the same edits the same, however they are cut into pieces', () => {
  const one = edited();
  const pieces: Uint8Array[] = [];
  const other = new Doc();
  other.on('update', (update: Uint8Array) => pieces.push(update));
  applyUpdate(other, state(one));
  other.getMap('records').set('more', 1);
  applyUpdate(one, state(other));
  const merged = mergeUpdates(pieces);
  for (const theirs of [state(other), merged])
    expect(compareStates(state(one), theirs)).toEqual({ news: [], covers: true });
});

it('finds an edit, and a deletion, on either side', () => {
  const edits = [
    (document: Doc) => document.getMap('records').set('new', 1),
    (document: Doc) => document.getMap('records').delete('key 2'),
    (document: Doc) => document.getText('text').delete(0, 1),
  ];
  for (const edit of edits) {
    const one = edited();
    const other = copyOf(one);
    edit(other);
    expect(compareStates(state(other), state(one))).toEqual({ news: [], covers: false });
    const { news, covers } = compareStates(state(one), state(other));
    expect(covers).toBe(true);
    for (const update of news) applyUpdate(one, update);
    expect(one.getMap('records').toJSON()).toEqual(other.getMap('records').toJSON());
    expect(one.getText('text').toString()).toBe(other.getText('text').toString());
    // Both have edits of their own.
    one.getMap('records').set('mine', 1);
    other.getMap('records').set('theirs', 2);
    const both = compareStates(state(one), state(other));
    expect(both.covers).toBe(false);
    expect(both.news).toHaveLength(1);
  }
});

it('does not take a gap for what is in it', () => {
  const one = edited();
  const before = encodeStateVector(one);
  one.getMap('records').set('in between', 1);
  const middle = encodeStateVector(one);
  one.getMap('records').set('after', 2);
  const gap = mergeUpdates([encodeStateAsUpdate(edited()), encodeStateAsUpdate(one, middle)]);
  expect(compareStates(encodeStateAsUpdate(one, before), gap).covers).toBe(false);
  expect(compareStates(gap, encodeStateAsUpdate(one, before)).covers).toBe(false);
  // What waits for the gap to be filled is news all the same, and is taken once.
  const late = encodeStateAsUpdate(one, middle);
  const ours = state(new Doc());
  expect(compareStates(ours, late).news).toEqual([late]);
  expect(compareStates(mergeUpdates([ours, late]), late)).toEqual({ news: [], covers: true });
});

it('finds nothing in a state that cannot be read', () => {
  expect(compareStates(state(edited()), Uint8Array.of(255, 255, 255, 7))).toEqual({ news: [], covers: false });
});
