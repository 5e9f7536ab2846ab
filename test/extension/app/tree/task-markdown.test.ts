// Tasks as a Markdown checklist: nested as in the tree, and nobody's text as markup.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tasksMarkdown } from '../../../../extension/app/tree/task-markdown';
import { createSection } from '../../../../shared/operations/lists';
import { addTask, got, surroundings } from '../../../shared/replica';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';

let place: DeskPlace;
let window: DeskWindow;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  await window.add('ship docs 2 january !high');
  await window.add('[run](command:x) *b* <i> #1\u202e');
  window.prompt.lines.push('child');
  await window.tasks.setCompleted(await window.tasks.addSubtask(window.node('ship docs')), true);
});
afterEach(() => place[Symbol.asyncDispose]());

const markdown = (...labels: string[]) =>
  tasksMarkdown(labels.flatMap((label) => window.tree.content(window.node(label)) ?? []));

const TASKS = `- [ ] ship docs (high priority, due 2026-01-02)
  - [x] child
- [ ] \\[run\\](command:x) \\*b\\* \\<i\\> \\#1
`;

test('a list is a heading, its sections are headings below it', () => {
  expect(markdown('Personal Tasks')).toBe(`# Personal Tasks\n\n## Section 1\n\n${TASKS}`);
  expect(markdown('Section 1')).toBe(`## Section 1\n\n${TASKS}`);
});

test('of a selection each task stands once, under its parent where that is selected', () => {
  expect(markdown('child', 'ship docs', '[run](command:x) *b* <i> #1\u202e')).toBe(TASKS);
  expect(markdown('child')).toBe('- [x] child\n');
  expect(markdown('local')).toBe(`# Personal Tasks\n\n## Section 1\n\n${TASKS}`);
  expect(tasksMarkdown([])).toBe('');
});

test('what is selected comes in the order of the tree, and a single task under no heading of another section', async () => {
  const { replica } = window.desk.spaces[0] ?? {};
  const [list] = replica?.view.lists('task') ?? [];
  if (!replica || !list) throw new Error('there is no list');
  const [later] = ['Later', 'Never'].map((name) => got(createSection(replica, list.id, { name }, surroundings())));
  if (later) addTask(replica, 'last', { kind: 'section', id: later });
  const nodes = ['Never', 'last', 'child', 'Section 1', 'Later'].map((label) => window.node(label));
  const texts = window.tree.inOrder(nodes).map((node) => window.tree.content(node));
  expect(texts.map((content) => content && 'record' in content && content.record.name)).toEqual([
    'Section 1',
    'child',
    'Later',
    'last',
    'Never',
  ]);
  expect(markdown('Later', 'child')).toBe('- [x] child\n\n## Later\n\n- [ ] last\n');
  expect(markdown('Personal Tasks')).toBe(
    `# Personal Tasks\n\n## Section 1\n\n${TASKS}\n## Later\n\n- [ ] last\n\n## Never\n`,
  );
});

test('a due date with a time is said as the day and time of the person, not as the day of UTC', async () => {
  await window.add('call mum 5 january 2026 23:30');
  await window.add('wake up 5 january 2026 00:30');
  expect(markdown('call mum', 'wake up')).toBe(
    '- [ ] call mum (due 2026-01-05 23:30)\n- [ ] wake up (due 2026-01-05 00:30)\n',
  );
});
