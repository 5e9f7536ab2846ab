// The settings: what can be written in them, and that the manifest promises the same.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { readSetting, SETTINGS, type SettingName } from '../../../extension/app/settings';
import { inRoot } from '../../../scripts/root';

test('what a setting may not be counts as not set', () => {
  expect(readSetting('myWork.badge', 'overdue')).toBe('overdue');
  for (const junk of [undefined, null, 3, 'all', ['due'], {}]) expect(readSetting('myWork.badge', junk)).toBe('due');
  expect(readSetting('tasks.hideCompleted', 'yes')).toBe(false);
});

test('the manifest promises these settings, with their defaults, each described in Markdown', async () => {
  const property = z.looseObject({
    markdownDescription: z.string().min(40),
    enum: z.array(z.string()).optional(),
    markdownEnumDescriptions: z.array(z.string().min(5)).optional(),
  });
  const manifest = z.object({
    contributes: z.object({ configuration: z.object({ properties: z.record(z.string(), property) }) }),
  });
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(inRoot('package.nls.json'), 'utf8')));
  const json = (await readFile(inRoot('package.json'), 'utf8')).replace(/"%([\w.]+)%"/g, (whole, key: string) =>
    key in texts ? JSON.stringify(texts[key]) : whole,
  );
  const { properties } = manifest.parse(JSON.parse(json)).contributes.configuration;
  const promised = Object.entries(properties).map(([name, { type, enum: values, default: usual }]) => [
    name,
    { type, ...(values && { enum: values }), default: usual },
  ]);
  const read = Object.entries(SETTINGS).map(([name, schema]) => {
    const { $schema, ...promise } = z.toJSONSchema(schema);
    return [`tackboard.${name}`, promise];
  });
  expect(Object.fromEntries(promised)).toEqual(Object.fromEntries(read));
  for (const { enum: values = [], markdownEnumDescriptions: words = [] } of Object.values(properties))
    expect(words).toHaveLength(values.length);
  for (const text of Object.values(properties).map(({ markdownDescription }) => markdownDescription))
    for (const [, name = ''] of text.matchAll(/`#tackboard\.([^#]+)#`/g))
      expect(name in SETTINGS, `${name as SettingName} in a description`).toBe(true);
});
