// What chat agents can do in a window: the tools, what the person is asked before, and that the manifest promises the same.
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type AgentTool, agentTools, MOST } from '../../../../extension/app/outside/agent-tools';
import { OutsidePins } from '../../../../extension/app/outside/outside-pins';
import { OutsideTasks } from '../../../../extension/app/outside/outside-tasks';
import { inRoot } from '../../../../scripts/root';
import { createTask } from '../../../../shared/operations/tasks';
import { got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { viewedWorkspace } from './viewed-workspace';

let place: DeskPlace;
let window: DeskWindow;
let tools: readonly AgentTool[];
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  tools = toolsOf(window);
});
afterEach(() => place[Symbol.asyncDispose]());

const toolsOf = ({ desk }: DeskWindow, language = 'en') =>
  agentTools({ desk, tasks: new OutsideTasks(desk), pins: new OutsidePins(desk), language });
const tool = (name: string): AgentTool => {
  const found = tools.find((it) => it.name === `tackboard_${name}`);
  if (!found) throw new Error(`there is no tool ${name}`);
  return found;
};
/** Calls a tool as an agent does, through JSON. */
const call = async (name: string, input: unknown = {}) => {
  const outcome = await tool(name).run(JSON.parse(JSON.stringify(input)));
  return outcome.kind === 'done' ? JSON.parse(outcome.value) : outcome.message;
};
const names = (answer: { tasks: { name: string }[] }) => answer.tasks.map(({ name }) => name);

