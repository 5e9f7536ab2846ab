/** Tells the person once of each problem, with the server or what this machine keeps, that they are to know of; the status bar says the rest. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { type AccountCommands, notKept, reviewAction } from './commands/account-commands';
import type { Desk } from './desk';
import { type Disposable, DisposableStore } from './event';
import type { KeptValue } from './kept-value';
import type { OpenSpace } from './open-space';
import type { KeepFailure } from './patient-replica';
import type { Prompt } from './prompt';
import { quoted } from './quoted';
import { lostWords } from './refusal-words';
import type { LostSpace } from './session';
import { isIncomplete, spaceName } from './space-name';
import { teamMessage } from './team/team-failure';

/** So many damages are remembered as told, the last ones. */
const TOLD_MAX = 200;

const toldBefore = z.array(z.string());

/** What tells of a problem besides. */
export interface NoticeParts {
  /** Shows the log, which names every damaged file. */
  showLog(): void;
  /** Which damages were told of, over restarts: a damaged file may stay where it is for a while, until its window is sure to be gone. */
  readonly told: KeptValue;
}

/** Follows the desk. A problem is told once, and again only when all was well in between. */
export class ProblemNotice implements Disposable {
  readonly #desk: Desk;
  readonly #accounts: AccountCommands;
  readonly #disposables = new DisposableStore();
  readonly #prompt: Prompt;
  readonly #parts: NoticeParts;
  #toldRefusal: string | undefined;
  #toldTaken = false;
  #toldNotKept = false;
  /** The spaces of which it was told that something kept of them was damaged. */
  readonly #damaged = new Set<string>();

  constructor(desk: Desk, accounts: AccountCommands, prompt: Prompt, parts: NoticeParts) {
    this.#desk = desk;
    this.#accounts = accounts;
    this.#prompt = prompt;
    this.#parts = parts;
    this.#disposables.add(desk.onStatus(() => this.#look()));
    this.#disposables.add(desk.onSpaces(() => this.#look()));
    this.#disposables.add(desk.onLost((lost) => void this.#sayLost(lost)));
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

  async #sayDamaged(space: OpenSpace): Promise<void> {
    const said = damageMessage(space, this.#desk.isHereOnly(space.known.id));
    if (await this.#prompt.warn(said, t('Show Log'))) this.#parts.showLog();
  }

  async #sayNotKept(failure: KeepFailure): Promise<void> {
    if (await this.#prompt.warn(notKept(failure), t('Show Log'))) this.#parts.showLog();
  }

  async #sayLost(lost: LostSpace): Promise<void> {
    if (await this.#prompt.warn(lostMessage(lost), reviewAction())) await this.#accounts.reviewRefused();
  }

  /** The damages that were told of, in this window or before. */
  get #told(): readonly string[] {
    return toldBefore.safeParse(this.#parts.told.load()).data ?? [];
  }

  #look(): void {
    for (const space of this.#desk.spaces) {
      const { id } = space.known;
      const found = damagesOf(space);
      // As a rule there is none, and this is asked at every edit.
      if (found.length === 0 || this.#damaged.has(id)) continue;
      const told = this.#told;
      const fresh = found.filter((damage) => !told.includes(damage));
      if (fresh.length === 0) continue;
      this.#damaged.add(id);
      this.#parts.told.save([...told, ...fresh].slice(-TOLD_MAX));
      void this.#sayDamaged(space);
    }
    const { account, status, failure } = this.#desk;
    if (failure && !this.#toldNotKept) void this.#sayNotKept(failure);
    this.#toldNotKept = failure !== undefined;
    const isTaken = status.kind === 'local' && status.isTaken === true;
    if (isTaken && !this.#toldTaken) void this.#accounts.sayTaken();
    this.#toldTaken = isTaken;
    if (status.kind === 'synced' || status.kind === 'local') this.#toldRefusal = undefined;
    // What is lost was told when it was.
    if (status.kind !== 'refused' || status.reason === 'lost' || !account) return;
    const problem = JSON.stringify([account, status.reason]);
    if (problem === this.#toldRefusal) return;
    this.#toldRefusal = problem;
    void this.#accounts.sayRefused(status, account.url);
  }
}

/** The damages in what this machine keeps of a space, each as a text of its own. */
function damagesOf({ known, replica }: OpenSpace): readonly string[] {
  return replica.problems.map(({ file, offset }) => `${known.id}/${file}/${offset}`);
}

/** Says that something that was kept of a space could not be read, and what becomes of that. */
function damageMessage(space: OpenSpace, isHereOnly: boolean): string {
  const what = isIncomplete(space)
    ? t('Part of what this machine keeps of a workspace or project is damaged and was set aside.')
    : t('Part of what this machine keeps of {0} is damaged and was set aside.', quoted(spaceName(space)));
  const rest = isHereOnly
    ? t('All the rest is here. What is missing comes back if another window still has it.')
    : t('All the rest is here. What is missing comes back from the server, or from another window.');
  return `${what} ${rest}`;
}

/** Says that a space is gone from the server, or that one may not open it any more. */
function lostMessage({ name, unsent }: LostSpace): string {
  const edits =
    unsent === 1
      ? t('1 edit of it was not sent and stays on this machine.')
      : t('{0} edits of it were not sent and stay on this machine.', unsent);
  return `${lostWords(quoted(name))} ${edits}`;
}
