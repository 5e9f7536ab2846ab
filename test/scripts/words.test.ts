/** Texts are found in the code, and what is wrong with a translation is said. */
import { expect, test } from 'vitest';
import { manifestFaults } from '../../scripts/manifest-texts';
import { textsOf } from '../../scripts/source-texts';
import { translationFaults } from '../../scripts/translation';
import { untranslatedIn } from '../../scripts/untranslated-texts';
import { wordFaults } from '../../scripts/words';

test('the texts of the extension are collected and translated', async () => {
  expect(await wordFaults()).toEqual([]);
}, 30_000);

test('texts are found by the function of the package, whatever it is called', () => {
  const code = `import { t as say } from '@vscode/l10n';
    say('Deleted {0}.', name); say({ message: 'Open', comment: 'a verb', args: [] }); t('not ours');`;
  expect(textsOf('a.ts', code)).toEqual({
    texts: [
      { key: 'Deleted {0}.', message: 'Deleted {0}.' },
      { key: 'Open/a verb', message: 'Open' },
    ],
    unreadable: [],
  });
});

test('a text that is put together at run time, or goes another way, is named', () => {
  const code = `import { t } from '@vscode/l10n';
t(words);
t(\`Deleted \${name}.\`);
vscode.l10n.t('Deleted');`;
  expect(textsOf('a.ts', code).unreadable.map(({ at }) => at)).toEqual(['a.ts:2', 'a.ts:3', 'a.ts:4']);
});

test('a text that is said to people past the function is named, what is said to developers is not', () => {
  const code = `prompt.tell('Nothing was done.');
prompt.warn(\`\${name} is gone.\`);
prompt.line({ title: 'New Task', value: 'x' });
item.tooltip = isDone ? 'done' : t('open');
html\`<p class="note">\${icon('lock')} Read only</p>\`;
html\`<input aria-label="Name" />\`;
log.warn('The folder is gone.');
prompt.tell(t('Done.'));
html\`<p class="note">\${t('Read only')}</p><input aria-label=\${t('Name')} type="text" />\`;
prompt.line({ title: \`\${name}\`, value: '' });`;
  expect(untranslatedIn('a.ts', code).map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6].map((line) => `a.ts:${line}`));
});

test('a translation has every text and no other, with the same placeholders and links', () => {
  const english = {
    kept: 'Deleted {0}.',
    lost: 'x',
    turned: '{0} of {1}',
    short: 'Connected to {0}.',
    link: 'See.\n[Add](command:tackboard.addTask)',
    empty: 'All',
  };
  const german = {
    kept: '{0} gelöscht.',
    turned: 'von {1} {0}',
    short: 'Verbunden.',
    link: 'Siehe.\n[Neu](command:tackboard.addPin)',
    empty: ' ',
    stale: 'y',
  };
  const faults = translationFaults('de.json', english, german);
  expect(faults.map((fault) => /^de\.json: ([^:]+): "(\w+)/.exec(fault)?.slice(1))).toEqual([
    ['missing', 'lost'],
    ['not the same placeholders or links', 'short'],
    ['not the same placeholders or links', 'link'],
    ['empty', 'empty'],
    ['nobody says this any more', 'stale'],
  ]);
});

test('the manifest names its texts by keys that there are', () => {
  const contributes = {
    commands: [
      { command: 'tackboard.a', title: '%a%', category: 'Tackboard' },
      { command: 'tackboard.b', title: 'Add Task' },
      { command: 'tackboard.c', title: '%c%' },
    ],
    languageModelTools: [{ name: 'tackboard_list', inputSchema: { title: 'for agents', description: 'likewise' } }],
    walkthroughs: [{ steps: [{ description: 'Type here.' }] }],
  };
  expect(manifestFaults(contributes, { a: 'A', d: 'D' })).toEqual([
    expect.stringContaining('commands.1.title: Add Task'),
    'package.nls.json: missing: c',
    expect.stringContaining('walkthroughs.0.steps.0.description: Type here.'),
    'package.nls.json: nobody asks for this: d',
  ]);
});