describe('an agent', () => {
  test('makes, finds, changes and completes a task, and the person undoes it step by step', async () => {
    const made = await call('create_task', { name: 'Ship docs', priority: 'high', dueDate: '2026-12-05' });
    expect(made).toMatchObject({ name: 'Ship docs', status: 'open', dueDate: '2026-12-05T00:00:00.000Z' });
    expect(window.lines()).toContain('      Ship docs');
    expect(names(await call('find_tasks', { text: 'DOCS', priority: 'high', dueUntil: '2026-12-05' }))).toEqual([
      'Ship docs',
    ]);
    expect(names(await call('find_tasks', { text: 'docs', dueUntil: '2026-12-04' }))).toEqual([]);
    await call('update_task', { id: made.id, name: 'Ship the docs', dueDate: null });
    expect(names(await call('list_tasks'))).toEqual(['Ship the docs']);
    const [completed] = await call('complete_tasks', { ids: [made.id] });
    expect(completed).toMatchObject({ status: 'completed', dueDate: null });
    expect(names(await call('list_tasks'))).toEqual([]);
    expect(names(await call('list_tasks', { includeCompleted: true }))).toEqual(['Ship the docs']);
    window.desk.history.undo();
    expect(names(await call('list_tasks'))).toEqual(['Ship the docs']);
    window.desk.history.undo();
    expect(names(await call('list_tasks'))).toEqual(['Ship docs']);
    window.desk.history.undo();
    expect(names(await call('list_tasks', { includeCompleted: true }))).toEqual([]);
  });

  test('completes several tasks as one thing to undo, or none where one is not there', async () => {
    const ids = [];
    for (const name of ['a', 'b']) ids.push((await call('create_task', { name })).id);
    expect(await call('complete_tasks', { ids: [...ids, 'nowhere'] })).toContain('no task "nowhere"');
    expect(names(await call('list_tasks'))).toEqual(['a', 'b']);
    await call('complete_tasks', { ids });
    expect(names(await call('list_tasks'))).toEqual([]);
    window.desk.history.undo();
    expect(names(await call('list_tasks'))).toEqual(['a', 'b']);
  });

  test('puts subtasks under a task, and lists them', async () => {
    const parent = await call('create_task', { name: 'parent' });
    await call('create_task', { name: 'child', parentTask: parent.id });
    const { tasks } = await call('list_tasks', { parentTask: parent.id });
    expect(tasks).toMatchObject([{ name: 'child', parentTask: parent.id, section: parent.section }]);
  });

  test('learns which places there are, and makes and lists pins in them', async () => {
    const { spaces } = await call('list_places');
    expect(spaces).toMatchObject([{ id: 'local', name: 'On This Machine', canWrite: true }]);
    const section = spaces[0].pinLists[0].sections[0].id;
    expect(await call('create_pin', { name: 'Site', url: 'https://example.org/', section })).toMatchObject({ section });
    expect(await call('list_pins', { text: 'EXAMPLE' })).toMatchObject({ pins: [{ name: 'Site' }] });
    expect(await call('create_pin', { name: 'Bad', url: 'command:evil' })).toContain('url must start with http:');
  });

  test('changes a pin, which is asked and can be undone, and none that is not there or stays as it is', async () => {
    const url = 'https://example.org/';
    const { id } = await call('create_pin', { name: 'Site', url });
    const change = { id, name: 'Home', url: 'https://example.org/home' };
    const question = tools.find(({ name }) => name === 'tackboard_update_pin')?.question;
    expect(question?.(change)?.message).toBe(
      'Changes the pin “Site”. name: “Home” · address: “https://example.org/home”',
    );
    expect(await call('update_pin', change)).toMatchObject({ id, name: 'Home', target: { url: change.url } });
    window.desk.history.undo();
    expect(await call('list_pins')).toMatchObject({ pins: [{ name: 'Site', target: { url } }] });
    for (const [input, said] of [
      [{ id: 'nowhere', name: 'x' }, 'no pin "nowhere"'],
      [{ id, name: 'Site', url }, 'as you want it already'],
      [{ id }, 'give name or url'],
      [{ id, url: 'javascript:alert(1)' }, 'url must start with http:'],
    ] as const) {
      expect(question?.(input)).toBeUndefined();
      expect(await call('update_pin', input)).toContain(said);
    }
  });

  test('is told what is wrong with what it sends, and nothing is written', async () => {
    expect(await call('create_task', { name: '' })).toContain('name must have');
    expect(await call('create_task', { name: 'x', dueDate: '2026-02-30' })).toContain(
      'dueDate must be a possible date',
    );
    expect(await call('create_task', { name: 'x', section: 'a', parentTask: 'b' })).toContain('a task is in one place');
    expect(await call('create_task', { name: 'x', colour: 'red' })).toContain('colour');
    expect(await call('create_task', { name: 'x', section: 'nowhere' })).toContain('no such section');
    expect(await call('update_task', { id: 'nowhere', name: 'x' })).toContain('no task "nowhere"');
    expect(await call('list_tasks', { space: 'nowhere' })).toContain('No space "nowhere"');
    expect(await call('complete_tasks', 'a text')).toContain('must');
    expect(names(await call('list_tasks', { includeCompleted: true }))).toEqual([]);
  });

  test('is told which places there are where it names one that is not there', async () => {
    const { spaces } = await call('list_places');
    const [taskList] = spaces[0].taskLists;
    const [pinList] = spaces[0].pinLists;
    for (const tool of ['list_tasks', 'find_tasks', 'list_pins']) {
      const said = await call(tool, { space: 'nowhere' });
      expect(said, tool).toBe('No space "nowhere" is open here. The spaces: "local" ("On This Machine").');
    }
    expect(await call('list_tasks', { list: pinList.id })).toContain(`The task lists: "${taskList.id}" (`);
    // A section of the other kind of list is none of this one.
    const wrong = { section: taskList.sections[0].id };
    expect(await call('list_pins', wrong)).toContain(`The sections: "${pinList.sections[0].id}" ("Section 1").`);
    expect(await call('list_tasks', { section: 'x' })).toContain(`The sections: "${taskList.sections[0].id}" (`);
    expect(await call('create_task', { name: 'x', section: 'x' })).toContain(`"${taskList.sections[0].id}"`);
    const pin = { name: 'x', url: 'https://example.org/', section: 'x' };
    expect(await call('create_pin', pin)).toContain(`"${pinList.sections[0].id}"`);
    expect(await call('list_pins', { section: pinList.sections[0].id })).toEqual({ pins: [] });
  });

  test('reads where the person may only read, and is refused every write there', async () => {
    const { window: viewer, task, section, pinSection } = await viewedWorkspace(place);
    tools = toolsOf(viewer);
    const { spaces } = await call('list_places');
    expect(spaces).toContainEqual(expect.objectContaining({ id: 'w', canWrite: false }));
    for (const [name, input] of [
      ['create_task', { name: 'mine', section }],
      ['create_task', { name: 'mine', parentTask: task }],
      ['update_task', { id: task, name: 'mine' }],
      ['complete_tasks', { ids: [task] }],
      ['create_pin', { name: 'mine', url: 'https://example.org/', section: pinSection }],
    ] as const)
      expect(await call(name, input), name).toContain('but not change it');
    expect(await call('list_tasks', { space: 'w' })).toMatchObject({ tasks: [{ name: 'theirs', status: 'open' }] });
    expect(await call('list_pins', { space: 'w' })).toEqual({ pins: [] });
  });

  test('does not see what is in the trash', async () => {
    const { id } = await call('create_task', { name: 'gone' });
    await window.tasks.delete(window.node('gone'));
    expect(names(await call('list_tasks'))).toEqual([]);
    expect(await call('update_task', { id, name: 'back' })).toContain(`There is no task "${id}"`);
  });

  test('is told of so many tasks and how many more there are', async () => {
    const space = window.desk.space('local')?.replica;
    const [list] = space?.view.lists('task') ?? [];
    const [section] = (list && space?.view.sections(list.id)) ?? [];
    if (!space || !section) throw new Error('there is no section');
    for (let n = 0; n < MOST + 5; n++)
      got(createTask(space, { kind: 'section', id: section.id }, { name: `task ${n}` }, surroundings()));
    const answer = await call('list_tasks');
    expect(answer.tasks).toHaveLength(MOST);
    expect(answer.more).toBe(5);
  });
});

