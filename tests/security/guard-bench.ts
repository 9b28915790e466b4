import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as z from 'zod';

import { ROOT } from '../../launcher/root.ts';
import type { Guard } from './guards.ts';

export type Verdict =
  | 'fails without it'
  | 'PASSES WITHOUT IT'
  | 'fails with it'
  | 'its patch does not fit';

/** A copy of the tree in which guards are taken out. */
export interface GuardBench {
  /** Judges guards of one test file: once all together with them, then each without it. */
  readonly show: (
    guards: readonly Guard[],
  ) => AsyncGenerator<{ readonly guard: Guard; readonly verdict: Verdict }>;
  readonly close: () => void;
}

const LEFT_OUT: readonly string[] = ['node_modules', '.git', '.output', 'dist', '.wxt', '.baton'];

/** Output of Vitest's JSON reporter, as far as it is read here. */
const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export function openGuardBench(isBrowser: boolean): GuardBench {
  /** A test that a missing guard makes hang has shown it too. In browsers the extension is built first. */
  const limitMs = isBrowser ? 240_000 : 90_000;
  const projects = isBrowser ? ['--project=browser', '--project=long'] : ['--project=unit'];
  const copy = mkdtempSync(join(tmpdir(), 'baton-guards-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

  /** Whether the tests of each guard passed; those of no guard are left out. Null: they did not come to their end. */
  async function run(guards: readonly Guard[]): Promise<readonly boolean[] | null> {
    const [first] = guards;
    if (first === undefined) return [];
    const report = join(copy, 'report.json');
    rmSync(report, { force: true });
    const child = spawn(
      process.execPath,
      [
        join('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...projects,
        first.test,
        '-t',
        guards.map(({ shows }) => `(?:${shows})`).join('|'),
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      {
        cwd: copy,
        stdio: 'ignore',
        // A group of its own: a worker in a loop is ended with it.
        detached: true,
        env: { ...process.env, BATON_SECURITY: 'long', BATON_UNBUNDLED: '1' },
      },
    );
    const limit = setTimeout(() => endGroup(child), limitMs * guards.length);
    await once(child, 'close');
    clearTimeout(limit);
    const results = resultsIn(report);
    return (
      results &&
      guards.map(({ shows }) => {
        const own = results.filter(
          ({ fullName, status }) => new RegExp(shows).test(fullName) && status !== 'skipped',
        );
        return own.length > 0 && own.every(({ status }) => status === 'passed');
      })
    );
  }

  async function isMissed(guard: Guard): Promise<boolean> {
    const file = join(copy, guard.file);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      whole.replace(guard.before, () => guard.after),
    );
    try {
      const passed = await run([guard]);
      return passed?.[0] !== true;
    } finally {
      writeFileSync(file, whole);
    }
  }

  return {
    async *show(guards) {
      const fitting = guards.filter(
        ({ file, before }) => readFileSync(join(copy, file), 'utf8').split(before).length === 2,
      );
      const passed = (await run(fitting)) ?? [];
      for (const guard of guards) {
        const index = fitting.indexOf(guard);
        if (index === -1) yield { guard, verdict: 'its patch does not fit' };
        else if (passed[index] !== true) yield { guard, verdict: 'fails with it' };
        else if (await isMissed(guard)) yield { guard, verdict: 'fails without it' };
        else yield { guard, verdict: 'PASSES WITHOUT IT' };
      }
    },
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
}

function resultsIn(report: string) {
  try {
    return Report.parse(JSON.parse(readFileSync(report, 'utf8'))).testResults.flatMap(
      ({ assertionResults }) => assertionResults,
    );
  } catch {
    return null;
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
