// Setting status, priority, due date and who is to do it, for one task and for several at once; making lists and sections.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ContainerCommands } from '../../../../extension/app/commands/container-commands';
import { FieldCommands } from '../../../../extension/app/commands/field-commands';
import type { TreeNode } from '../../../../extension/app/tree/task-tree';
import { asId } from '../../../../shared/ids';
import { assign } from '../../../../shared/operations/tasks';
import { got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

let place: DeskPlace;
let window: DeskWindow;
let fields: FieldCommands;
let nodes: readonly TreeNode[];
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  fields = new FieldCommands(window.scope);
  nodes = [await window.add('One'), await window.add('Two')];
});
afterEach(() => place[Symbol.asyncDispose]());

const records = () =>
  nodes.map((node) => {
    const content = window.tree.content(node);
    if (content?.kind !== 'task') throw new Error('it is no task');
    return content.record;
  });

describe('a field of several tasks', () => {
  test('[U6] is set at once and undone at once', async () => {
    window.prompt.picks.push('In Review', 'High', 'High');
    await fields.setStatus(nodes);
    await fields.setPriority(nodes);
    expect(records()).toMatchObject(Array(2).fill({ status: 'review', priority: 'high' }));
    await fields.setPriority(nodes);
    expect(window.prompt.offered.at(-1)?.labels).toEqual(['High (as it is)', 'Medium ()', 'Low ()', 'None ()']);
    window.desk.history.undo();
    expect(records().map(({ priority }) => priority)).toEqual(['none', 'none']);
  });

  test('stays where the person goes away', async () => {
    window.prompt.picks.push(undefined);
    window.prompt.lines.push(undefined);
    await fields.setStatus(nodes);
    await fields.setDueDate(nodes);
    expect(records()).toMatchObject(Array(2).fill({ status: 'open', dueDate: undefined }));
  });

  test('from the palette is that of the task one picks', async () => {
    window.prompt.picks.push('Two', 'Completed');
    await fields.setStatus(undefined);
    expect(records().map(({ status }) => status)).toEqual(['open', 'completed']);
  });
});

test('a due date is typed in words, refused where it is none, and taken away by an empty line', async () => {
  window.prompt.lines.push('whenever', 'tomorrow', ' ');
  await fields.setDueDate(nodes);
  expect(window.prompt.refused).toEqual(['That is no date. Try “tomorrow”, “friday” or “2026-12-05”.']);
  expect(window.prompt.hinted).toEqual(['Due Fri, Jan 2']);
  expect(records()).toMatchObject(Array(2).fill({ dueDate: '2026-01-02T00:00:00.000Z' }));
  await fields.setDueDate(nodes);
  expect(records()).toMatchObject(Array(2).fill({ dueDate: undefined }));
});

describe('assigning', () => {
  test('works before there is an account, and takes off where all are mine', async () => {
    await fields.assignToMe(nodes[0]);
    await fields.assignToMe(nodes);
    expect(records().map(({ assignees }) => assignees)).toEqual([['local'], ['local']]);
    await fields.assignToMe(nodes);
    expect(records().map(({ assignees }) => assignees)).toEqual([[], []]);
  });

  test('offers oneself and those whom tasks of the space name', async () => {
    const space = window.desk.space('local');
    if (!space) throw new Error('the personal space is not open');
    const [one] = records();
    if (!one) throw new Error('there is no task');
    got(assign(space.replica, one.id, [asId('12345678-abcd')], surroundings()));
    window.prompt.picks.push('me', 'user 12345678', 'user 12345678');
    await fields.assign(nodes);
    expect(window.prompt.offered[0]?.labels).toEqual(['me ()', 'user 12345678 ()']);
    await fields.assign(nodes[1]);
    expect(records().map(({ assignees }) => assignees.length)).toEqual([2, 2]);
    await fields.assign(nodes[0]);
    expect(window.prompt.told).toEqual(['There is nobody to choose: everyone known here is assigned, or nobody is.']);
    await fields.unassign(nodes);
    expect(records().map(({ assignees }) => assignees)).toEqual([['local'], ['local']]);
  });
});

test('lists and sections are made where they are called, and asked for where that is not clear', async () => {
  const containers = new ContainerCommands(window.scope);
  const names = () => window.lines().map((line) => line.trim());
  window.prompt.lines.push(' Work ', '', 'Later', 'Sooner', 'Third');
  expect(await containers.addList(undefined)).toBe(window.node('Work'));
  expect(await containers.addSection(window.node('Work'))).toBe(window.node('Later'));
  expect(window.prompt.refused).toEqual(['Type a name; it cannot be empty or only spaces.']);
  await containers.addSection(nodes[0]);
  window.prompt.picks.push('Work');
  await containers.addSection(undefined);
  expect(names()).toEqual([
    'local',
    'Personal Tasks',
    'Section 1',
    'One',
    'Two',
    'Sooner',
    'Work',
    'Section 1',
    'Later',
    'Third',
  ]);
});
