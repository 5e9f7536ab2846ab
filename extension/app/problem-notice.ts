/** Tells the person once of each problem with the server that needs them; the status bar says the rest. */
import { t } from '@vscode/l10n';
import { type AccountCommands, reviewAction } from './commands/account-commands';
import type { Desk } from './desk';
import { type Disposable, DisposableStore } from './event';
import type { Prompt } from './prompt';
import type { LostSpace } from './session';
import { quoted } from './shown-text';
import { teamMessage } from './team/team-failure';

/** Follows the desk. A problem is told once, and again only when all was well in between. */
export class ProblemNotice implements Disposable {
  readonly #desk: Desk;
  readonly #accounts: AccountCommands;
  readonly #disposables = new DisposableStore();
  #told: string | undefined;

  constructor(desk: Desk, accounts: AccountCommands, prompt: Prompt) {
    this.#desk = desk;
    this.#accounts = accounts;
    this.#disposables.add(desk.onStatus(() => this.#look()));
    this.#disposables.add(desk.onLost((lost) => void this.#sayLost(lost, prompt)));
    this.#disposables.add(
      desk.onUntaken(({ name, failure }) => {
        const what = t('{0} stays on this machine, since the server does not take it', quoted(name));
        void prompt.warn(teamMessage(failure, what));
      }),
    );
    this.#look();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #sayLost(lost: LostSpace, prompt: Prompt): Promise<void> {
    if (await prompt.warn(lostMessage(lost), reviewAction())) await this.#accounts.reviewRefused();
  }

  #look(): void {
    const { account, status } = this.#desk;
    if (status.kind === 'synced' || status.kind === 'local') this.#told = undefined;
    // What is lost was told when it was.
    if (status.kind !== 'refused' || status.reason === 'lost' || !account) return;
    const problem = JSON.stringify([account, status.reason]);
    if (problem === this.#told) return;
    this.#told = problem;
    void this.#accounts.sayRefused(status, account.url);
  }
}

/** Says that a space is gone from the server, or that one may not open it any more. */
export function lostMessage({ name, unsent }: LostSpace): string {
  const why = t('You can no longer open {0}: it was deleted, or you were taken out of it.', quoted(name));
  const edits =
    unsent === 1
      ? t('1 edit of it was not sent and stays on this machine.')
      : t('{0} edits of it were not sent and stay on this machine.', unsent);
  return `${why} ${edits}`;
}
