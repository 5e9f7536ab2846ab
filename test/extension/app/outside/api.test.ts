// The API for other extensions: what it answers, what it refuses, what it tells.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeApi } from '../../../../extension/app/outside/api';
import { OutsideTasks } from '../../../../extension/app/outside/outside-tasks';
import type { TackboardApi, TackboardChange } from '../../../../extension/app/outside/tackboard-api';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { viewedWorkspace } from './viewed-workspace';

let place: DeskPlace;
let window: DeskWindow;
let outside: OutsideTasks;
let api: TackboardApi;
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  outside = new OutsideTasks(window.desk);
  api = makeApi(outside, Promise.resolve(), window.environment.log);
});
afterEach(() => place[Symbol.asyncDispose]());

async function done<T>(asked: Promise<{ kind: 'done'; value: T } | { kind: 'refused'; message: string }>): Promise<T> {
  const outcome = await asked;
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  return outcome.value;
}

test('makes, lists and completes tasks, which the person can undo', async () => {
  expect(api.version).toBe(1);
  const [space] = await api.spaces();
  const section = space?.taskLists[0]?.sections[0]?.id;
  const made = await done(api.createTask({ name: 'From outside', section }));
  expect(made).toMatchObject({ space: 'local', section, status: 'open', assignees: [] });
  expect(await done(api.tasks())).toEqual([made]);
  expect(await done(api.completeTask(made.id))).toMatchObject({ status: 'completed' });
  expect(await done(api.completeTask(made.id))).toMatchObject({ status: 'completed' });
  expect(await done(api.tasks({ space: 'local' }))).toEqual([]);
  window.desk.history.undo();
  expect(await done(api.tasks({ text: 'outside' }))).toEqual([made]);
});

test('refuses with a sentence, and never throws, what it is handed in the wrong form', async () => {
  const strange = JSON.parse('[null, 7, "a text", [], {"name": 7}, {"name": "x", "__proto__": {}}]');
  for (const input of strange) {
    expect(await api.createTask(input)).toMatchObject({ kind: 'refused', message: expect.stringMatching(/\.$/) });
    expect(await api.completeTask(input)).toMatchObject({ kind: 'refused' });
  }
  expect(await api.completeTask('nowhere')).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('no task'),
  });
  expect(await done(api.tasks({ includeCompleted: true }))).toEqual([]);
});

test('answers only once there is something to answer with', async () => {
  let open = (): void => {};
  const late = makeApi(outside, new Promise((ready) => (open = ready)), window.environment.log);
  let answered = false;
  const asked = late.spaces().then(() => (answered = true));
  await Promise.resolve();
  expect(answered).toBe(false);
  open();
  await asked;
});

test('tells of changes by whomever until it is told to stop, though another listener throws', async () => {
  const heard: TackboardChange[] = [];
  const failing = api.onDidChange(() => {
    throw new Error('not our bug');
  });
  const listening = api.onDidChange((change) => heard.push(change));
  await window.add('By the person');
  const [task] = await done(api.tasks());
  expect(heard).toContainEqual({ space: 'local', tasks: [task?.id] });
  const count = heard.length;
  listening.dispose();
  await window.add('Unheard');
  expect(heard).toHaveLength(count);
  failing.dispose();
});

test('makes and completes nothing where the person may only read', async () => {
  const { window: viewer, task, section } = await viewedWorkspace(place);
  const only = makeApi(new OutsideTasks(viewer.desk), Promise.resolve(), viewer.environment.log);
  const refused = { kind: 'refused', message: expect.stringContaining('but not change it') };
  expect(await only.completeTask(task)).toMatchObject(refused);
  expect(await only.createTask({ name: 'mine', section })).toMatchObject(refused);
  expect(await done(only.tasks({ space: 'w' }))).toMatchObject([{ name: 'theirs', status: 'open' }]);
});
