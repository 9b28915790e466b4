import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { findOnPath } from './find-browser.ts';

/** This process may install packages of the system (root, with apt-get). */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath(['apt-get'], process.env['PATH'] ?? '') !== null;
}

/** Installs packages with apt-get; throws with the end of what it printed where that fails. */
export async function installPackages(...packages: readonly string[]): Promise<void> {
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
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
    throw new Error(
      `${command} ${args.join(' ')} failed:\n${output.trim().split('\n').slice(-15).join('\n')}`,
    );
  }
}
