// The commands on tasks, with a person who is played: what they ask, what they refuse, what they write, what they say.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { accountKey } from '../../../../extension/app/account';
import { ContainerCommands } from '../../../../extension/app/commands/container-commands';
import { FieldCommands } from '../../../../extension/app/commands/field-commands';
import { MoveCommands } from '../../../../extension/app/commands/move-commands';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import { asId, type SpaceId } from '../../../../shared/ids';
import { createList } from '../../../../shared/operations/lists';
import { createTask, updateTask } from '../../../../shared/operations/tasks';
import { deleteRecord } from '../../../../shared/operations/trash';
import { got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

let place: DeskPlace;
let window: DeskWindow;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
});
afterEach(() => place[Symbol.asyncDispose]());

const local = ({ desk }: DeskWindow = window) => {
  const space = desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  return space.replica;
};
const record = (label: string) => {
  const content = window.tree.content(window.node(label));
  if (content?.kind !== 'task') throw new Error(`${label} is no task`);
  return content.record;
};
const tasks = () =>
  window
    .lines()
    .slice(3)
    .map((line) => line.slice(6));

test('a name with a line break that is not changed in the box stays as it is', async () => {
  await window.add('first');
  const { id } = record('first');
  got(updateTask(local(), id, { name: 'Multi\nline' }, surroundings()));
  window.prompt.lines.push('Multi line');
  await window.tasks.rename(window.node('Multi\nline'));
  expect(window.prompt.asked.at(-1)).toMatchObject({ value: 'Multi line' });
  expect(record('Multi\nline').name).toBe('Multi\nline');
});

describe('adding', () => {
  test('from the palette asks for nothing but the name where there is one section', async () => {
    window.prompt.lines.push('Buy milk');
    const node = await window.tasks.addTask(undefined);
    expect(tasks()).toEqual(['Buy milk']);
    expect(node).toBe(window.node('Buy milk'));
    expect(window.prompt.asked[0]).toMatchObject({
      title: 'New Task',
      prompt: 'Add a task to “Section 1” of “Personal Tasks” in “On This Machine”',
    });
    expect(window.prompt.offered).toEqual([]);
    expect(record('Buy milk')).toMatchObject({ status: 'open', priority: 'none' });
  });

  test('from the palette asks where, where there are several sections', async () => {
    got(createList(local(), { name: 'Work\u202e', listKind: 'task' }, surroundings()));
    window.prompt.picks.push('Work / Section 1');
    window.prompt.lines.push('Ship it');
    await window.tasks.addTask(undefined);
    expect(window.prompt.offered).toEqual([
      {
        title: 'Add the task where?',
        labels: ['Personal Tasks / Section 1 (On This Machine)', 'Work / Section 1 (On This Machine)'],
      },
    ]);
    expect(window.lines().slice(3)).toEqual(['  Work\u202e', '    Section 1', '      Ship it']);
  });

  test.each(['local', 'Personal Tasks', 'Section 1', 'First'])('from %s goes to the section there', async (label) => {
    await window.add('First');
    window.prompt.lines.push('Second');
    await window.tasks.addTask(window.node(label));
    expect(tasks()).toEqual(['First', 'Second']);
  });

  test('beside a subtask goes to the section of its task', async () => {
    const parent = await window.add('Parent');
    window.prompt.lines.push('Child', 'Beside');
    const child = await window.tasks.addSubtask(parent);
    await window.tasks.addTask(child);
    expect(tasks()).toEqual(['Parent', '  Child', 'Beside']);
  });

  test('understands dates and priority in words, and says so while one types', async () => {
    window.prompt.lines.push('ship docs 2 january !high', 'plain');
    await window.tasks.addTask(undefined);
    await window.tasks.addTask(undefined);
    expect(record('ship docs')).toMatchObject({ dueDate: '2026-01-02T00:00:00.000Z', priority: 'high' });
    expect(record('plain')).toMatchObject({ dueDate: undefined, priority: 'none' });
    expect(window.prompt.hinted).toEqual(['“ship docs” · due Fri, Jan 2 · priority high']);
  });

  test('understands the words of the language that the person reads', async () => {
    window.prompt.language = 'de';
    window.prompt.lines.push('Doku am 2. Januar !hoch');
    await window.tasks.addTask(undefined);
    expect(record('Doku')).toMatchObject({ dueDate: '2026-01-02T00:00:00.000Z', priority: 'high' });
  });

  test('does nothing where the person goes away', async () => {
    window.prompt.lines.push(undefined);
    expect(await window.tasks.addTask(undefined)).toBeUndefined();
    got(createList(local(), { name: 'Work', listKind: 'task' }, surroundings()));
    window.prompt.picks.push(undefined);
    expect(await window.tasks.addTask(undefined)).toBeUndefined();
    expect([...local().view.records('task')]).toEqual([]);
  });

  test('says that there is no list where there is none', async () => {
    await window.tasks.delete(window.node('Personal Tasks'));
    await window.tasks.addTask(undefined);
    await window.tasks.addTask(window.node('local'));
    expect(window.prompt.warned).toEqual([
      'There is no list that a task could be added to.',
      'There is no section here that a task could be added to.',
    ]);
  });

  test('goes on to make the list where there is none and one is wanted', async () => {
    await window.tasks.delete(window.node('Personal Tasks'));
    window.prompt.actions.push('Add List…');
    window.prompt.lines.push('Work', 'Ship it');
    expect(await window.tasks.addTask(undefined)).toBe(window.node('Ship it'));
    expect(window.lines()).toEqual(['local', '  Work', '    Section 1', '      Ship it']);
  });

  test('says so where the section goes while the person types', async () => {
    window.prompt.lines.push(async () => {
      await window.tasks.delete(window.node('Section 1'));
      return 'Too late';
    });
    window.prompt.actions.push('Copy What I Typed');
    expect(await window.tasks.addTask(undefined)).toBeUndefined();
    expect(window.prompt.warned).toEqual(['There is no such section; it may have been deleted. You typed “Too late”.']);
    expect(window.prompt.copied).toEqual(['Too late']);
  });
});

