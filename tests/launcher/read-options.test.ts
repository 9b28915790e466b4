import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runEntry } from '../kit/run-entry.ts';
import { readOptions } from '../../launcher/read-options.ts';

test('the plain start uses the known ports and a folder that is kept', () => {
  expect(readOptions([], { DISPLAY: ':0' })).toMatchObject({
    browser: null,
    once: false,
    headless: false,
    conductorPort: 7717,
    playgroundPort: 7718,
    dataDir: expect.stringMatching(/\.local\/share\/baton$/),
    dataDirIsTemporary: false,
  });
});

test('--once stays away from a Baton at work', () => {
  const options = readOptions(['--once'], { BATON_DATA_DIR: '/kept' });
  onTestFinished(() => rmSync(options.dataDir, { recursive: true, force: true }));
  expect(options).toMatchObject({ conductorPort: 0, playgroundPort: 0, dataDirIsTemporary: true });
  expect(options.dataDir.startsWith(tmpdir())).toBe(true);
});

test('what is named is used, with --once too', () => {
  const args = [
    '--once',
    '--data-dir',
    '/here',
    '--conductor-port',
    '9001',
    '--browser',
    'firefox',
  ];
  expect(readOptions(args, {})).toMatchObject({
    browser: 'firefox',
    conductorPort: 9001,
    playgroundPort: 0,
    dataDir: '/here',
    dataDirIsTemporary: false,
  });
});

test('the data folder can come from the environment', () => {
  expect(readOptions([], { BATON_DATA_DIR: '/kept' }).dataDir).toBe('/kept');
});

test.runIf(process.platform === 'linux')('without a display there is no window', () => {
  expect(readOptions([], {}).headless).toBe(true);
  expect(readOptions([], { WAYLAND_DISPLAY: 'wayland-0' }).headless).toBe(false);
  expect(readOptions(['--headless'], { DISPLAY: ':0' }).headless).toBe(true);
});

describe('a wrong flag ends the start with exit code 2 and is named', () => {
  test.for([
    [['--browser', 'safari'], '--browser'],
    [['--conductor-port', 'x'], '--conductor-port'],
    [['--playground-port', '70000'], '--playground-port'],
    [['--nonsense'], '--nonsense'],
    [['--agent', 'time'], '--agent'],
    [['--run', 'pair'], '--run'],
    [['--json'], '--json'],
    [['--data-dir'], '--data-dir'],
    [['extra'], 'too many arguments'],
  ] as const)('%j', async ([args, named]) => {
    const { code, stderr, stdout } = await runEntry('launcher/main.ts', args);
    expect(stderr).toContain(named);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
