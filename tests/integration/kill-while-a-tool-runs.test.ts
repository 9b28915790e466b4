import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { bundleEntry } from '../kit/bundle-entry.ts';
import { openLedger } from '../kit/ledger-world.ts';
import { tempDir } from '../kit/running-conductor.ts';

const ENTRY = 'tests/kit/ledger-process.ts';

async function life(dir: string, killAt: 'before' | 'after' | 'never', tool: string) {
  const args = [await bundleEntry(ENTRY), dir, killAt, tool];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'exit');
  return child.signalCode ?? child.exitCode;
}

function effects(dir: string): string[] {
  const file = join(dir, 'effects.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** Reads the disk when all processes are gone. */
function left(dir: string) {
  const ledger = openLedger(dir, []);
  onTestFinished(() => ledger.close());
  return {
    statuses: ledger.statuses(),
    deliveries: ledger.deliveries(),
    approvals: ledger.rows('select kind, decision from approvals'),
  };
}

describe.each(['before', 'after'] as const)(
  'kill -9 %s the effect of a tool',
  { timeout: 60_000 },
  (when) => {
    it('that may be repeated: it runs again, and is answered once', async () => {
      const dir = tempDir();
      expect(await life(dir, when, 'again')).toBe('SIGKILL');
      expect(await life(dir, when, 'again')).toBe('SIGKILL');
      expect(await life(dir, 'never', 'again')).toBe(0);
      expect(effects(dir)).toHaveLength(when === 'before' ? 1 : 3);
      expect(left(dir)).toEqual({
        statuses: ['succeeded'],
        deliveries: [expect.stringContaining('again done')],
        approvals: [],
      });
    });

    it('that may not: it never runs again by itself, and a person is asked once', async () => {
      const dir = tempDir();
      expect(await life(dir, when, 'once')).toBe('SIGKILL');
      expect(await life(dir, 'never', 'once')).toBe(0);
      expect(await life(dir, 'never', 'once')).toBe(0);
      expect(effects(dir)).toHaveLength(when === 'before' ? 0 : 1);
      expect(left(dir)).toEqual({
        statuses: ['outcome_unknown:outcome_unknown'],
        deliveries: [],
        approvals: [{ kind: 'outcome_unknown', decision: 'open' }],
      });
    });
  },
);
