import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { ROOT } from '../../launcher/root.ts';
import { BROWSER_GUARDS } from './browser-guards.ts';
import { type Guard, GUARDS } from './guards.ts';

const IN_BROWSERS = process.argv.includes('--browser');
/** A test that a missing guard makes hang has shown it too. In browsers the extension is built first. */
const LIMIT_MS = IN_BROWSERS ? 240_000 : 90_000;
const LEFT_OUT: readonly string[] = ['node_modules', '.git', '.output', 'dist', '.wxt', '.baton'];

/**
 * `npm run security:guards [-- <name> …]`: takes one guard after the other out of a copy of the tree, and shows that
 * its test passes with it and fails without it. Exit code 1 where one does not. `npm run security:guards:browser` does
 * the same with the guards whose tests need the built extension and a browser.
 */
const wanted = process.argv.slice(2).filter((arg) => arg !== '--browser');
const guards = (IN_BROWSERS ? BROWSER_GUARDS : GUARDS).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const copy = mkdtempSync(join(tmpdir(), 'baton-guards-'));
cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

let unshown = 0;
try {
  for (const guard of guards) {
    const verdict = await show(guard);
    if (verdict !== 'fails without it') unshown += 1;
    console.log(`${guard.name.padEnd(22)} ${verdict.padEnd(18)} ${guard.test}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${guards.length} guards, ${guards.length - unshown} shown, ${unshown} not`);
process.exitCode = unshown === 0 && guards.length > 0 ? 0 : 1;

async function show(guard: Guard): Promise<string> {
  const file = join(copy, guard.file);
  const whole = readFileSync(file, 'utf8');
  if (whole.split(guard.before).length !== 2) return 'its patch does not fit';
  if ((await run(guard)) !== 'passed') return 'fails with it';
  writeFileSync(
    file,
    whole.replace(guard.before, () => guard.after),
  );
  try {
    const without = await run(guard);
    return without === 'passed' ? 'PASSES WITHOUT IT' : 'fails without it';
  } finally {
    writeFileSync(file, whole);
  }
}

async function run({ test, shows }: Guard): Promise<'passed' | 'failed'> {
  const child = spawn(
    process.execPath,
    [
      join('node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...(IN_BROWSERS ? ['--project=browser', '--project=long'] : ['--project=unit']),
      test,
      '-t',
      shows,
    ],
    {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own: a worker in a loop is ended with it.
      detached: true,
      env: { ...process.env, BATON_SECURITY: 'long' },
    },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const limit = setTimeout(() => endGroup(child), LIMIT_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  // No test of that name is no proof of anything.
  if (code === 0 && !/Tests\s+.*\d+ passed/.test(said)) throw new Error(`${test}: no ${shows}`);
  return code === 0 ? 'passed' : 'failed';
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