describe('names', () => {
  test('are refused with the reason, and the box stays open', async () => {
    window.prompt.lines.push('', '   ', 'x'.repeat(201), '🗂'.repeat(200));
    await window.tasks.addTask(undefined);
    expect(window.prompt.refused).toEqual([
      'Type a name; it cannot be empty or only spaces.',
      'Type a name; it cannot be empty or only spaces.',
      'A name has at most 200 characters; this one has 201.',
    ]);
    expect(tasks()).toEqual(['🗂'.repeat(200)]);
  });

  test('lose the white space around them, and nothing else', async () => {
    window.prompt.lines.push('  two  words \t');
    await window.tasks.addTask(undefined);
    expect(tasks()).toEqual(['two  words']);
  });

  test('of lists and sections are at most 100 characters', async () => {
    window.prompt.lines.push('x'.repeat(101), 'x'.repeat(100), 'Later');
    await window.tasks.rename(window.node('Section 1'));
    await window.tasks.rename(window.node('Personal Tasks'));
    expect(window.prompt.refused).toEqual(['A name has at most 100 characters; this one has 101.']);
    expect(window.lines()).toEqual(['local', '  Later', `    ${'x'.repeat(100)}`]);
  });

  test.each(['[click](command:workbench.action.quit)', '<b>bold</b> **bold**', '$(bug)', '__proto__', 'שלום'])(
    'may be anything that people write: %s',
    async (name) => {
      await window.add(name);
      expect(tasks()).toEqual([name]);
    },
  );
});

