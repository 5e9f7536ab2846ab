/** What the commands on the account do: connect to a sync server, leave it, try it again. */
import { t } from '@vscode/l10n';
import { MAX } from '../../../shared/layout';
import { tokenFault } from '../account';
import type { SyncStatus } from '../connection/sync-status';
import type { Desk } from '../desk';
import { connectFault, type InviteLink, type JoinFailure, readInviteLink } from '../invite-link';
import type { KeepFailure } from '../patient-replica';
import type { Prompt } from '../prompt';
import { refusalMessage } from '../refusal-words';
import type { Settings } from '../settings';
import { settled } from '../settled';
import type { AsideCommands } from './aside-commands';
import { nameFault } from './name-fault';

/** Connecting and disconnecting, as a person asks for it. */
export class AccountCommands {
  readonly #desk: Desk;
  readonly #prompt: Prompt;
  readonly #asides: AsideCommands;
  readonly #settings: Pick<Settings, 'get'>;
  readonly #reloadWindow: () => void;

  /**
   * @param settings where the address is that a team has agreed on
   * @param reloadWindow starts this window anew
   */
  constructor(
    desk: Desk,
    prompt: Prompt,
    asides: AsideCommands,
    settings: Pick<Settings, 'get'>,
    reloadWindow: () => void,
  ) {
    this.#desk = desk;
    this.#prompt = prompt;
    this.#asides = asides;
    this.#settings = settings;
    this.#reloadWindow = reloadWindow;
  }

