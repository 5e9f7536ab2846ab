// VS Code in German: manifest, trees, boxes and pages of the extension are, and its words for dates are understood.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startPerson } from '../support/person';

let person: Person;
beforeAll(async () => {
  person = await startPerson({ name: 'german', language: 'de' });
});
afterAll(() => person?.[Symbol.asyncDispose]());

test('a task is added, seen in the tree, on its page and on the board, all in German', async () => {
  const { workbench } = person;
  await workbench.waitForRow('Aufgaben', 'Auf diesem Computer');
  await workbench.statusBar('Tackboard: nur lokal').waitFor();
  await workbench.run('Tackboard: Aufgabe hinzufügen');
  await workbench.answer('Doku ausliefern morgen !hoch', 'Aufgabe zu „Section 1“');
  const { description } = await workbench.waitForRow('Aufgaben', 'Doku ausliefern');
  expect(description).toMatch(/^hoch · fällig (Mo|Di|Mi|Do|Fr|Sa|So)/);
  await workbench.action('Aufgaben', 'Doku ausliefern', 'Aufgabe öffnen');
  const page = workbench.webview();
  await page.getByLabel('Fälligkeitsdatum', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Unteraufgabe hinzufügen' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await workbench.run('Tackboard: Board öffnen');
  // The page that is not in front any more has no frame.
  await workbench.webview().getByLabel('Offen, Karten: 1').waitFor();
});