describe('renaming', () => {
  test('starts with the name that is there', async () => {
    await window.add('Old');
    window.prompt.lines.push('New ');
    await window.tasks.rename(window.node('Old'));
    expect(window.prompt.asked.at(-1)).toMatchObject({ title: 'Rename Task', value: 'Old' });
    expect(tasks()).toEqual(['New']);
  });

  test('without a change leaves what someone else has written meanwhile', async () => {
    const node = await window.add('Old');
    const { id } = record('Old');
    window.prompt.lines.push(({ value }) => {
      got(updateTask(local(), id, { name: 'By someone else' }, surroundings()));
      return value;
    });
    await window.tasks.rename(node);
    expect(tasks()).toEqual(['By someone else']);
  });

  test('from the palette asks which task', async () => {
    await window.add('One');
    await window.add('Two');
    window.prompt.picks.push('Two', undefined);
    window.prompt.lines.push('Three');
    await window.tasks.rename(undefined);
    await window.tasks.rename(undefined);
    expect(tasks()).toEqual(['One', 'Three']);
  });

  test('says so where the task is gone, and that a personal space has no name of its own', async () => {
    const node = await window.add('Doomed');
    const root = window.node('local');
    await window.tasks.delete(node);
    await window.tasks.rename(node);
    await window.tasks.rename(root);
    expect(window.prompt.warned).toEqual(['That is not there any more; it may have been deleted.']);
    expect(window.prompt.told.at(-1)).toContain('“On This Machine” is your own space and has no other name.');
  });

  test('of what is deleted while one types keeps what was typed, and can bring it back with that name', async () => {
    const late = (answer: string) => async () => {
      await window.tasks.delete(window.node('Personal Tasks'));
      return answer;
    };
    const section = window.node('Section 1');
    window.prompt.lines.push(late('Too late'));
    window.prompt.actions.push('Copy What I Typed');
    await window.tasks.rename(section);
    expect(window.prompt.warned).toEqual(['“Section 1” was deleted while you typed “Too late”.']);
    expect(window.prompt.copied).toEqual(['Too late']);
    expect(window.lines()).toEqual(['local']);
    window.desk.history.undo();
    window.prompt.lines.push(late('In time'));
    window.prompt.actions.push('Restore and Rename');
    await window.tasks.rename(section);
    expect(window.lines()).toEqual(['local', '  Personal Tasks', '    In time']);
  });
});

describe('completing', () => {
  test('and reopening leave the subtasks as they are', async () => {
    const parent = await window.add('Parent');
    window.prompt.lines.push('Child');
    await window.tasks.addSubtask(parent);
    await window.tasks.setCompleted(parent, true);
    expect(record('Parent')).toMatchObject({ status: 'completed' });
    expect(record('Parent').completed).toBeDefined();
    expect(record('Child').status).toBe('open');
    await window.tasks.setCompleted(parent, false);
    expect(record('Parent')).toMatchObject({ status: 'open', completed: undefined });
  });

  test('what is completed already writes nothing', async () => {
    const node = await window.add('Done');
    got(updateTask(local(), record('Done').id, { status: 'review' }, surroundings()));
    let writes = 0;
    local().doc.on('update', () => writes++);
    await window.tasks.setCompleted(node, false);
    expect(record('Done').status).toBe('review');
    await window.tasks.setCompleted(node, true);
    await window.tasks.setCompleted(node, true);
    expect(writes).toBe(1);
  });

  test('from the palette offers only what can be completed, or reopened', async () => {
    await window.add('Open');
    await window.tasks.setCompleted(await window.add('Done'), true);
    window.prompt.picks.push(undefined, undefined);
    await window.tasks.setCompleted(undefined, true);
    await window.tasks.setCompleted(undefined, false);
    expect(window.prompt.offered.map(({ labels }) => labels)).toEqual([
      ['Open (On This Machine)'],
      ['Done (On This Machine)'],
    ]);
  });
});

test('nobody is kept waiting by a message that has no answer', async () => {
  const { prompt } = window;
  // As a notification stays until it is put away.
  prompt.tell = prompt.warn = (message) => {
    prompt.told.push(message);
    return new Promise(() => {});
  };
  const moves = new MoveCommands(window.scope);
  await moves.step(undefined, 'up');
  await window.tasks.rename(undefined);
  const node = await window.add('Gone in a moment');
  const space = window.desk.space('local');
  if (!space) throw new Error('the personal space is not open');
  Object.assign(space.known, { role: 'viewer' });
  await window.tasks.setCompleted(node, true);
  await moves.step(node, 'up');
  await window.tasks.rename(node);
  expect(prompt.told).toEqual([
    'Select what is to be moved in the view Tasks first.',
    'There are no tasks yet.',
    'You may read “On This Machine”, but not change it.',
    'You may read “On This Machine”, but not change it.',
  ]);
});

