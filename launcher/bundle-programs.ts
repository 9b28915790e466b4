import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { changedAt, currentBundle } from './newest-program.mjs';
import { ROOT } from './root.ts';

export const DIST = join(ROOT, 'dist');

/** Programs that people start, by the name of their one file. */
const PROGRAMS = {
  'conductor/src/main.ts': 'conductor.js',
  'conductor/src/cli/main.ts': 'baton.js',
  'conductor/src/edges/mcp/stdio-main.ts': 'mcp-server.js',
  'worker/main.ts': 'worker.js',
  'playground/main.ts': 'playground/main.js',
  'playground/tool-server.ts': 'playground/tool-server.js',
} as const;

/** Loaded by a program of ours once that has said where compiled modules are kept. */
const PARTS = { 'conductor/src/run-conductor.ts': 'run-conductor.js' } as const;

/** Evaluated by the worker in the pages of its browsers, each once it is needed there. */
const PAGE_SCRIPTS = 'extension/content-resource/in-worker-browser';

/** Files that no program imports, and that lie beside it. */
const BESIDE = {
  'conductor/migrations': 'migrations',
  'conductor/agents': 'agents',
  'playground/public': 'playground/public',
};

/** They change what is bundled, and are no inputs of it: the packages, and how all of it is put together. */
const OTHER_INPUTS = ['package-lock.json', 'launcher/bundle-programs.ts'];

/** How a script and its packages become one file that `node` runs. */
export const IN_ONE_FILE = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: ['better-sqlite3', '@lydell/node-pty'],
  banner: {
    // CommonJS packages ask for Node's own modules that way.
    js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
  },
  // With it, modules that are loaded late begin in another order, and some before what they need.
  ignoreAnnotations: true,
  logLevel: 'error',
} satisfies BuildOptions;

/**
 * Puts each program into one file in dist/, packages included but for the native one, where anything has changed since
 * that was done last.
 */
export async function bundlePrograms(): Promise<void> {
  if (currentBundle('conductor/src/main.ts') !== null) return;
  await makeBundle();
}

/** The same, whatever is there. */
export async function makeBundle(): Promise<void> {
  // While some of it is new and some is not, none of it counts.
  rmSync(join(DIST, 'bundle.json'), { force: true });
  const { metafile } = await build({
    ...IN_ONE_FILE,
    entryPoints: Object.entries({ ...PROGRAMS, ...PARTS }).map(([entry, file]) => ({
      in: entry,
      out: file.replace(/\.js$/, ''),
    })),
    outdir: DIST,
    plugins: [partsStayApart],
    metafile: true,
  });
  const pageInputs = await bundlePageScripts();
  for (const [from, to] of Object.entries(BESIDE))
    cpSync(join(ROOT, from), join(DIST, to), { recursive: true });

  const read = Object.keys({ ...metafile.inputs, ...pageInputs });
  const own = [
    ...read.filter((path) => !path.startsWith('node_modules/')),
    ...Object.keys(BESIDE).flatMap(filesBelow),
    ...OTHER_INPUTS,
  ];
  writeFileSync(join(DIST, 'licenses.txt'), licencesOf(read));
  const inputs = own.map((path) => [path, changedAt(path)]);
  writeFileSync(join(DIST, 'bundle.json'), JSON.stringify({ programs: PROGRAMS, inputs }));
}

/** The worker's scripts for pages, which no browser takes from their sources; returns what they were made from. */
export async function bundlePageScripts(): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: filesBelow(PAGE_SCRIPTS),
    outbase: PAGE_SCRIPTS,
    outdir: DIST,
    bundle: true,
    // A page takes as long to read it as it is.
    minify: true,
    format: 'iife',
    platform: 'browser',
    metafile: true,
    logLevel: 'error',
  });
  return metafile.inputs;
}

/** Returns the licences of the packages among the files, which must be passed on with them. */
function licencesOf(files: readonly string[]): string {
  const inPackage = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/;
  const folders = new Set(files.flatMap((path) => inPackage.exec(path)?.[0] ?? []));
  return [...folders]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = manifestIn(folder);
      const texts = readdirSync(join(ROOT, folder))
        .filter((file) => /^(licen[cs]e|notice)/i.test(file))
        .map((file) => readFileSync(join(ROOT, folder, file), 'utf8').trim());
      return [`${name} ${version} (${license ?? 'see its text'})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

function manifestIn(folder: string): { name: string; version: string; license?: string } {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as ReturnType<
    typeof manifestIn
  >;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

const partsStayApart: Plugin = {
  name: 'parts-stay-apart',
  setup(bundling) {
    bundling.onResolve({ filter: /^\.\/run-conductor\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './run-conductor.js', external: true } : null,
    );
  },
};
