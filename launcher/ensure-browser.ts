import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BrowserName } from './find-browser.ts';
import { BROWSER_KINDS, findBrowser, findOnPath } from './find-browser.ts';

/** A browser is missing and cannot be installed from here; the message holds the line to run. */
export class MissingBrowserError extends Error {
  override readonly name = 'MissingBrowserError';
}

/**
 * The executable of a browser, installed from the system's packages where it is missing and this process may do so
 * (root, with apt-get). `say` hears of the installation before it starts.
 */
export async function ensureBrowser(
  name: BrowserName,
  say: (line: string) => void,
): Promise<string> {
  const found = findBrowser(name);
  if (found !== null) return found;

  const { debianPackage, variable } = BROWSER_KINDS[name];
  const mayInstall =
    process.getuid?.() === 0 && findOnPath(['apt-get'], process.env['PATH'] ?? '') !== null;
  if (!mayInstall) {
    throw new MissingBrowserError(
      `No ${name} was found. Install it and start again:\n` +
        `  sudo apt-get update && sudo apt-get install -y ${debianPackage}\n` +
        `or name an executable in ${variable}.`,
    );
  }

  say(`No ${name} was found: installing the package ${debianPackage} with apt-get.`);
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage]);
  const installed = findBrowser(name);
  if (installed === null) {
    throw new MissingBrowserError(`apt-get installed ${debianPackage}, yet no ${name} is on PATH.`);
  }
  return installed;
}

/** Runs to its end; what it prints is shown only when it fails. */
async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    throw new MissingBrowserError(
      `${command} ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`,
    );
  }
}
