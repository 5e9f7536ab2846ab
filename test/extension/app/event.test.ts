// Events and disposables: who hears what, and ending more than once.
import { expect, test } from 'vitest';
import { DisposableStore, Emitter } from '../../../extension/app/event';

test('everyone who listens hears, in the order of listening, until they end it', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const first = emitter.event((value) => heard.push(`first ${value}`));
  emitter.event((value) => heard.push(`second ${value}`));
  emitter.fire(1);
  first.dispose();
  first.dispose();
  emitter.fire(2);
  emitter.dispose();
  emitter.fire(3);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

test('one function that listens twice hears twice, and once after ending one', () => {
  const emitter = new Emitter<void>();
  let count = 0;
  const listener = () => count++;
  const one = emitter.event(listener);
  emitter.event(listener);
  emitter.fire();
  expect(count).toBe(2);
  one.dispose();
  emitter.fire();
  expect(count).toBe(3);
});

test('a listener that throws keeps nobody from hearing, and its error is thrown on', () => {
  const emitter = new Emitter<void>();
  let heard = 0;
  emitter.event(() => {
    throw new Error('mine');
  });
  emitter.event(() => heard++);
  expect(() => emitter.fire()).toThrow('mine');
  expect(heard).toBe(1);
});

test('who ends while it is told, or begins, does not disturb the telling', () => {
  const emitter = new Emitter<void>();
  const heard: string[] = [];
  const self = emitter.event(() => {
    heard.push('self');
    self.dispose();
    emitter.event(() => heard.push('late'));
  });
  emitter.event(() => heard.push('other'));
  emitter.fire();
  expect(heard).toEqual(['self', 'other']);
  emitter.fire();
  expect(heard).toEqual(['self', 'other', 'other', 'late']);
});

test('a store ends what it holds last first, once, and what comes later at once', () => {
  const ended: string[] = [];
  const thing = (name: string) => ({ dispose: () => ended.push(name) });
  const store = new DisposableStore();
  store.add(thing('a'));
  expect(store.add(thing('b'))).toBeDefined();
  store.dispose();
  store.dispose();
  store.add(thing('c'));
  expect(ended).toEqual(['b', 'a', 'c']);
});
