// The board of a list: drag and keyboard, filter, a new card.
import { beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../support/wait';
import type { Workbench } from '../../support/workbench';
import type { KeptPage, Pages } from './pages';

/**
 * Registers the tests, on the board of the person's own list.
 * @returns the board as it is left, for who reloads the window
 */
export function testBoard(pages: () => Pages): KeptPage {
  let bench: Workbench;
  beforeAll(async () => {
    ({ bench } = pages());
    // A row that is drawn anew in this moment takes no click.
    await waitFor('the board to open', async () => {
      await bench.action('Tasks', 'Personal Tasks', 'Open Board');
      await board().waitFor({ timeout: 5_000 });
      return true;
    });
  });

  const board = () => bench.webview().locator('main.board');
  const column = (name: string) => board().locator(`section.column[aria-label^="${name}, "]`);
  const card = (name: string) => board().locator('.card').filter({ hasText: name });
  const waitForCards = async (name: string, ...wanted: string[]) => {
    const names = () => column(name).locator('.card .name').allTextContents();
    await waitFor(`${wanted.join(', ')} in ${name}`, async () => (await names()).join() === wanted.join()).catch(
      async (error: unknown) => {
        throw new Error(`shown: ${(await names()).join()}`, { cause: error });
      },
    );
  };
  const add = async (name: string, line: string) => {
    const input = column(name).getByLabel(`Add a task to ${name}`);
    await input.fill(line);
    await input.press('Enter');
  };

  test('a line in a column adds a card with its status; hostile names are text', async () => {
    await add('Open', 'Alder <b>bold</b>');
    await add('Open', 'Birch tomorrow !high');
    await add('In Review', 'Cedar');
    await waitForCards('Open', 'Alder <b>bold</b>', 'Birch');
    await waitForCards('In Review', 'Cedar');
    expect(await card('Birch').getAttribute('aria-label')).toMatch(/^Birch, Open, priority High, due /);
    await bench.waitForRow('Tasks', 'Cedar', { description: 'in review' });
  });

  test('cards are dragged to a place in their column and into others', async () => {
    await card('Birch').dragTo(card('Alder'), { targetPosition: { x: 40, y: 4 } });
    await waitForCards('Open', 'Birch', 'Alder <b>bold</b>');
    await card('Alder').dragTo(column('Blocked'));
    await waitForCards('Blocked', 'Alder <b>bold</b>');
    await bench.waitForRow('Tasks', 'Alder <b>bold</b>', { description: 'blocked' });
  });

  test('by keyboard the focus goes from card to card, Alt and an arrow move one, and Enter opens it', async () => {
    await card('Birch').focus();
    await bench.page.keyboard.press('ArrowRight');
    await card('Cedar').and(board().locator(':focus')).waitFor();
    await bench.page.keyboard.press('Alt+ArrowRight');
    await waitForCards('Blocked', 'Cedar', 'Alder <b>bold</b>');
    await card('Cedar').and(board().locator(':focus')).waitFor();
    await bench.page.keyboard.press('Alt+ArrowDown');
    await waitForCards('Blocked', 'Alder <b>bold</b>', 'Cedar');
    await board().getByText('Cedar: moved to place 2 of 2 in Blocked').waitFor();
    await bench.page.keyboard.press('Enter');
    await bench.closeEditor(/^Cedar/);
  });

  return {
    tab: /^Personal Tasks/,
    ready: () => card('Birch').waitFor(),
    leave: async () => {
      await board().getByLabel('Columns').selectOption('section');
      await column('Section 1').waitFor();
      await board().getByLabel('Filter cards').fill('BIR');
      await waitForCards('Section 1', 'Birch');
      await board().getByText('1 of 3 cards').waitFor();
      return 'BIR';
    },
    find: async () => {
      await waitForCards('Section 1', 'Birch');
      await board().getByLabel('Filter cards').fill('');
      await board().getByLabel('Columns').selectOption('status');
    },
  };
}
