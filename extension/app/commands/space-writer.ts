/** Writes to spaces for a command: to those that are open and may be changed, as one thing to undo, saying what did not work. */
import { t } from '@vscode/l10n';
import type { Result } from '../../../shared/failures';
import type { Surroundings } from '../../../shared/operations/space';
import type { Desk } from '../desk';
import { failureWords } from '../failure-words';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import { readOnlyWords } from '../refusal-words';
import { hasWritingRole, isOfNewerLayout } from '../space-access';
import { spaceName } from '../space-name';

/**
 * Runs operations on spaces as they are open now: while the person typed one may have been closed, and what is written to a closed
 * replica is kept nowhere.
 */
export class SpaceWriter {
  readonly #desk: Desk;
  readonly #prompt: Prompt;

  constructor(desk: Desk, prompt: Prompt) {
    this.#desk = desk;
    this.#prompt = prompt;
  }

  /**
   * Whether spaces can be written to, to be asked before the person is asked for anything: nobody types what is then refused.
   * Says why not, of the first of them that cannot.
   */
  mayWrite(ids: readonly string[]): boolean {
    return this.#writable(ids) !== undefined;
  }

  /**
   * Writes to one space.
   * @param typed what the person has typed for this: where it cannot be written they are offered to keep it
   * @returns the operation's value; undefined where it was refused, which the person has been told
   */
  async write<T>(
    id: string,
    operation: (replica: LiveReplica, surroundings: Surroundings) => Result<T>,
    typed?: string,
  ): Promise<T | undefined> {
    const tried = this.attempt(id, operation);
    if (tried.kind === 'done') return tried.value;
    await this.refuse(tried.why, typed);
    return undefined;
  }

  /**
   * Writes to one space and says nothing: for who has a place of their own to say it.
   * @returns the operation's value, or in a sentence why nothing was done
   */
  attempt<T>(
    id: string,
    operation: (replica: LiveReplica, surroundings: Surroundings) => Result<T>,
  ): { readonly kind: 'done'; readonly value: T } | { readonly kind: 'refused'; readonly why: string } {
    const space = writableSpace(this.#desk, id);
    if (typeof space === 'string') return { kind: 'refused', why: space };
    const result = this.#desk.history.group(() => operation(space.replica, this.#desk.surroundings));
    return result.kind === 'done'
      ? { kind: 'done', value: result.value }
      : { kind: 'refused', why: failureWords(result) };
  }

  /**
   * Writes to all that a command acts on: one operation a space, all of it one thing to undo. Where a space cannot be written to,
   * nothing is written anywhere. Says what did not work.
   * @returns whether all of it was done
   */
  async writeEach<T extends { readonly space: OpenSpace }>(
    targets: readonly T[],
    operation: (space: OpenSpace, targets: readonly T[]) => Result<unknown>,
  ): Promise<boolean> {
    const bySpace = new Map<string, T[]>();
    for (const target of targets) {
      const { id } = target.space.known;
      const others = bySpace.get(id);
      if (others) others.push(target);
      else bySpace.set(id, [target]);
    }
    return this.writeTo([...bySpace.keys()], (spaces) =>
      spaces.map((space) => operation(space, bySpace.get(space.known.id) ?? [])),
    );
  }

  /**
   * Writes to several spaces as one thing to undo, or to none where one of them cannot be written to. Says what did not work.
   * @param operations are handed the spaces in the order of the ids
   * @returns whether all of it was done
   */
  async writeTo(
    ids: readonly string[],
    operations: (spaces: readonly OpenSpace[]) => readonly Result<unknown>[],
  ): Promise<boolean> {
    const spaces = this.#writable(ids);
    if (!spaces) return false;
    const results = this.#desk.history.group(() => operations(spaces));
    const refusals = new Set(results.flatMap((result) => (result.kind === 'done' ? [] : [failureWords(result)])));
    // Nobody waits for the answer, there is none: the next key is not kept waiting, and a row is shown as it is at once.
    if (refusals.size > 0) void this.#prompt.warn([...refusals].join(' '));
    return refusals.size === 0;
  }

  /** Says what did not work, and offers to keep what was typed for it. */
  async refuse(why: string, typed: string | undefined): Promise<void> {
    if (typed === undefined) {
      await this.#prompt.warn(why);
      return;
    }
    const chosen = await this.#prompt.warn(`${why} ${t('You typed {0}.', quoted(typed))}`, copyAction());
    if (chosen) await this.#prompt.copy(typed);
  }

  #writable(ids: readonly string[]): readonly OpenSpace[] | undefined {
    const spaces: OpenSpace[] = [];
    for (const id of ids) {
      const space = writableSpace(this.#desk, id);
      if (typeof space === 'string') {
        // Nobody waits for the answer: there is none.
        void this.#prompt.warn(space);
        return undefined;
      }
      spaces.push(space);
    }
    return spaces;
  }
}

/** The space as it is open now, or why it cannot be written to, in a sentence. */
export function writableSpace(desk: Desk, id: string): OpenSpace | string {
  const space = desk.space(id);
  if (!space) return t('The space is no longer open in this window. Nothing has changed.');
  return whyReadOnly(space) ?? space;
}

/** Why an open space cannot be written to, in a sentence; undefined where it can. */
export function whyReadOnly(space: OpenSpace): string | undefined {
  const name = quoted(spaceName(space));
  if (!hasWritingRole(space)) return readOnlyWords(name);
  if (isOfNewerLayout(space))
    return t('A newer version of Tackboard has written {0}. Update Tackboard to change it; here it can be read.', name);
  return undefined;
}

/** The action of a message that puts on the clipboard what was typed. */
export function copyAction(): string {
  return t('Copy What I Typed');
}