describe('the person', () => {
  test('is asked before anything is written, and never before something is read', () => {
    const asked = tools.filter(({ question }) => question).map(({ name }) => name);
    expect(asked).toEqual(
      ['create_task', 'update_task', 'complete_tasks', 'create_pin', 'update_pin'].map((name) => `tackboard_${name}`),
    );
  });

  const asked = (name: string, input: unknown) => tool(name).question?.(input)?.message;

  test('reads names and fields, in one line each, in the words of the product', async () => {
    const { id } = await call('create_task', { name: '[x](command:evil)\n\n# big', dueDate: '2026-12-04' });
    expect(asked('complete_tasks', { ids: [id] })).toBe('Completes “[x](command:evil) # big”.');
    expect(asked('update_task', { id, status: 'review', startDate: '2026-12-03', dueDate: null })).toBe(
      'Changes “[x](command:evil) # big”. status: In Review · start date: Thu, Dec 3 · due date: none',
    );
    expect(asked('create_pin', { name: 'p', url: 'https://example.org/' })).toBe(
      'Adds the pin “p”, which leads to “https://example.org/”, to “Section 1” in “On This Machine”.',
    );
    expect(asked('create_task', { name: 'a', priority: 'high', dueDate: '2026-12-05' })).toBe(
      'Adds “a” to “Section 1” in “On This Machine”. priority: High · due Sat, Dec 5',
    );
    const other = await call('create_task', { name: 'other' });
    expect(asked('complete_tasks', { ids: [id, other.id, id] })).toBe(
      'Completes 2 tasks: “[x](command:evil) # big”, “other”.',
    );
  });

  test('sees all that is done, however long the texts are that an agent sends', async () => {
    const long = 'long '.repeat(6_000);
    const { id } = await call('create_task', { name: 'x' });
    const said = asked('update_task', { id, description: long, name: 'y', status: 'blocked', dueDate: '2026-12-05' });
    expect(said).toMatch(
      /^Changes “x”\. name: “y” · status: Blocked · due Sat, Dec 5 · description: “(long ){40}…” \(30,000 characters\)$/,
    );
    // What an address leads to can stand behind all that there is room for.
    const address = `https://${'trusted.example-'.repeat(20)}@evil.example/${'x'.repeat(5_000)}`;
    const pin = asked('create_pin', { name: 'n'.repeat(100), url: address }) ?? '';
    expect(pin.length).toBeLessThan(500);
    expect(pin).toContain('(5,342 characters) of “evil.example”, to “Section 1”');
    const ids = [];
    for (let n = 0; n < 50; n++) ids.push((await call('create_task', { name: `${n} ${'n'.repeat(190)}` })).id);
    const many = asked('complete_tasks', { ids }) ?? '';
    expect(many).toContain('Completes 50 tasks: “0 nnnnnnnnnnnnnnnnnn…” (192 characters), “1 nnn');
    expect(many.length).toBeLessThan(2_500);
  });

  test('is not asked about what is refused anyway', async () => {
    const { id } = await call('create_task', { name: 'a', dueDate: '2026-12-05' });
    const done = (await call('create_task', { name: 'done', status: 'completed' })).id;
    for (const [name, input, why] of [
      ['create_task', { name: '' }, 'name must have 1 to 200 characters; it is empty.'],
      ['create_task', { name: 'x', section: 'nowhere' }, 'There is no such section of a task list ("nowhere").'],
      ['create_task', { name: 'x', parentTask: 'nowhere' }, 'There is no task "nowhere"'],
      ['create_task', { name: 'x', colour: 'red', size: 1 }, 'There is no field "colour", "size".'],
      ['update_task', { id: 'nowhere', name: 'x' }, 'There is no task "nowhere"'],
      ['update_task', { id }, 'There is nothing to change: give at least one field besides id.'],
      ['update_task', { id, name: 'a', description: '', dueDate: '2026-12-05', startDate: null }, 'nothing to change'],
      ['complete_tasks', { ids: [] }, 'ids must have at least 1 entry; it is empty.'],
      ['complete_tasks', { ids: Array(51).fill(id) }, 'ids must have at most 50 entries; it has 51.'],
      ['complete_tasks', { ids: [id, 'nowhere'] }, 'There is no task "nowhere"'],
      ['complete_tasks', { ids: [done] }, 'There is nothing to change'],
      ['create_pin', { name: 'p', url: 'javascript:alert(1)' }, 'url must start with http:'],
      [
        'create_pin',
        { name: 'p', url: 'https://example.org/', section: 'nowhere' },
        'There is no such section of a pin',
      ],
    ] as const) {
      expect(asked(name, input), JSON.stringify(input)).toBeUndefined();
      expect(await call(name, input)).toContain(why);
    }
    expect(names(await call('list_tasks'))).toEqual(['a']);
  });

  test('is not asked where they may only read', async () => {
    const { window: viewer, task, section, pinSection } = await viewedWorkspace(place);
    tools = toolsOf(viewer);
    expect(asked('create_task', { name: 'mine', section })).toBeUndefined();
    expect(asked('update_task', { id: task, name: 'mine' })).toBeUndefined();
    expect(asked('complete_tasks', { ids: [task] })).toBeUndefined();
    expect(asked('create_pin', { name: 'p', url: 'https://example.org/', section: pinSection })).toBeUndefined();
  });

  test('has nothing done that they were not asked about, though it has become possible meanwhile', async () => {
    const { id } = await call('create_task', { name: 'a' });
    const input = { id, name: 'a' };
    expect(asked('update_task', input)).toBeUndefined();
    await call('update_task', { id, name: 'b' });
    expect(await call('update_task', input)).toContain('nothing to change');
    expect(names(await call('list_tasks'))).toEqual(['b']);
    expect(asked('update_task', input)).toBe('Changes “b”. name: “a”');
    expect(await call('update_task', input)).toMatchObject({ name: 'a' });
  });
});

test('the manifest promises these tools, with the input that they take', async () => {
  const promised = z
    .object({
      contributes: z.object({
        languageModelTools: z.array(z.looseObject({ name: z.string(), inputSchema: z.unknown() })),
      }),
    })
    .parse(JSON.parse(await readFile(inRoot('package.json'), 'utf8'))).contributes.languageModelTools;
  expect(promised.map(({ name, inputSchema }) => ({ name, inputSchema }))).toEqual(
    tools.map(({ name, input }) => ({ name, inputSchema: inputSchemaOf(input) })),
  );
  for (const { modelDescription, displayName, userDescription, toolReferenceName } of promised) {
    for (const text of [modelDescription, displayName, userDescription, toolReferenceName])
      expect(text).toEqual(expect.stringMatching(/\w{4}/));
  }
});

/** The JSON form of what a tool takes, as the manifest has it. */
function inputSchemaOf(input: z.ZodType): unknown {
  const { $schema, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}
