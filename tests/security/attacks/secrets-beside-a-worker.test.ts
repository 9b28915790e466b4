import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { BareConductor } from '../../kit/bare-conductor.ts';
import { type RunningWorker, startWorkerProcess } from '../../kit/running-worker.ts';

// A worker has secrets: those of the person's environment, its token, and what commands are given and give back. What it
// starts, and who reads its files and its log, gets none of them.

const DIR = realpathSync(mkdtempSync(join(tmpdir(), 'beside-')));
const CANARY = 'canary-4711';
const TOKEN = 'token-of-the-worker';
const conductor = new BareConductor();
let worker: RunningWorker;

const ENVIRONMENT = {
  AWS_SECRET_ACCESS_KEY: `${CANARY}-1`,
  BATON_ADMIN_SECRET: `${CANARY}-2`,
  GITHUB_TOKEN: `${CANARY}-3`,
  SSH_AUTH_SOCK: `/tmp/${CANARY}-4`,
  NODE_EXTRA_CA_CERTS: '',
  HTTPS_PROXY: `http://user:${CANARY}-5@127.0.0.1:1`,
  npm_config__auth: `${CANARY}-6`,
  LC_SECRET_KEY: `${CANARY}-7`,
  LC_NAME: '() { echo canary-4711-8; }',
  BASH_ENV: `/tmp/${CANARY}-9`,
  LD_PRELOAD: '',
  PROMPT_COMMAND: `echo ${CANARY}-10`,
  PS4: `$(echo ${CANARY}-11)`,
  'BASH_FUNC_ls%%': `() { echo ${CANARY}-12; }`,
};

beforeAll(async () => {
  const conductorDir = join(DIR, 'conductor');
  await conductor.listen(conductorDir);
  worker = startWorkerProcess(
    join(DIR, 'data'),
    { conductorDir, code: 'code', roots: [DIR] },
    { HOME: DIR, ...ENVIRONMENT },
  );
  await conductor.first('resource.report');
  const opened = await conductor.call('terminal.open', 'terminal_a_0', { shell: '/bin/bash' });
  expect(opened).toMatchObject({ ok: true });
});
afterAll(async () => {
  await worker.stop();
  await conductor.close();
  rmSync(DIR, { recursive: true, force: true });
});

const run = async (command: string): Promise<string> =>
  JSON.stringify(await conductor.call('terminal.run', 'terminal_a_0', { command, timeout_s: 10 }));

test.each([
  'env',
  'set',
  'export -p',
  'declare -f ls',
  'cat /proc/self/environ',
  'cat /proc/$$/environ',
  'ls',
  'bash -c env',
  'bash -ic env',
  'locale',
])('a command is told none of the person’s environment: %s', async (command) => {
  const told = await run(command);
  expect(told).toContain('"ok":true');
  expect(told).not.toMatch(new RegExp(`${CANARY}|${TOKEN}`));
});

test('a command has no handle of what the worker has open', async () => {
  await conductor.call('terminal.open', 'terminal_b_0', { shell: '/bin/bash' });
  const command = 'ls -l /proc/self/fd /proc/$$/fd';
  const told = JSON.stringify(
    await conductor.call('terminal.run', 'terminal_b_0', { command, timeout_s: 10 }),
  );
  expect(told).not.toMatch(/sqlite|lock|data\/|socket:/);
});

test('a service is told none of it, and has no handle of files or the link', async () => {
  const command =
    'env; ls -l /proc/self/fd; tr "\\0" "\\n" < /proc/self/environ; echo it-is-up; sleep 60';
  await conductor.call('service.open', 'service_a_0', { command, ready: { text: 'it-is-up' } });
  const told = JSON.stringify(await conductor.call('service.logs', 'service_a_0', { lines: 200 }));
  expect(told).toContain('it-is-up');
  expect(told).not.toMatch(new RegExp(`${CANARY}|${TOKEN}|sqlite|data/`));
  // What it says goes to the worker by the first two.
  expect(told).not.toMatch(/ (?!0|1|2)\d+ -> socket:/);
});

test.each([
  ['an argument', 'terminal.run', { command: `false ${CANARY}-a` }],
  ['a command that is refused', 'terminal.run', { command: `echo ${CANARY}-b\u0007` }],
  ['a shell that is not there', 'terminal.open', { shell: `/nowhere/${CANARY}-c` }],
  ['a folder that is not there', 'terminal.open', { cwd: `/nowhere/${CANARY}-d` }],
  ['what is typed', 'terminal.write', { text: `${CANARY}-e`, enter: true }],
  ['a key', 'terminal.press', { keys: [`${CANARY}-f`] }],
  [
    'a service that fails',
    'service.open',
    { command: `echo ${CANARY}-g; exit 3`, ready: { text: 'up' } },
  ],
  ['a verb that is none', 'terminal.fly', { to: `${CANARY}-h` }],
  ['a wait', 'terminal.waitFor', { text: `${CANARY}-i`, timeout_ms: 200 }],
] as const)('the log of the worker has nothing of %s', async (_what, tool, args) => {
  const [type] = tool.split('.');
  const name = tool.endsWith('open') ? `${type}_a_9` : 'terminal_a_0';
  await conductor.call(tool, name, args).catch(() => undefined);
});

test('files of the worker are its person’s alone, and its log names none of that', async () => {
  const files = readdirSync(join(DIR, 'data'), { recursive: true, encoding: 'utf8' });
  expect(files).toContain('pairing.json');
  // Nobody else comes into the folder, nor reads what is a secret in it.
  for (const file of ['.', 'pairing.json']) {
    const { mode } = statSync(join(DIR, 'data', file));
    expect({ file, open: mode & 0o077 }).toEqual({ file, open: 0 });
  }
  const begun = readFileSync(`/proc/${worker.child.pid}/cmdline`, 'utf8');
  expect(begun).not.toMatch(new RegExp(`${CANARY}|${TOKEN}|"code"`));
  await worker.stop();
  expect(await worker.said).not.toMatch(new RegExp(`${CANARY}|${TOKEN}`));
});
