import { join } from 'node:path';

import { expect, it } from 'vitest';

import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { npmStart, ofBaton, type Started } from '../../kit/npm-start.ts';
import { runBaton } from '../../kit/run-baton.ts';
import { runEntry } from '../../kit/run-entry.ts';

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

it.each(BROWSER_NAMES)('a team of two chats takes a goal to a report, in %s', async (browser) => {
  const args = ['--once', '--json', '--headless', '--browser', browser, '--run', 'pair'];
  const { code, stdout, stderr } = await runEntry('launcher/main.ts', args);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    duplicates: 0,
    // Two chats, each told by deliveries what it is there for.
    run: 'finished',
    run_id: expect.any(String),
    workers: 2,
    tasks_done: 2,
    report_chars: expect.any(Number),
  });
});
