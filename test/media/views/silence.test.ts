// A page that the extension does not hear: it ended, and VS Code keeps what it has drawn.
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { DashboardView } from '../../../media/dashboard/dashboard-view';
import { waitFor } from '../../support/wait';
import { PageHost } from './page-host';

const alert = () => document.querySelector('.silence[role="alert"]');

test('it says so, takes nothing that would be lost, and goes on where it was only slow', async () => {
  const host = new PageHost();
  new DashboardView(host.root).start();
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  const field = document.createElement('input');
  host.root.append(field);
  await userEvent.type(field, 'heard');
  expect(alert()).toBeNull();
  host.isDeaf = true;
  const restores = () => host.sent.filter((message) => (message as { kind: string }).kind === 'restore').length;
  await userEvent.click(host.at('vscode-button, button'));
  expect(restores()).toBe(1);
  await waitFor('the page to notice', () => alert() !== null);
  expect(alert()?.textContent).toContain('does not hear this page');
  await userEvent.type(field, ' not');
  await userEvent.click(host.at('vscode-button, button'));
  expect([field.value, restores()]).toEqual(['heard', 1]);

  host.isDeaf = false;
  await waitFor('the next beat to be heard', () => alert() === null);
  await userEvent.type(field, ' again');
  expect(field.value).toBe('heard again');
});
