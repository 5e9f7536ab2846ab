/** The settings of the extension: what each may be, and what it is where nobody has set it. The manifest promises the same. */
import * as z from 'zod';
import type { Disposable } from './event';
import { BADGES } from './tree/my-work';
import { GROUPINGS } from './tree/tree-lens';

/** Every setting by its name, which in VS Code has `tackboard.` before it. */
export const SETTINGS = {
  'tasks.hideCompleted': z.boolean().default(false),
  'tasks.groupBy': z.enum(GROUPINGS).default('section'),
  'myWork.badge': z.enum(BADGES).default('due'),
  'connect.address': z.string().default(''),
} as const;

export type SettingName = keyof typeof SETTINGS;
/** What a setting of that name is. */
export type SettingValue<Name extends SettingName> = z.infer<(typeof SETTINGS)[Name]>;

/** The settings as they are now. VS Code stands behind it. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValue<Name>;
  /** Tells that one of them may be something else now. */
  onChange(listener: () => void): Disposable;
}

/** Reads a setting as someone has written it; what it may not be counts as not set. */
export function readSetting<Name extends SettingName>(name: Name, written: unknown): SettingValue<Name> {
  // The type checker does not see that the schema of a name gives the value of that name.
  const schema = SETTINGS[name] as unknown as z.ZodType<SettingValue<Name>>;
  return schema.safeParse(written).data ?? schema.parse(undefined);
}