test('[L2] what a newer version has laid out otherwise is read, and neither changed nor undone', async () => {
  const node = await window.add('From before');
  const { doc, view } = local();
  doc.getMap('meta').set('layout', 2);
  const before = Y.encodeStateVector(doc);
  await window.tasks.setCompleted(node, true);
  await window.tasks.rename(node);
  expect(window.desk.history.undo()?.kept.map(({ reason }) => reason)).toContain('no-space');
  const said =
    'A newer version of Tackboard has written “On This Machine”. Update Tackboard to change it; here it can be read.';
  expect(window.prompt.warned).toEqual([said, said]);
  expect(Y.encodeStateVector(doc)).toEqual(before);
  expect([...view.records('task')].map(({ name }) => name)).toEqual(['From before']);
});

test('commands from the palette say that there are no tasks, or none that fits', async () => {
  await window.tasks.rename(undefined);
  await window.tasks.setCompleted(undefined, true);
  await window.tasks.addSubtask(undefined);
  expect(window.prompt.told).toEqual(Array(3).fill('There are no tasks yet.'));
  await window.add('Open');
  await window.tasks.setCompleted(undefined, false);
  expect(window.prompt.told.at(-1)).toBe('There is no task that this can be done with.');
  await new MoveCommands(window.scope).step(undefined, 'up');
  expect(window.prompt.told.at(-1)).toBe('Select what is to be moved in the view Tasks first.');
  expect(window.prompt.offered).toEqual([]);
});

describe('several at once', () => {
  test('[U6] are completed, toggled and deleted as one thing to undo', async () => {
    const nodes = [await window.add('One'), await window.add('Two'), await window.add('Three')];
    await window.tasks.toggleCompleted(nodes.slice(1));
    await window.tasks.toggleCompleted(nodes);
    expect(['One', 'Two', 'Three'].map((name) => record(name).status)).toEqual(Array(3).fill('completed'));
    await window.tasks.toggleCompleted(nodes);
    expect(record('Two').status).toBe('open');
    window.desk.history.undo();
    window.desk.history.undo();
    expect(['One', 'Two', 'Three'].map((name) => record(name).status)).toEqual(['open', 'completed', 'completed']);
    await (await window.tasks.delete(nodes)).offered;
    expect(tasks()).toEqual([]);
    expect(window.prompt.told.at(-1)).toBe('Deleted 3 tasks.');
    window.desk.history.undo();
    expect(tasks()).toEqual(['One', 'Two', 'Three']);
  });

  test('are brought back together, also what lay under another of them', async () => {
    const parent = await window.add('Parent');
    window.prompt.lines.push('Child');
    const child = await window.tasks.addSubtask(parent);
    window.prompt.actions.push('Undo');
    await (await window.tasks.delete([parent, child ?? parent, window.node('local')])).offered;
    expect(tasks()).toEqual(['Parent', '  Child']);
  });
});

