// When what was sent counts as safe: never before the server says so, and never what it refused.
import { expect, test } from 'vitest';
import { Barrier } from '../../../../extension/app/connection/barrier';

function barrier() {
  const waiting: string[] = [];
  const values: number[] = [];
  const settled: string[] = [];
  const it = new Barrier<string>({
    send: (value) => values.push(value),
    sent: () => [...waiting],
    settle: (safe) => {
      settled.push(...safe);
      for (const edit of safe) waiting.splice(waiting.indexOf(edit), 1);
    },
  });
  const write = (edit: string) => {
    waiting.push(edit);
    it.sent();
  };
  const echo = () => it.returned(values.at(-1) ?? 0);
  return { it, values, settled, waiting, write, echo };
}

test('nothing is asked before the server’s question was answered: what was made before is not sent yet', () => {
  const { it, values, settled, write, echo } = barrier();
  write('offline');
  expect(values).toEqual([]);
  it.answered();
  expect(values).toEqual([1]);
  expect(settled).toEqual([]);
  echo();
  expect(settled).toEqual(['offline']);
});

test('with nothing to confirm nothing is asked', () => {
  const { it, values } = barrier();
  it.answered();
  it.sent();
  expect(values).toEqual([]);
});

test('one is on its way at a time, and what came meanwhile is asked for next', () => {
  const { it, values, settled, write, echo } = barrier();
  it.answered();
  write('a');
  write('b');
  write('c');
  expect(values).toEqual([1]);
  echo();
  expect(settled).toEqual(['a']);
  expect(values).toEqual([1, 2]);
  echo();
  expect(settled).toEqual(['a', 'b', 'c']);
  expect(values).toEqual([1, 2]);
});

test('what a line that broke had asked for is not settled by a late or foreign answer', () => {
  const { it, settled, write } = barrier();
  it.answered();
  write('a');
  it.returned(7);
  it.down();
  it.returned(1);
  expect(settled).toEqual([]);
  it.answered();
  it.returned(1);
  expect(settled).toEqual([]);
  it.returned(2);
  expect(settled).toEqual(['a']);
});

test('what was refused stays until the server asks for everything again and takes it', () => {
  const { it, values, settled, write, echo } = barrier();
  it.answered();
  write('a');
  it.refuse();
  echo();
  expect(settled).toEqual([]);
  expect(it.refused).toBe(true);
  write('b');
  expect(values).toEqual([1]);
  it.answered();
  expect(it.refused).toBe(false);
  it.refuse();
  echo();
  expect(settled).toEqual([]);
  it.answered();
  echo();
  expect(settled).toEqual(['a', 'b']);
});
