// The commands on pins, with a person who is played: what they ask, refuse, write, open and say.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Account, accountKey } from '../../../../extension/app/account';
import type { KnownSpace } from '../../../../extension/app/known-spaces';
import { leadsToTrash } from '../../../../extension/app/pins/pin-ends';
import { asId } from '../../../../shared/ids';
import { DeskPlace, type DeskWindow } from '../../../support/desk-place';
import { type PinWindow, pinWindow } from '../../../support/pin-window';

let place: DeskPlace;
let desk: DeskWindow;
let window: PinWindow;
beforeEach(async () => {
  place = new DeskPlace();
  desk = await place.window();
  window = pinWindow(desk);
});
afterEach(() => place[Symbol.asyncDispose]());

const pins = () =>
  window
    .lines()
    .slice(1)
    .map((line) => line.slice(2));
const target = (label: string) => {
  const content = window.tree.content(window.node(label));
  if (content?.kind !== 'pin') throw new Error(`${label} is no pin`);
  return content.record.target;
};

describe('adding', () => {
  test('a pin asks for the URL and offers a name', async () => {
    desk.prompt.lines.push('  https://example.org/guide/start%20here  ', 'Guide');
    const node = await window.pins.addPin([]);
    expect(node).toBe(window.node('Guide'));
    expect(target('Guide')).toEqual({ pinType: 'url', url: 'https://example.org/guide/start%20here' });
    expect(desk.prompt.asked.map(({ value }) => value)).toEqual([undefined, 'example.org: start here']);
  });

  test.each([
    ['', 'Type a URL, such as https://example.org/page.'],
    ['example.org', 'The URL must be an absolute URL, like https://example.org/page, without spaces around it.'],
    ['command:quit', 'The URL must start with http:, https:, mailto:, file:, vscode: or vscode-insiders:.'],
    ['javascript:alert(1)', 'The URL must start with http:, https:, mailto:, file:, vscode: or vscode-insiders:.'],
    ['\ud800', 'The URL holds half of a character (a lone surrogate).'],
    [`https://example.org/${'x'.repeat(8192)}`, 'The URL must have at most 8192 characters.'],
  ])('[P1] a URL that is refused is refused with the reason: %s', async (url, reason) => {
    desk.prompt.lines.push(url, undefined);
    expect(await window.pins.addPin([])).toBeUndefined();
    expect(desk.prompt.refused).toEqual([reason]);
    expect(pins()).toHaveLength(2);
  });

  test('lists and sections', async () => {
    desk.prompt.lines.push('Reading', 'Later');
    await window.items.addList([]);
    const node = await window.items.addSection([window.node('Reading')]);
    expect(pins().slice(2)).toEqual(['Reading', '  Section 1', '  Later']);
    expect(node).toBe(window.node('Later'));
    desk.prompt.picks.push('Reading / Later');
    desk.prompt.lines.push('mailto:a@example.org', 'Write');
    await window.pins.addPin([]);
    expect(pins().at(-1)).toBe('    Write');
    desk.prompt.lines.push('https://example.org/', 'Beside');
    await window.pins.addPin([window.node('Write')]);
    expect(pins().at(-1)).toBe('    Beside');
  });

  test('a record that is picked', async () => {
    await desk.add('Ship it');
    desk.prompt.picks.push('Ship it');
    desk.prompt.lines.push('Ship it');
    await window.pins.pinRecord([]);
    expect(target('Ship it')).toMatchObject({ pinType: 'document', documentType: 'Task' });
    expect(desk.prompt.offered.at(-1)?.labels).toContain('Personal Tasks (Task list · On This Machine)');
    await window.pins.open([window.node('Ship it')]);
    await window.pins.copyLink([window.node('Ship it')]);
    expect(window.opened[0]).toBe('task Ship it');
    const link = window.opened[1]?.slice('copy '.length) ?? '';
    expect(link).toMatch(/^vscode:\/\/tackboard\.tackboard\/open\?type=Task&id=/);
    await window.opening.openLink(link.replace('vscode:', 'vscodium:'));
    expect(window.opened[2]).toBe('task Ship it');
  });

  test('says where there is no section to pin to', async () => {
    await window.items.delete([window.node('Section 1')]);
    await window.pins.addPin([]);
    expect(desk.prompt.warned).toEqual(['There is no section here that a pin could be added to.']);
  });
});