describe('deleting', () => {
  test('[D1, D2] takes along what lies under it, and can be taken back', async () => {
    const parent = await window.add('Parent');
    window.prompt.lines.push('Child');
    await window.tasks.addSubtask(parent);
    window.prompt.actions.push('Undo');
    await (await window.tasks.delete(parent)).offered;
    expect(window.prompt.told).toEqual(['Deleted “Parent”.']);
    expect(tasks()).toEqual(['Parent', '  Child']);
  });

  test('that is taken back is undone: undo goes on with what was done before it, and redo deletes again', async () => {
    await window.add('Before');
    const node = await window.add('Doomed');
    window.prompt.actions.push('Undo');
    await (await window.tasks.delete(node)).offered;
    expect(tasks()).toEqual(['Before', 'Doomed']);
    window.desk.history.redo();
    expect(tasks()).toEqual(['Before']);
    window.desk.history.undo();
    window.desk.history.undo();
    expect(tasks()).toEqual(['Before']);
  });

  test('can be taken back after more was done', async () => {
    const [node, later] = [await window.add('Doomed'), await window.add('Later')];
    const answer = window.prompt.hesitate('Undo');
    const { offered } = await window.tasks.delete(node);
    await window.tasks.setCompleted(later, true);
    answer();
    await offered;
    expect(tasks()).toEqual(['Doomed', 'Later']);
    expect(record('Later').status).toBe('completed');
  });

  test('can be taken back where it was undone and done again', async () => {
    const node = await window.add('Doomed');
    const answer = window.prompt.hesitate('Undo');
    const { offered } = await window.tasks.delete(node);
    window.desk.history.undo();
    window.desk.history.redo();
    answer();
    await offered;
    expect(tasks()).toEqual(['Doomed']);
  });

  test('stays deleted where nobody takes it back', async () => {
    const { offered } = await window.tasks.delete(await window.add('Doomed'));
    await offered;
    expect(tasks()).toEqual([]);
    expect(
      local()
        .view.trash()
        .map(({ name }) => name),
    ).toEqual(['Doomed']);
  });

  test('a list and a section can be taken back too', async () => {
    await window.add('In it');
    for (const label of ['Section 1', 'Personal Tasks']) {
      window.prompt.actions.push('Undo');
      await (await window.tasks.delete(window.node(label))).offered;
      expect(tasks()).toEqual(['In it']);
    }
  });

  test('says why it cannot be taken back where its parent was deleted meanwhile', async () => {
    const node = await window.add('Doomed');
    const { offered } = await window.tasks.delete(node);
    await offered;
    await window.tasks.delete(window.node('Section 1'));
    expect(window.prompt.told).toEqual(['Deleted “Doomed”.', 'Deleted “Section 1”.']);
    await window.tasks.delete(node);
    expect(window.prompt.warned).toEqual(['That is not there any more; it may have been deleted.']);
  });

  test('tells the name on one line', async () => {
    const node = await window.add('x');
    got(updateTask(local(), record('x').id, { name: 'two\nlines\u202e' }, surroundings()));
    await window.tasks.delete(node);
    expect(window.prompt.told).toEqual(['Deleted “two lines”.']);
  });
});

test('who may only read a space is told so before anything is asked', async () => {
  const keeper = place.accounts.keeper();
  const viewed: KnownSpace = { id: asId('w'), kind: 'workspace', role: 'viewer', workspace: undefined };
  const account = { url: 'http://127.0.0.1:1', user: { id: asId<never>('u'), name: 'Ada' } };
  keeper.keepSpaces(accountKey(account), [{ ...viewed }]);
  await keeper.save(account, 'token');
  const reader = await place.window();
  const replica = reader.desk.space('w')?.replica;
  if (!replica) throw new Error('the workspace is not open');
  replica.doc.getMap('space').set('name', 'Theirs');
  const { section } = got(createList(replica, { name: 'Their list', listKind: 'task' }, surroundings()));
  const task = got(createTask(replica, { kind: 'section', id: section }, { name: 'One' }, surroundings()));
  const nodeOf = (kind: 'list' | 'section' | 'task', id: string) =>
    reader.tree.nodeOf(asId<SpaceId>('w'), { kind, id: asId(id) });
  const fields = new FieldCommands(reader.scope);
  const containers = new ContainerCommands(reader.scope);
  const moves = new MoveCommands(reader.scope);
  await reader.tasks.addTask(nodeOf('section', section));
  // A list with no section: nor are they offered to add one, or told that there is none.
  const { list, section: only } = got(createList(replica, { name: 'Empty', listKind: 'task' }, surroundings()));
  got(deleteRecord(replica, { kind: 'section', id: only }, surroundings()));
  await reader.tasks.addTask(nodeOf('list', list));
  await containers.addSection(reader.tree.roots().find(({ space }) => space === 'w'));
  await reader.tasks.addSubtask(nodeOf('task', task));
  await reader.tasks.rename(nodeOf('task', task));
  await fields.setDueDate(nodeOf('task', task));
  await fields.setStatus(nodeOf('task', task));
  await fields.assign(nodeOf('task', task));
  await containers.addList(nodeOf('section', section));
  await containers.addSection(nodeOf('section', section));
  await moves.moveTo(nodeOf('task', task));
  expect(reader.prompt.warned).toEqual(Array(11).fill('You may read “Theirs”, but not change it.'));
  // Nobody is asked for what is then refused.
  expect(reader.prompt.asked).toEqual([]);
  expect(reader.prompt.offered).toEqual([]);
});
