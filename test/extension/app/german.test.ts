// The extension in German: what is asked, understood and said once the translation is there, also by what was loaded before it.
import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { signInMessage, withUnsent } from '../../../extension/app/commands/account-commands';
import { LensCommands } from '../../../extension/app/commands/lens-commands';
import { askDueDate } from '../../../extension/app/commands/quick-line';
import { UndoCommands } from '../../../extension/app/commands/undo-commands';
import { failureWords } from '../../../extension/app/failure-words';
import { agentTools } from '../../../extension/app/outside/agent-tools';
import { OutsidePins } from '../../../extension/app/outside/outside-pins';
import { OutsideTasks } from '../../../extension/app/outside/outside-tasks';
import { documentWord } from '../../../extension/app/pins/pin-target';
import { spaceName } from '../../../extension/app/space-name';
import { teamMessage } from '../../../extension/app/team/team-failure';
import { filterWords } from '../../../extension/app/tree/task-filter';
import { TreeLens } from '../../../extension/app/tree/tree-lens';
import { inRoot } from '../../../scripts/root';
import { statusWord } from '../../../shared/field-words';
import { TASK_STATUSES } from '../../../shared/layout';
import { DOCUMENT_TYPES } from '../../../shared/records';
import { DeskPlace, type DeskWindow } from '../../support/desk-place';
import { MemoryValue } from '../../support/memory-value';

let place: DeskPlace;
let window: DeskWindow;
beforeAll(async () => {
  const german = JSON.parse(await readFile(inRoot('l10n', 'bundle.l10n.de.json'), 'utf8'));
  l10n.config({ contents: z.record(z.string(), z.string()).parse(german) });
});
// The other tests of this process read English.
afterAll(() => l10n.config({ contents: {} }));
beforeEach(async () => {
  place = new DeskPlace();
  window = await place.window();
  window.prompt.language = 'de';
});
afterEach(() => place[Symbol.asyncDispose]());

test('a task is asked for, and its words for date and priority are understood and said back', async () => {
  window.prompt.lines.push('Doku ausliefern freitag !hoch');
  await window.tasks.addTask(undefined);
  const [asked] = window.prompt.asked;
  expect(asked).toMatchObject({
    title: 'Neue Aufgabe',
    prompt: expect.stringMatching(/^Aufgabe zu „Section 1“ von „Personal Tasks“ in „.+“ hinzufügen$/),
  });
  expect(window.prompt.hinted[0]).toMatch(/^„Doku ausliefern“ · fällig Fr\.?, \d+\. \p{L}+\.?.* · Priorität hoch$/u);
});

test('a question before an agent writes has its words, dates and figures', async () => {
  const { desk } = window;
  const tools = agentTools({ desk, tasks: new OutsideTasks(desk), pins: new OutsidePins(desk), language: 'de' });
  const question = (input: unknown) =>
    tools.find(({ name }) => name === 'tackboard_create_task')?.question?.(input)?.message;
  const input = { name: 'Doku', status: 'progress', dueDate: '2026-12-05', description: 'x'.repeat(30_000) };
  expect(question(input)).toMatch(
    /^Fügt „Doku“ zu „Section 1“ in „.+“ hinzu\. Status: In Arbeit · fällig Sa\.?, 5\. Dez\.? · Beschreibung: „x{200}…“ \(30\.000 Zeichen\)$/,
  );
});

test('what the examples in the boxes promise holds', async () => {
  window.prompt.lines.push(undefined, undefined);
  await window.tasks.addTask(undefined);
  await askDueDate(window.prompt, window.desk.surroundings.now);
  const [task, date] = window.prompt.asked;
  const example = /: (.+)$/.exec(task?.placeholder ?? '')?.[1] ?? '';
  expect(task?.hint?.(example)).toMatch(/fällig .* · Priorität hoch$/);
  const dates = date?.placeholder?.split(', ') ?? [];
  expect(dates).toHaveLength(4);
  for (const one of dates) expect(date?.hint?.(one), one).toMatch(/^Fällig /);
});

