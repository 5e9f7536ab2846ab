/** What Tackboard offers to other extensions and to chat agents, as they get it from VS Code. */
import { assert } from 'chai';
import * as vscode from 'vscode';
import type { TackboardApi, TackboardChange } from '../../extension/app/outside/tackboard-api';
import { handedLink, readRecordLink, recordLink } from '../../extension/app/pins/own-link';
import { waitFor } from '../support/wait';

describe('a link of its own', () => {
  it('says the same after VS Code has read it, whatever characters are in it', () => {
    for (const id of ['5e1f', 'a b', 'ü€😀', '100%', '%41%2541', 'a&b=c', 'a+b', 'a#b?c', 'a/b\\c', '"<>[]^`{|}']) {
      const link = recordLink({ documentType: 'Task', documentId: id });
      const handed = handedLink(vscode.Uri.parse(link, true));
      for (const url of [link, handed]) assert.deepEqual(readRecordLink(url), { documentType: 'Task', documentId: id });
    }
  });
});

describe('what is offered outside', () => {
  let extension: vscode.Extension<TackboardApi>;
  let api: TackboardApi;
  before(async () => {
    const found = vscode.extensions.getExtension<TackboardApi>('tackboard.tackboard');
    assert.ok(found);
    extension = found;
    api = await found.activate();
  });

  it('is an API of version 1, which makes, lists and completes tasks and tells of them', async () => {
    assert.strictEqual(api.version, 1);
    const heard: TackboardChange[] = [];
    const listening = api.onDidChange((change) => heard.push(change));
    const made = await api.createTask({ name: 'Made by another extension' });
    assert.ok(made.kind === 'done');
    const { id } = made.value;
    await waitFor('the news of the task', () => heard.some(({ tasks }) => tasks.includes(id)));
    listening.dispose();
    const found = await api.tasks({ text: 'made by another' });
    assert.deepEqual(found, { kind: 'done', value: [made.value] });
    const completed = await api.completeTask(id);
    assert.ok(completed.kind === 'done' && completed.value.status === 'completed');
    for (let steps = 0; steps < 2; steps++) await vscode.commands.executeCommand('tackboard.undo');
    assert.deepEqual(await api.tasks({ text: 'made by another' }), { kind: 'done', value: [] });
  });

  it('are the tools that the manifest names', () => {
    const promised: string[] = extension.packageJSON.contributes.languageModelTools.map(
      ({ name }: { name: string }) => name,
    );
    const offered = vscode.lm.tools.flatMap(({ name }) => (name.startsWith('tackboard_') ? [name] : []));
    assert.deepEqual(offered.toSorted(), promised.toSorted());
  });

  const call = async (name: string, input: object) => {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  };

  it('lets an agent read, and tells it why something is refused', async () => {
    const { spaces } = JSON.parse(await call('tackboard_list_places', {}));
    assert.strictEqual(spaces[0].kind, 'user');
    const refused = await call('tackboard_list_tasks', { space: 'nowhere' }).catch((error: unknown) => String(error));
    assert.include(refused, 'No space "nowhere" is open here.');
  });

  // In tests VS Code answers its own questions with yes; the end-to-end tests answer them.
  it('lets an agent write, which is undone like what the person does', async () => {
    const task = JSON.parse(await call('tackboard_create_task', { name: 'Made by an agent' }));
    assert.include(task, { name: 'Made by an agent', status: 'open' });
    assert.deepEqual(await api.tasks({ text: 'by an agent' }), { kind: 'done', value: [task] });
    await vscode.commands.executeCommand('tackboard.undo');
    assert.deepEqual(await api.tasks({ text: 'by an agent' }), { kind: 'done', value: [] });
  });
});