describe('changing', () => {
  test('renames pins, sections and lists', async () => {
    await window.add('Docs');
    for (const [from, to] of [
      ['Docs', 'Papers'],
      ['Section 1', 'First'],
      ['Personal Pins', 'Mine'],
    ] as const) {
      desk.prompt.lines.push(to);
      await window.items.rename([window.node(from)]);
    }
    expect(pins()).toEqual(['Mine', '  First', '    Papers']);
  });

  test('changes a URL; a pin to a record has none', async () => {
    await window.add('Docs');
    desk.prompt.lines.push('javascript:alert(1)', 'https://example.org/new');
    await window.pins.changeUrl([window.node('Docs')]);
    expect(target('Docs')).toEqual({ pinType: 'url', url: 'https://example.org/new' });
    await desk.add('Task');
    desk.prompt.picks.push('Task');
    desk.prompt.lines.push('To a task');
    await window.pins.pinRecord([]);
    await window.pins.changeUrl([window.node('To a task')]);
    expect(desk.prompt.warned).toEqual(['“To a task” points to a record; it has no URL.']);
  });

  test('deletes several at once and brings them back; what went with its section too', async () => {
    const [one, two] = [await window.add('One'), await window.add('Two')];
    desk.prompt.actions.push('Undo');
    await (await window.items.delete([one, two])).offered;
    expect(desk.prompt.told).toEqual(['Deleted 2 records.']);
    expect(pins().slice(2)).toEqual(['    One', '    Two']);
    desk.prompt.actions.push('Undo');
    await (await window.items.delete([window.node('Section 1'), two])).offered;
    expect(pins().slice(2)).toEqual(['    One', '    Two']);
    await (await window.items.delete([one])).offered;
    expect(pins().slice(2)).toEqual(['    Two']);
    await window.items.rename([one]);
    expect(desk.prompt.warned).toEqual(['That is not there any more; it may have been deleted.']);
  });

  test('a space that one may only view is not changed', async () => {
    const known: KnownSpace = { id: asId('shared'), kind: 'project', role: 'viewer', workspace: undefined };
    const account: Account = { url: 'http://127.0.0.1:1', user: { id: asId('u'), name: 'Ada' } };
    const keeper = place.accounts.keeper();
    keeper.keepSpaces(accountKey(account), [known]);
    await keeper.save(account, 'token');
    const other = await place.window();
    const theirs = pinWindow(other);
    const node = theirs.tree.ofSpace(asId('shared'));
    await theirs.items.addList([node]);
    await theirs.pins.addPin([node]);
    await theirs.pins.pinRecord([node]);
    expect(other.prompt.warned).toHaveLength(3);
    for (const said of other.prompt.warned) expect(said).toMatch(/^You may read “.*”, but not change it\.$/);
    // Nobody is asked for what is then refused.
    expect(other.prompt.asked).toEqual([]);
    expect(other.prompt.offered).toEqual([]);
  });
});

