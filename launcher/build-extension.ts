import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithUs } from './end-process.ts';
import type { BrowserName } from './find-browser.ts';
import { ROOT } from './root.ts';
import { stampOf } from './source-stamp.ts';

const TARGETS = {
  chromium: { browser: 'chrome', manifest: '--mv3', folder: 'chrome-mv3' },
  firefox: { browser: 'firefox', manifest: '--mv2', folder: 'firefox-mv2' },
} as const;

/** All that a build is made from. */
const SOURCES = [
  'extension',
  'look',
  'shared',
  'launcher/preact-without-markup.ts',
  'wxt.config.ts',
  'package-lock.json',
];

/**
 * Builds the extension for a browser where its sources have changed since the last build; returns its folder. `root` is
 * another checkout.
 */
export async function buildExtension(
  name: BrowserName,
  say: (line: string) => void = () => undefined,
  root = ROOT,
): Promise<string> {
  const dir = join(root, '.output', TARGETS[name].folder);
  const stampFile = `${dir}.stamp`;
  const stamp = stampOf(root, SOURCES);
  const built = existsSync(join(dir, 'manifest.json')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === stamp) return dir;

  say(`Building the extension for ${name}…`);
  rmSync(stampFile, { force: true });
  await runWxt(name, root);
  writeFileSync(stampFile, stamp);
  return dir;
}

/** In a process of its own, because it draws on standard output, which belongs to whoever called. */
async function runWxt(name: BrowserName, root: string): Promise<void> {
  const { browser, manifest } = TARGETS[name];
  const wxt = join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const child = spawn(process.execPath, [wxt, 'build', '--browser', browser, manifest], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Whoever asks for it: a build that a test set going would hold what helps to develop, and this machine's paths.
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    detached: true,
  });
  endWithUs(child);
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) {
    throw new Error(`The extension for ${name} does not build:\n${out}${err}`.trim());
  }
}
