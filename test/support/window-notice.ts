/** The notice of a window of a test: what it tells is in the window's prompt. */
import { type NoticeParts, ProblemNotice } from '../../extension/app/problem-notice';
import type { DeskWindow } from './desk-place';
import { MemoryValue } from './memory-value';

/** @param parts those that are not the usual ones: nothing was told before, and the log is shown nowhere */
export function noticeOf({ desk, accounts, prompt }: DeskWindow, parts: Partial<NoticeParts> = {}): ProblemNotice {
  return new ProblemNotice(desk, accounts, prompt, { showLog: () => {}, told: new MemoryValue(), ...parts });
}