describe('a pin to what is in the trash', () => {
  let told: number;
  beforeEach(async () => {
    await desk.add('Ship it');
    desk.prompt.picks.push('Ship it');
    desk.prompt.lines.push('To the task');
    const pin = await window.pins.pinRecord([window.node('Section 1')]);
    told = 0;
    window.tree.onChange((nodes) => {
      if (pin && nodes?.includes(pin)) told++;
    });
  });
  const isGone = () => {
    const content = window.tree.content(window.node('To the task'));
    return content?.kind === 'pin' && leadsToTrash(desk.desk, content.space, content.record);
  };

  test('is shown so as soon as it is there, and not any more when it is back', async () => {
    expect(isGone()).toBe(false);
    await desk.tasks.delete(desk.node('Personal Tasks'));
    expect(isGone()).toBe(true);
    expect(told).toBe(1);
    desk.desk.history.undo();
    expect(isGone()).toBe(false);
    expect(told).toBe(2);
  });

  test('offers to restore that with what it lies in, or to delete the pin', async () => {
    await desk.tasks.delete(desk.node('Ship it'));
    await desk.tasks.delete(desk.node('Section 1'));
    desk.prompt.actions.push('Restore');
    await window.pins.open([window.node('To the task')]);
    expect(desk.prompt.warned).toEqual(['Task “Ship it” is in the trash.']);
    expect(desk.node('Ship it')).toBeDefined();
    expect(window.opened).toEqual(['task Ship it']);
    await desk.tasks.delete(desk.node('Ship it'));
    desk.prompt.actions.push('Delete Pin');
    await window.pins.open([window.node('To the task')]);
    expect(pins()).toEqual(['Personal Pins', '  Section 1']);
    expect(() => desk.node('Ship it')).toThrow();
  });
});

describe('moving', () => {
  beforeEach(async () => {
    for (const name of ['One', 'Two', 'Three']) await window.add(name);
    desk.prompt.lines.push('Other');
    await window.items.addSection([window.node('Personal Pins')]);
  });
  const order = () =>
    pins()
      .slice(1)
      .map((line) => line.trim());

  test('with nothing selected says so, or asks which pin', async () => {
    await window.moves.step(undefined, 1);
    expect(desk.prompt.told).toEqual(['Select what is to be moved in the view Pins first.']);
    desk.prompt.picks.push('Two', 'Personal Pins / Other');
    await window.moves.moveTo([]);
    expect(order()).toEqual(['Section 1', 'One', 'Three', 'Other', 'Two']);
    await window.moves.moveTo([window.node('Other')]);
    expect(desk.prompt.told.at(-1)).toBe('Only pins can be moved to a section.');
  });

  test('by one, and not beyond the end', async () => {
    await window.moves.step(window.node('Two'), -1);
    await window.moves.step(window.node('Two'), -1);
    expect(order()).toEqual(['Section 1', 'Two', 'One', 'Three', 'Other']);
    await window.moves.step(window.node('Two'), 1);
    await window.moves.step(window.node('Section 1'), 1);
    expect(order()).toEqual(['Other', 'Section 1', 'One', 'Two', 'Three']);
  });

  test('[M5] by dragging: onto a sibling, into a section, several in their order', async () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((name) => window.node(name)) as [never, never, never];
    await window.moves.drop([three], one);
    expect(order()).toEqual(['Section 1', 'Three', 'One', 'Two', 'Other']);
    await window.moves.drop([three], one);
    expect(order()).toEqual(['Section 1', 'One', 'Three', 'Two', 'Other']);
    await window.moves.drop([one, two], window.node('Other'));
    expect(order()).toEqual(['Section 1', 'Three', 'Other', 'One', 'Two']);
    desk.desk.history.undo();
    expect(order()).toEqual(['Section 1', 'One', 'Three', 'Two', 'Other']);
    desk.desk.history.redo();
    await window.moves.drop([one, two], three);
    expect(order()).toEqual(['Section 1', 'One', 'Two', 'Three', 'Other']);
    await window.moves.drop([window.node('Other')], window.node('Section 1'));
    expect(order()).toEqual(['Other', 'Section 1', 'One', 'Two', 'Three']);
    await window.moves.drop([one], undefined);
    await window.moves.drop([one], one);
    await window.moves.drop([window.node('Section 1')], one);
    expect(order()).toEqual(['Other', 'Section 1', 'One', 'Two', 'Three']);
  });

  test('to a section that is picked', async () => {
    desk.prompt.picks.push('Personal Pins / Other');
    await window.moves.moveTo([window.node('One'), window.node('Two')]);
    expect(order()).toEqual(['Section 1', 'Three', 'Other', 'One', 'Two']);
  });
});

