/** What the manifest names and what the code registers agree, in a real extension host. */
import { assert } from 'chai';
import * as vscode from 'vscode';

interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  readonly keybindings: readonly {
    readonly command: string;
    readonly when?: string;
    readonly args?: { readonly commands?: readonly string[] };
  }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string; readonly size?: number }[]>>;
  readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
}

interface Step {
  readonly description: string;
  readonly media: { readonly image: Readonly<Record<'light' | 'dark' | 'hc' | 'hcLight', string>> };
  readonly completionEvents: readonly string[];
}

/** What VS Code makes by itself for each view. */
const OF_VIEWS = /\.(focus|open|resetViewLocation|toggleVisibility|removeView)$/;

describe('the manifest', () => {
  let contributes: Contributes;
  let promised: string[];
  before(async () => {
    const extension = vscode.extensions.getExtension('tackboard.tackboard');
    assert.ok(extension);
    await extension.activate();
    contributes = extension.packageJSON.contributes;
    promised = contributes.commands.map(({ command }) => command);
  });

  const viewIds = () => Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));
  const conditions = () =>
    [...Object.values(contributes.menus).flat(), ...contributes.keybindings].flatMap(({ when }) => when ?? []);

  it('names every command that the code registers, each once', async () => {
    const registered = (await vscode.commands.getCommands(true)).filter(
      (command) => command.startsWith('tackboard.') && !OF_VIEWS.test(command),
    );
    assert.deepEqual(registered.toSorted(), promised.toSorted());
  });

  it('gives every command a title under one category', () => {
    for (const { command, title, category } of contributes.commands) {
      assert.ok(title.length > 0, `${command} has no title`);
      assert.strictEqual(category, 'Tackboard', command);
    }
  });

  it('gives the tasks more height than all other views together', () => {
    // A view without a size counts for 20.
    const heights = new Map(
      Object.values(contributes.views).flatMap((views) => views.map(({ id, size = 20 }) => [id, size])),
    );
    const all = [...heights.values()].reduce((sum, size) => sum + size, 0);
    assert.isAbove(heights.get('tackboard.tasks') ?? 0, all / 2);
  });

  it('names in menus and keys only commands that there are', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const named = [
      ...Object.values(contributes.menus).flatMap((entries) => entries.map(({ command }) => command)),
      ...contributes.keybindings.flatMap(({ command, args }) => [command, ...(args?.commands ?? [])]),
    ];
    assert.deepEqual(
      named.filter((command) => !known.has(command)),
      [],
    );
    assert.deepEqual(
      named.filter((command) => command.startsWith('tackboard.') && !promised.includes(command)),
      [],
    );
  });

  it('names in conditions only views that there are', () => {
    for (const when of conditions()) {
      for (const [, view] of when.matchAll(/\b(?:view|focusedView) == (\S+)/g))
        assert.ok(viewIds().includes(view ?? ''), `${when}: there is no such view`);
    }
  });

  it('puts views only into containers that there are, and VS Code can show each', async () => {
    const containers = Object.values(contributes.viewsContainers).flatMap((all) => all.map(({ id }) => id));
    for (const container of Object.keys(contributes.views)) assert.ok(containers.includes(container), container);
    for (const view of viewIds()) await vscode.commands.executeCommand(`${view}.focus`);
  });

  it('leads in its walkthrough only to commands, views and pictures that there are', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const folder = vscode.extensions.getExtension('tackboard.tackboard')?.extensionUri;
    assert.ok(folder);
    for (const { description, media, completionEvents } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      const linked = [...description.matchAll(/\(command:([^)]+)\)/g)].map(([, command]) => command ?? '');
      const done = completionEvents.flatMap((event) => (event.startsWith('onCommand:') ? [event.slice(10)] : []));
      assert.deepEqual(
        [...linked, ...done].filter((command) => !known.has(command)),
        [],
      );
      for (const event of completionEvents) if (event.startsWith('onView:')) assert.include(viewIds(), event.slice(7));
      assert.hasAllKeys(media.image, ['light', 'dark', 'hc', 'hcLight']);
      for (const picture of Object.values(media.image))
        assert.isAbove((await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, picture))).size, 500, picture);
    }
  });
});
