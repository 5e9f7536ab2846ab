/** One VS Code, signed in at a server, in which the tests of all pages (webviews) follow each other. */
import { afterAll, beforeAll } from 'vitest';
import { type PageWatch, watchPage } from '../../support/page-watch';
import { type Person, startPerson } from '../../support/person';
import { type Caller, caller } from '../../support/rest';
import { addUser, type NewUser, type SyncServer, startSyncServer } from '../../support/sync-server';
import { tempFolder } from '../../support/temp-folder';
import type { Workbench } from '../../support/workbench';

/** A person who looks at pages. */
export interface Pages {
  readonly person: Person;
  readonly bench: Workbench;
  /** REST as the person */
  readonly call: Caller;
  /** what the window complains of, and fetches from evil.example, since it started */
  readonly watch: PageWatch;
}

/** A page in which something has been begun, to be found again after a reload. */
export interface KeptPage {
  /** the name of its tab */
  readonly tab: RegExp;
  /** Waits until it is drawn. */
  ready(): Promise<void>;
  /** Begins something. @returns a text by which it is known that the workbench has kept it */
  leave(): Promise<string>;
  /** Finds what was begun, or fails. */
  find(): Promise<void>;
}

/**
 * Registers the start of a server and a VS Code before the tests, and their end after them.
 * @param make makes what the tests look at: told the person, how to call as them, and as someone else
 * @returns the pages, to be asked for once tests run
 */
export function openPages(make: (call: Caller, person: NewUser, other: Caller) => Promise<void>): () => Pages {
  const data = tempFolder('server');
  let server: SyncServer;
  let pages: Pages;
  beforeAll(async () => {
    server = await startSyncServer({ data: data.path });
    const ada = await addUser(data.path, 'Ada', 'ada@example.org');
    const bea = await addUser(data.path, 'Bea', 'bea@example.org');
    const call = caller(server.url, ada.token);
    await make(call, ada, caller(server.url, bea.token));
    const person = await startPerson({ name: 'pages', connection: { url: server.url, token: ada.token } });
    const bench = person.workbench;
    pages = { person, bench, call, watch: watchPage(bench.page, 'evil.example') };
    // Until the whole tree is there rows move under the pointer.
    for (const row of ['Fence', 'Section 1', 'Meadow']) await bench.waitForRow('Tasks', row);
  });
  afterAll(async () => {
    await pages?.person[Symbol.asyncDispose]();
    await server?.stop();
    await data.remove();
  });
  return () => pages;
}