test('names are refused with the reason', async () => {
  window.prompt.lines.push('  ', undefined);
  await window.tasks.addTask(undefined);
  expect(window.prompt.refused).toEqual([
    'Geben Sie einen Namen ein; er darf nicht leer sein oder nur aus Leerzeichen bestehen.',
  ]);
});

test('deleting says what and how many, and offers to take it back', async () => {
  await window.add('eins');
  await window.add('zwei');
  window.prompt.actions.push('Rückgängig');
  await (await window.tasks.delete(window.node('Personal Tasks'))).offered;
  await (await window.tasks.delete([window.node('eins'), window.node('zwei')])).offered;
  expect(window.prompt.told).toEqual(['Gelöscht: „Personal Tasks“ mit 2 Aufgaben.', 'Gelöscht: 2 Aufgaben.']);
});

test('a filter is picked and said', async () => {
  const lens = new TreeLens(new MemoryValue());
  window.prompt.picks.push('Überfällig');
  await new LensCommands(lens, window.desk, window.prompt).filterBy();
  expect(window.prompt.offered[0]?.title).toBe('Nur welche Aufgaben anzeigen?');
  expect(filterWords({ ...lens.filter, text: 'doku', hideCompleted: true })).toBe('„doku“, überfällig, nicht erledigt');
});

test('nothing to undo is said', async () => {
  await new UndoCommands(window.desk, window.prompt).undo();
  expect(window.prompt.told).toEqual(['In diesem Fenster gibt es nichts rückgängig zu machen.']);
});

test('troubles with the server are whole sentences', () => {
  const url = 'https://tasks.example.org';
  expect(signInMessage({ kind: 'refused', url })).toBe(
    'https://tasks.example.org akzeptiert dieses Token nicht. Es hat sich nichts geändert.',
  );
  expect(withUnsent('Getrennt.', 1)).toMatch(/^Getrennt\. 1 Änderung ist /);
  expect(withUnsent('Getrennt.', 3)).toMatch(/^Getrennt\. 3 Änderungen sind /);
  expect(teamMessage({ kind: 'no-account' }, l10n.t('Nobody can be invited'))).toBe(
    'Niemand kann eingeladen werden, solange Sie mit keinem Sync-Server verbunden sind. Verbinden Sie sich zuerst mit einem.',
  );
  const faults = [{ type: 'last-owner', path: 'items', message: 'A workspace keeps at least one owner.' }];
  expect(teamMessage({ kind: 'refused', url, status: 400, faults }, l10n.t('You cannot leave {0}', '„Team“'))).toBe(
    'Sie können „Team“ nicht verlassen: Es muss mindestens einen Besitzer geben.',
  );
  const said = (type: string, message = 'the server says it') =>
    teamMessage({ kind: 'refused', url, status: 403, faults: [{ type, path: 'items.0', message }] }, 'Nein');
  expect(said('needs-owner')).toBe('Nein: Das kann nur ein Besitzer.');
  expect(said('parent-deleted')).toBe('Nein: Das Übergeordnete liegt im Papierkorb; stellen Sie es zuerst wieder her.');
  // What a newer server refuses, and no name of what every object has.
  for (const type of ['of-tomorrow', 'constructor']) expect(said(type), type).toBe('Nein: The server says it.');
  expect(teamMessage({ kind: 'no-answer', url }, l10n.t('You cannot leave {0}', '„Team“'))).toMatch(
    /^Sie können „Team“ nicht verlassen: https:\/\/tasks\.example\.org antwortet nicht/,
  );
});

test('what an operation refuses is said', () => {
  expect(failureWords({ kind: 'not-found', record: 'task', id: 'x', path: '' })).toBe(
    'Diese Aufgabe gibt es nicht; vielleicht wurde sie gelöscht.',
  );
});

test('nouns of trees and pages are German', () => {
  expect(window.desk.spaces.map(spaceName)).toEqual(['Auf diesem Computer']);
  expect(TASK_STATUSES.map(statusWord)).toEqual(['Offen', 'In Arbeit', 'In Prüfung', 'Blockiert', 'Erledigt']);
  expect(DOCUMENT_TYPES.map(documentWord)).toContain('Aufgabenabschnitt');
});