describe('opening', () => {
  test('each kind where it belongs', async () => {
    await window.add('Web', 'https://example.org/?a=%20b#c');
    await window.add('Mail', 'mailto:a@example.org');
    await window.add('File', 'file:///tmp/a');
    await window.add('Editor', 'vscode://file/tmp/a:3');
    await window.pins.open([window.node('Section 1')]);
    expect(window.opened).toEqual([
      'outside https://example.org/?a=%20b#c',
      'outside mailto:a@example.org',
      'file file:///tmp/a',
      'outside vscode://file/tmp/a:3',
    ]);
  });

  test('of more than ten asks first', async () => {
    for (let n = 0; n < 11; n++) await window.add(`Pin ${n}`);
    await window.pins.open([window.node('Section 1'), window.node('Pin 3')]);
    expect(window.opened).toEqual([]);
    expect(desk.prompt.warned).toEqual(['That opens 11 pins at once.']);
    desk.prompt.actions.push('Open 11 Pins');
    await window.pins.open([window.node('Section 1')]);
    expect(window.opened).toHaveLength(11);
  });

  test.each(['command:workbench.action.quit', 'javascript:alert(1)', 'data:text/html,x', 'nonsense'])(
    '[P1] never opens %s',
    async (url) => {
      await window.opening.openUrl(url);
      expect(window.opened).toEqual([]);
      expect(desk.prompt.warned).toEqual(['A link like this is never opened from a pin.']);
    },
  );

  test.each([
    'vscode://tackboard.tackboard/run?type=Task&id=1',
    'vscode://tackboard.tackboard',
    'vscode://TACKBOARD.tackboard/open?type=Nonsense&id=1',
    'vscode://tackboard.tackboard/open?type=Task&id=',
  ])('a link of its own that says nothing it knows goes nowhere: %s', async (url) => {
    await window.opening.openUrl(url);
    expect(window.opened).toEqual([]);
    expect(desk.prompt.warned).toEqual(['This version of Tackboard does not understand that link.']);
  });

  test('code in the clone that is open here, else its page; a link of its own says that there is none', async () => {
    const commit = '0'.repeat(40);
    const page = `https://github.com/a/b/blob/${commit}/x.ts#L3`;
    const own = `vscode://tackboard.tackboard/open?remote=example.org%2Fa&commit=${commit}&path=x.ts&lines=4-4`;
    await window.opening.openUrl(page);
    await window.opening.openUrl(own);
    window.answer = false;
    await window.opening.openLink(own);
    await window.opening.openUrl(page);
    expect(window.opened).toEqual(['code x.ts:3', 'code x.ts:4', 'code x.ts:4', 'code x.ts:3', `outside ${page}`]);
    expect(desk.prompt.warned[0]).toBe('No folder of this window is a clone of example.org/a with that file.');
  });

  test('says what did not open', async () => {
    window.answer = false;
    await window.opening.openUrl('file:///tmp/gone');
    await window.opening.openUrl('https://example.org/');
    await window.opening.openUrl('vscode://tackboard.tackboard/open?type=Task&id=gone');
    const task = await desk.add('Doomed');
    desk.prompt.picks.push('Doomed');
    desk.prompt.lines.push('Doomed');
    const pin = await window.pins.pinRecord([]);
    await desk.tasks.delete(task);
    await window.pins.open(pin ? [pin] : []);
    expect(desk.prompt.warned).toEqual([
      'There is no such file: file:///tmp/gone',
      'Nothing opened https://example.org/',
      'Task not found: it is in no workspace or project that is open here.',
      'Task “Doomed” is in the trash.',
    ]);
  });
});
