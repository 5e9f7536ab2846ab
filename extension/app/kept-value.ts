/** A small value that is kept for a window over reloads, such as which filter is on: plain JSON, read with mistrust. */

/** Where one value is kept. VS Code's state of the workspace, or of the profile, stands behind it. */
export interface KeptValue {
  /** What was kept last, by whatever version; undefined where nothing was. */
  load(): unknown;
  save(value: unknown): void;
}
