/** The bundles hold one copy of Yjs, and a second one is refused; so is Node in the browser's. */
import { readFile } from 'node:fs/promises';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { refuseNode, refuseTwoCopies } from '../../scripts/build';
import { inRoot } from '../../scripts/root';

const bundleOf = (...files: string[]): Metafile => ({
  inputs: Object.fromEntries(files.map((file) => [file, { bytes: 1, imports: [] }])),
  outputs: {},
});

test('one copy of Yjs, y-protocols and lib0 is right', () => {
  const files = ['node_modules/yjs/dist/yjs.mjs', 'node_modules/lib0/map.js', 'node_modules/y-protocols/sync.js'];
  expect(() => refuseTwoCopies(bundleOf(...files))).not.toThrow();
});

test('Yjs as CommonJS beside Yjs as a module is refused', () => {
  const files = bundleOf('node_modules/yjs/dist/yjs.mjs', 'node_modules/yjs/dist/yjs.cjs');
  expect(() => refuseTwoCopies(files)).toThrow('Two copies of yjs');
});

test('a lib0 of a package of its own is refused', () => {
  const files = bundleOf('node_modules/lib0/map.js', 'node_modules/y-websocket/node_modules/lib0/map.js');
  expect(() => refuseTwoCopies(files)).toThrow('Two copies of lib0');
});

test('a bundle for the browser that would load a Node built-in is refused', () => {
  const bundle = (path: string): Metafile => ({
    inputs: {},
    outputs: {
      'dist/extension/extension.web.js': {
        bytes: 1,
        inputs: {},
        exports: [],
        imports: [{ path, kind: 'require-call', external: true }],
      },
    },
  });
  expect(() => refuseNode(bundle('vscode'))).not.toThrow();
  expect(() => refuseNode(bundle('node:fs'))).toThrow('node:fs');
});

test.each(['node', 'web'])('the extension for %s in dist/ carries one Yjs', async (host) => {
  const bundle = await readFile(inRoot('dist', 'extension', `extension.${host}.js`), 'utf8');
  expect(bundle.split('Yjs was already imported').length - 1).toBe(1);
});
