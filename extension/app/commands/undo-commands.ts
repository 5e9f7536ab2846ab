/** What undo and redo do: take back the last thing done in this window, and say what could not be. */
import { t } from '@vscode/l10n';
import type { KeptReason, Outcome } from '../../../shared/operations/inverse';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import { whyReadOnly } from './space-writer';

/** Undo and redo of one's own actions, over all spaces. What others did is never undone. */
export class UndoCommands {
  readonly #desk: Desk;
  readonly #prompt: Prompt;

  constructor(desk: Desk, prompt: Prompt) {
    this.#desk = desk;
    this.#prompt = prompt;
  }

  /** Undoes the last thing done in this window. */
  async undo(): Promise<void> {
    await this.#say(this.#desk.history.undo(), t('There is nothing to undo in this window.'));
  }

  /** Does again what was undone last. */
  async redo(): Promise<void> {
    await this.#say(this.#desk.history.redo(), t('There is nothing to redo in this window.'));
  }

  async #say(outcome: Outcome | undefined, nothing: string): Promise<void> {
    if (!outcome) {
      await this.#prompt.tell(nothing);
      return;
    }
    await tellKept(this.#desk, this.#prompt, outcome);
  }
}

/** Says what of something could not be undone or done again; nothing where all of it could. */
export async function tellKept(
  desk: Pick<Desk, 'space'>,
  prompt: Prompt,
  { kept, touched, isBarred }: Outcome,
): Promise<void> {
  if (isBarred) {
    await prompt.tell(
      t(
        'What was done last, to a workspace, a project or its members, is not undone here. Undo again for what was done before.',
      ),
    );
    return;
  }
  if (kept.length === 0) return;
  // What may only be read, or is of a newer layout, is as if it were not open, and says why as it does wherever one writes.
  const readOnly = kept.flatMap(({ space: id, reason }) => {
    const space = reason === 'no-space' ? desk.space(id) : undefined;
    return (space && whyReadOnly(space)) ?? [];
  });
  if (readOnly[0] !== undefined && readOnly.length === kept.length && touched.length === 0) {
    await prompt.warn(readOnly[0]);
    return;
  }
  const why = [...new Set(kept.map(({ reason }) => whyKept(reason)))].join('; ');
  await prompt.tell(
    touched.length > 0 ? t('Some of it was left as it is: {0}.', why) : t('It was left as it is: {0}.', why),
  );
}

function whyKept(reason: KeptReason): string {
  switch (reason) {
    case 'changed-since':
      return t('someone has changed it since');
    case 'gone':
      return t('it was deleted permanently');
    case 'no-way-back':
      return t('the place that it would go back to is gone');
    case 'no-space':
      return t('its workspace is not open here, or cannot be changed');
  }
}
