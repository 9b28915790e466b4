import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, onTestFinished } from 'vitest';

import { type BrowserName } from '../../launcher/find-browser.ts';
import { ROOT } from '../../launcher/root.ts';
import { type ProcessEntry, processes } from './process-tree.ts';
import { cleanEnv } from './run-baton.ts';

/** `npm start`, without a window, in a folder of its own. */
export interface Started {
  readonly npm: number;
  readonly dataDir: string;
  /** Resolves once it has said so. */
  said(words: string): Promise<void>;
}

/** Starts it; all that it began is ended with the test. */
export function npmStart(browser: BrowserName): Started {
  const dataDir = mkdtempSync(join(tmpdir(), 'baton-npm-start-'));
  const ports = ['--conductor-port', '0', '--playground-port', '0'];
  const args = ['--headless', '--browser', browser, '--data-dir', dataDir, ...ports];
  const child = spawn('npm', ['start', '--', ...args], {
    cwd: ROOT,
    // Of a shell of its own, as a terminal has it.
    detached: true,
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { pid: npm } = child;
  if (npm === undefined) throw new Error('npm did not start');
  onTestFinished(() => {
    for (const { pid } of ofBaton(dataDir)) process.kill(pid, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const said = (words: string): Promise<void> =>
    expect.poll(() => lines.join('\n'), { timeout: 90_000 }).toContain(words);
  return { npm, dataDir, said };
}

/** All that was started for the folder, whoever its parent is by now. */
export function ofBaton(dataDir: string): ProcessEntry[] {
  return processes().filter(({ commandLine }) => commandLine.includes(dataDir));
}
