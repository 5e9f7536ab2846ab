/** What the workbench in a browser has put away for the next time: every few seconds and not at the moment of a reload. */
import type { Page } from 'playwright-core';
import { waitFor } from './wait';

/** Waits until a text is among what the workbench keeps of its editors. */
export async function waitUntilKept(page: Page, text: string): Promise<void> {
  await waitFor(`the workbench to keep "${text}"`, () => page.evaluate(holds, text));
}

async function holds(text: string): Promise<boolean> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('vscode-web-state-db')) continue;
    const found = await new Promise<boolean>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('ItemTable')) {
          database.close();
          resolve(false);
          return;
        }
        const reading = database.transaction('ItemTable').objectStore('ItemTable').getAll();
        reading.onerror = () => resolve(false);
        reading.onsuccess = () => {
          database.close();
          resolve(reading.result.some((value) => String(value).includes(text)));
        };
      };
    });
    if (found) return true;
  }
  return false;
}