  /**
   * Asks for address and token and connects. Where that fails it says why, offers another try, and nothing else changes.
   * @param from the address to start with; unless told that of the account, else that of the settings
   */
  async connect(from?: string): Promise<void> {
    let address = from ?? this.#desk.account?.url ?? this.#settings.get('connect.address');
    for (;;) {
      const typed = await this.#prompt.line({
        title: t('Connect to a Sync Server (1 of 2)'),
        prompt: t('The address of the server, or a link by which you were invited'),
        value: address,
        placeholder: 'http://127.0.0.1:4455',
        refuse: connectFault,
      });
      if (typed === undefined) return;
      const link = readInviteLink(typed);
      if (link) {
        if (await this.#join(link)) return;
        continue;
      }
      address = typed;
      const token = await this.#prompt.line({
        title: t('Connect to a Sync Server (2 of 2)'),
        prompt: t('Your token, from whoever runs the server'),
        secret: true,
        refuse: (text) => tokenFault(text.trim()),
      });
      if (token === undefined || (await this.connectTo(address, token.trim()))) return;
    }
  }

  /** Asks what one wants to be called and joins. @returns false where the person wants to try another address or link */
  async #join(link: InviteLink): Promise<boolean> {
    const name = await this.#prompt.line({
      title: t('Join by an Invitation'),
      prompt: t('What you want to be called at {0}', link.url),
      refuse: nameFault(MAX.name),
    });
    if (name === undefined) return true;
    const answer = await this.#prompt.during(t('Joining'), async () => {
      const joined = await this.#desk.join(link, name.trim());
      if (!('kind' in joined)) await settled(this.#desk);
      return joined;
    });
    if ('kind' in answer) return !(await this.#prompt.warn(signInMessage(answer), t('Try Again')));
    void this.#prompt.tell(t('Connected to {0} as {1}.', answer.url, answer.user.name));
    return true;
  }

  /** Connects with an address and a token that are known. @returns false where the person wants to try other ones */
  async connectTo(address: string, token: string): Promise<boolean> {
    const answer = await this.#prompt.during(t('Connecting to the sync server'), async () => {
      const connected = await this.#desk.connect(address, token);
      // Whoever reads “connected” looks for their workspaces next.
      if (!('kind' in connected)) await settled(this.#desk);
      return connected;
    });
    if (!('kind' in answer)) {
      void this.#prompt.tell(t('Connected to {0} as {1}.', answer.url, answer.user.name));
      return true;
    }
    return !(await this.#prompt.warn(signInMessage(answer), t('Try Again')));
  }

  /** Connects with what the window was handed at its start; where that fails the person may type other things. */
  async connectHanded(address: string, token: string): Promise<void> {
    if (!(await this.connectTo(address, token))) await this.connect(address);
  }

  /** Signs out: the account's spaces are no longer shown, and stay on this machine. */
  async disconnect(): Promise<void> {
    const { account, status } = this.#desk;
    if (!account) {
      await this.#prompt.tell(t('Tackboard is not connected to a sync server.'));
      return;
    }
    await this.#desk.disconnect();
    const text = t(
      'Disconnected from {0}. What you have of it stays on this machine and is shown again when you connect.',
      account.url,
    );
    await this.#prompt.tell(status.kind === 'local' ? text : withUnsent(text, status.unsent));
  }

  /** Says how things stand and offers what can be done about it. */
  async showStatus(): Promise<void> {
    const { account, status, failure } = this.#desk;
    if (failure) {
      await this.#prompt.warn(`${notKept(failure)} (${failure.message})`);
      return;
    }
    if (!account) {
      if (status.kind === 'local' && status.isTaken) {
        await this.sayTaken();
        return;
      }
      const chosen = await this.#prompt.tell(
        t('Your tasks are on this machine only. A sync server shares them.'),
        t('Connect…'),
      );
      if (chosen) await this.connect();
      return;
    }
    const { url, user } = account;
    switch (status.kind) {
      case 'refused':
        await this.sayRefused(status, url, t('Try Now'));
        return;
      case 'offline': {
        const text = t('{0} does not answer. You can go on working; everything is sent when it answers again.', url);
        if (await this.#prompt.tell(withUnsent(text, status.unsent), t('Try Now'))) this.#desk.reconnect();
        return;
      }
      case 'connecting':
        await this.#prompt.tell(withUnsent(t('Connecting to {0} as {1}.', url, user.name), status.unsent));
        return;
      case 'sending':
        await this.#prompt.tell(withUnsent(t('Connected to {0} as {1}.', url, user.name), status.unsent));
        return;
      case 'local':
      case 'synced': {
        const text = t('Connected to {0} as {1}. Everything is on the server.', url, user.name);
        if (await this.#prompt.tell(text, t('Disconnect'))) await this.disconnect();
      }
    }
  }

  /** Says that another window has signed in, of which VS Code has not told this one, and offers what helps. */
  async sayTaken(): Promise<void> {
    const reload = t('Reload Window');
    if ((await this.#prompt.tell(takenMessage(), reload)) === reload) this.#reloadWindow();
  }

  /** Shows the edits that the server refused, and what can be done about them. */
  async reviewRefused(): Promise<void> {
    await this.#asides.review();
  }

  /** Says why the server refuses what there is, and offers what helps. @param more further actions; they try again */
  async sayRefused(status: Extract<SyncStatus, { kind: 'refused' }>, url: string, ...more: string[]): Promise<void> {
    const { reason } = status;
    // Where one may only read, or is no longer let in, another token is no help.
    const isFinal = reason === 'read-only' || reason === 'lost';
    const connect = t('Connect…');
    const actions = [isFinal ? reviewAction() : connect, ...(reason === 'lost' ? [] : more)];
    // How many edits that is, the status bar says: a message stays as it was while the number changes, and two numbers help nobody.
    const chosen = await this.#prompt.warn(refusalMessage(status, url, this.#desk), ...actions);
    if (chosen === connect) await this.connect();
    else if (chosen === reviewAction()) await this.reviewRefused();
    else if (chosen !== undefined) this.#desk.reconnect();
  }
}

/** The action of a message that leads to `reviewRefused`. */
export function reviewAction(): string {
  return t('See Refused Edits…');
}

/** Said where the store cannot keep what is changed, or was not read. */
export function notKept({ kind, isUnread }: KeepFailure): string {
  if (kind === 'newer-format')
    return t(
      'A newer version of Tackboard has kept your tasks in a way that this one cannot read: update the extension. What you change meanwhile is in this window only.',
    );
  if (isUnread)
    return t(
      'What this machine keeps of your tasks cannot be read now, so this may not be all of them. It is tried again every few seconds; what you change meanwhile is in this window, and is saved as soon as that works.',
    );
  return t(
    'Your changes cannot be saved on this machine now. They are in this window, and are saved as soon as that works again.',
  );
}

/** Said in a window that VS Code has not told that another one has signed in. */
export function takenMessage(): string {
  return t(
    'You have signed in in another window, and your tasks went along. This window shows them once it is reloaded.',
  );
}

/** A sentence with how many edits are not on the server after it, where there are any. */
export function withUnsent(text: string, unsent: number): string {
  if (unsent === 0) return text;
  const said =
    unsent === 1
      ? t('1 edit is not on the server yet, and safe on this machine.')
      : t('{0} edits are not on the server yet, and safe on this machine.', unsent);
  return `${text} ${said}`;
}

/** Says why nobody could be signed in. */
export function signInMessage(failure: JoinFailure): string {
  switch (failure.kind) {
    case 'bad-address':
    case 'bad-token':
      return failure.message;
    case 'no-answer':
      return t(
        'Nobody answers at {0}. Is the address right, and is the server running? Nothing has changed.',
        failure.url,
      );
    case 'no-server':
      return t(
        '{0} answers, but not as a Tackboard sync server (status {1}). Nothing has changed.',
        failure.url,
        failure.status,
      );
    case 'trouble':
      return t(
        '{0} cannot answer now (status {1}). Try again later. Nothing has changed.',
        failure.url,
        failure.status,
      );
    case 'ended':
      return t(
        '{0} does not take this invitation: it was used or has ended, or you are a user there already and can connect with your token. Nothing has changed.',
        failure.url,
      );
    case 'refused':
      return t('{0} does not accept this token. Nothing has changed.', failure.url);
  }
}
