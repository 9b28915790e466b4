import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { IN_ONE_FILE } from '../../launcher/bundle-programs.ts';
import { ROOT } from '../../launcher/root.ts';

/** The files beside the conductor's sources, as its migrations, are found from there. */
const SOURCES = pathToFileURL(join(ROOT, 'conductor/src/program-files.ts')).href;

const bundled = new Map<string, Promise<string>>();

/**
 * A script of `tests/kit/`, packages included, in one file that `node` runs: a process that loads hundreds of modules
 * one by one takes a second of processor time for it. For scripts that are started again and again.
 */
export function bundleEntry(entry: string): Promise<string> {
  const known = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, known);
  return known;
}

async function bundle(entry: string): Promise<string> {
  const file = join(ROOT, '.cache/tests', `${entry}.js`);
  const outfile = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  await build({
    ...IN_ONE_FILE,
    entryPoints: [entry],
    outfile,
    define: { 'import.meta.url': JSON.stringify(SOURCES) },
  });
  // Tests beside this one may run the same: they find it whole.
  renameSync(outfile, file);
  return file;
}
