/** The bundles in dist/: the extension (one file for VS Code's Node host, one for that in the browser), its pages and the sync server. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build as bundle, context, type Metafile, type Plugin } from 'esbuild';
import * as z from 'zod';
import { inRoot, ROOT } from './root';

/** How to build. */
export interface BuildChoice {
  /** minified and without source maps: what is released. Default: source maps, readable */
  readonly production?: boolean;
  /** the folder of the bundles, absolute; dist/ unless told */
  readonly dist?: string;
}

/** Where bundles go unless told. */
const DIST = inRoot('dist');

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

/** The pages, each a folder of media/ with its `main.ts` and a style sheet of its name. */
const PAGES = ['task', 'board', 'dashboard'];

/** The end of the name of what runs in the browser's extension host. */
const WEB_BUNDLE = '.web.js';

/** Packages of which two copies break each other: Yjs checks its types with `instanceof`. */
const ONE_COPY = ['yjs', 'y-protocols', 'lib0'];

/**
 * Builds all bundles into dist/, replacing what was there.
 * @throws if the code does not compile, a bundle holds two copies of Yjs, or the browser's needs what only Node has; the messages are
 * printed by esbuild
 */
export async function build(choice: BuildChoice = {}): Promise<void> {
  const all = await bundles(choice);
  await Promise.all(
    ['extension', 'sync-server'].map((room) => rm(join(choice.dist ?? DIST, room), { recursive: true, force: true })),
  );
  const made = await Promise.all(all.map((options) => bundle(options)));
  for (const { metafile } of made) {
    if (!metafile) continue;
    refuseTwoCopies(metafile);
    refuseNode(metafile);
  }
}

/**
 * Refuses a bundle for the browser that loads anything but `vscode` when it runs: there is no Node, and no folder of packages.
 * @throws with what it would load
 */
export function refuseNode(metafile: Metafile): void {
  for (const [file, { imports }] of Object.entries(metafile.outputs)) {
    if (!file.endsWith(WEB_BUNDLE)) continue;
    const outside = imports.map(({ path }) => path).filter((path) => path !== 'vscode');
    if (outside.length > 0) throw new Error(`${file} would load ${outside.join(', ')}, which no browser has`);
  }
}

/**
 * Refuses a bundle in which a package of `ONE_COPY` is there both as CommonJS and as a module, or from two folders.
 * @throws with the package and the files
 */
export function refuseTwoCopies(metafile: Metafile): void {
  for (const name of ONE_COPY) {
    const files = Object.keys(metafile.inputs).filter((file) => file.includes(`node_modules/${name}/`));
    const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf(`node_modules/${name}/`))));
    const common = files.find((file) => file.endsWith('.cjs'));
    const modern = files.find((file) => !file.endsWith('.cjs') && !file.endsWith('.json'));
    if (folders.size > 1)
      throw new Error(`Two copies of ${name} in a bundle: from ${[...folders].map((f) => f || '.').join(' and ')}`);
    if (common && modern) throw new Error(`Two copies of ${name} in a bundle: ${common} and ${modern}`);
  }
}

/**
 * Builds a program of ours as the extension for VS Code's Node host is built for release, so that it runs as that does.
 * @param entry the program's file @param outfile where it goes, absolute
 * @throws if it does not compile; the messages are printed by esbuild
 */
export async function buildLikeExtension(entry: string, outfile: string): Promise<void> {
  await bundle({ ...ofHost(true), entryPoints: [entry], outfile });
}

/** What esbuild is told of every bundle. */
function ofAll(production: boolean): BuildOptions {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    plugins: PLUGINS,
    minify: production,
    sourcemap: production ? false : 'linked',
    metafile: true,
    logLevel: 'warning',
  };
}

/** What esbuild is told of what runs in VS Code's Node host. */
function ofHost(production: boolean): BuildOptions {
  return {
    ...ofAll(production),
    external: ['vscode'],
    plugins: IN_THE_EXTENSION,
    // lib0 and zod look for a browser's navigator; VS Code's host warns of an extension that asks for it.
    define: { navigator: 'undefined' },
  };
}

/** esbuild's options for the bundles. */
async function bundles({ production = false, dist = DIST }: BuildChoice): Promise<BuildOptions[]> {
  const { dependencies } = manifest.parse(JSON.parse(await readFile(inRoot('package.json'), 'utf8')));
  const common = ofAll(production);
  return [
    {
      ...ofHost(production),
      entryPoints: ['extension/extension.node.ts'],
      outfile: join(dist, 'extension', 'extension.node.js'),
    },
    {
      ...common,
      entryPoints: [
        ...PAGES.flatMap((page) => [
          { in: `media/${page}/main.ts`, out: page },
          { in: `media/${page}/${page}.css`, out: page },
        ]),
        { in: 'media/codicons.css', out: 'codicons' },
      ],
      outdir: join(dist, 'extension', 'pages'),
      plugins: IN_THE_EXTENSION,
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      // A page's policy lets it fetch nothing, so also no map.
      sourcemap: false,
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
      conditions: ['browser'],
    },
    {
      ...common,
      entryPoints: ['extension/extension.web.ts'],
      outfile: join(dist, 'extension', `extension${WEB_BUNDLE}`),
      plugins: IN_THE_EXTENSION,
      platform: 'browser',
      target: 'es2023',
      external: ['vscode'],
    },
    {
      ...common,
      entryPoints: ['sync-server/main.ts'],
      outfile: join(dist, 'sync-server', 'main.js'),
      // What package.json lists is installed with the server; the rest (packages that are modules only) goes in.
      external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
      banner: { js: '#!/usr/bin/env node' },
    },
  ];
}

/** Resolves the packages of `ONE_COPY` from our folder, as a module, whoever asks and however: `require` would bring a second copy. */
const oneCopy: Plugin = {
  name: 'one-copy',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^(${ONE_COPY.join('|')})(/|$)`) }, ({ path, pluginData }) =>
      pluginData === oneCopy.name
        ? undefined
        : builder.resolve(path, { kind: 'import-statement', resolveDir: ROOT, pluginData: oneCopy.name }),
    );
  },
};

/** Leaves zod's own texts in forty languages out: what it says is for who develops, and they are a third of a bundle. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup(builder) {
    builder.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js'`,
    }));
  },
};

/**
 * Leaves out how zod writes JSON Schemas, which only the sync server does, for its OpenAPI document: every schema names it, so no bundler
 * finds out that nobody calls it. In its place stand functions that do nothing.
 */
const noJsonSchemas: Plugin = {
  name: 'no-json-schemas',
  setup(builder) {
    const filter = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
    builder.onLoad({ filter }, async ({ path }) => {
      const exported = (await readFile(path, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm);
      return { contents: [...exported].map(([, name]) => `export const ${name} = () => undefined;`).join('\n') };
    });
  },
};

const PLUGINS = [oneCopy, englishOnly];
const IN_THE_EXTENSION = [...PLUGINS, noJsonSchemas];

/** Builds again at every change, until the process ends: it does not come back. */
async function watch(choice: BuildChoice): Promise<never> {
  for (const options of await bundles(choice)) await (await context(options)).watch();
  return new Promise(() => undefined);
}

/** `npm run build [-- --production | --watch]`. */
export async function main(args: readonly string[]): Promise<number> {
  const choice = { production: args.includes('--production') };
  const start = performance.now();
  await build(choice);
  console.log(`Built dist/ in ${Math.round(performance.now() - start)} ms.`);
  if (args.includes('--watch')) await watch(choice);
  return 0;
}
