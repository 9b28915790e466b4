import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, it, onTestFinished } from 'vitest';

import { type BrowserName } from '../../../launcher/find-browser.ts';
import { ROOT } from '../../../launcher/root.ts';
import { cleanEnv, runBaton } from '../../kit/run-baton.ts';
import { descendants, type ProcessEntry } from '../../kit/process-tree.ts';

interface Started {
  readonly npm: number;
  readonly dataDir: string;
  /** Resolves once it has said so. */
  said(words: string): Promise<void>;
}

function npmStart(browser: BrowserName): Started {
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
function ofBaton(dataDir: string): ProcessEntry[] {
  return descendants(1).filter(({ commandLine }) => commandLine.includes(dataDir));
}

const ENDS = [
  ['SIGTERM to npm', 'chromium', ({ npm }: Started) => process.kill(npm, 'SIGTERM')],
  ['SIGHUP to npm', 'firefox', ({ npm }: Started) => process.kill(npm, 'SIGHUP')],
  ['Ctrl+C', 'firefox', ({ npm }: Started) => process.kill(-npm, 'SIGINT')],
] as const;

it.each(ENDS)('%s ends all that npm start began, in %s', async (_what, browser, end) => {
  const started = npmStart(browser);
  await started.said('Baton is running.');
  expect(ofBaton(started.dataDir).map(({ commandLine }) => commandLine)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('dist/conductor.js'),
      expect.stringContaining('dist/playground/main.js'),
      expect.stringContaining(join('profiles', browser)),
    ]),
  );
  // Found by its folder alone: the port is any.
  const pair = await runBaton(['pair', '--data-dir', started.dataDir]);
  expect(pair).toMatchObject({ code: 0, err: '' });

  end(started);
  await expect.poll(() => ofBaton(started.dataDir), { timeout: 30_000 }).toEqual([]);
  const gone = await runBaton(['pair', '--data-dir', started.dataDir]);
  expect(gone).toMatchObject({
    code: 5,
    err: expect.stringContaining('No conductor runs with the data folder'),
  });
});

it('a start that is ended while it sets the browser up leaves nothing', async () => {
  const started = npmStart('chromium');
  await started.said('Starting Baton');
  const sets = (): boolean =>
    ofBaton(started.dataDir).some(({ commandLine }) => commandLine.includes('--user-data-dir'));
  await expect.poll(sets, { timeout: 60_000 }).toBe(true);
  process.kill(started.npm, 'SIGTERM');
  await expect.poll(() => ofBaton(started.dataDir), { timeout: 30_000 }).toEqual([]);
});
