import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../../launcher/root.ts';

const FILES = ['package.json', 'package-lock.json'];

/** Where a page's script and its packages stand. */
export const sourceDirOf = (page: string): string => join(import.meta.dirname, 'pages', page);
export const packagesDirOf = (page: string): string => join(ROOT, '.cache', 'zoo', page);

/**
 * Installs the packages of one page, by its own lock file, into a folder of its own: pages want other versions of the
 * same packages. What is there already is kept.
 */
export async function installPackages(page: string): Promise<void> {
  const dir = packagesDirOf(page);
  const stampFile = join(dir, 'installed');
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(sourceDirOf(page), file)));
  const stamp = hash.digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  mkdirSync(dir, { recursive: true });
  for (const file of FILES) copyFileSync(join(sourceDirOf(page), file), join(dir, file));
  // None of them needs a script of its own, and none is to run one.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const child = spawn('npm', args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) {
    throw new Error(`The packages of ${page} cannot be installed:\n${out}${err}`.trim());
  }
  writeFileSync(stampFile, stamp);
}

export async function loadPackageOf(page: string, name: string): Promise<unknown> {
  const { resolve } = createRequire(join(packagesDirOf(page), 'package.json'));
  return import(pathToFileURL(resolve(name)).href);
}
