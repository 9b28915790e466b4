import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { loadPty } from '../../../worker/terminals/pty.ts';
import { bundleEntry } from '../../kit/bundle-entry.ts';
import type { AgentScript } from '../../kit/fake-agents/agent-script.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

const RESTARTED = { timeout: 120_000, interval: 200 } as const;

/** Each text is told once, or nobody can say whether it was, and a person is asked. */
const UNCERTAIN = ['input_uncertain', 'worker_lost'];

const script = (log: string): AgentScript => ({
  log,
  rules: [
    { on: '# The goal', does: [{ call: { id: 'p1', method: 'tabs.list' } }] },
    { on: '__MPS_TOOL_RESULT__', does: [{ say: 'I wait.' }] },
    { on: '', does: [{ say: 'I wait.' }] },
  ],
});

describe.skipIf((await loadPty()) === null)('a planner in a terminal', () => {
  it('is told nothing twice and loses nothing, whichever commit its conductor dies after', async () => {
    const cli = await bundleEntry('tests/kit/fake-agents/fake-cli.ts');
    const prepared = tempDir();
    const first = await startLastingConductor(prepared);
    await first.stop();
    let uncertain = 0;
    let killAt = 0;
    for (let died = true; died;) {
      killAt += 1;
      const root = tempDir();
      const dataDir = join(root, 'data');
      const folder = join(root, 'work');
      const log = join(root, 'log');
      cpSync(prepared, dataDir, { recursive: true });
      mkdirSync(folder);
      const args = [cli, JSON.stringify(script(log))];
      const program = {
        name: 'p',
        kind: 'terminal',
        command: process.execPath,
        args,
        screen: 'claude-code',
      };
      writeFileSync(join(dataDir, 'programs.json'), JSON.stringify({ programs: [program] }));
      const doomed = await startConductorKilledAt(dataDir, killAt);
      died = doomed === null;
      let current = doomed ?? (await startLastingConductor(dataDir));
      let isOver = false;
      const port = Number(new URL(current.url).port);
      const back = doomed?.exit.then(async () => {
        if (isOver) return;
        died = true;
        current = await startLastingConductor(dataDir, port);
      });
      const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
      const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
        try {
          const answer = await fetch(`${current.url}${path}`, {
            method,
            headers: {
              authorization: `Bearer ${secret}`,
              'content-type': 'application/json',
              ...(method === 'POST' && { 'idempotency-key': path }),
            },
            ...(body && { body: JSON.stringify(body) }),
          });
          return answer.ok ? await answer.json() : null;
        } catch {
          await back;
          return null;
        }
      };
      const templates = { Planner: 'terminal:p', Executor: 'terminal:p' };
      const body = { goal: 'Reach it.', team: 'pair', folder, templates };
      await expect.poll(() => ask('POST', '/v1/runs', body), RESTARTED).not.toBe(null);
      const rows = (sql: string): Record<string, unknown>[] => {
        const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
        try {
          return db.prepare(sql).all() as Record<string, unknown>[];
        } finally {
          db.close();
        }
      };
      const jobs = () => rows('select status, origin, last_error_code from delivery_jobs');
      const isSettled = (): boolean => {
        const all = jobs();
        const failed = all.some(({ status }) => status === 'failed');
        return failed || (all.length === 2 && all.every(({ status }) => status === 'finalized'));
      };
      await expect.poll(isSettled, RESTARTED).toBe(true);
      isOver = true;
      if (died) await back;
      const told = existsSync(log)
        ? readFileSync(log, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as string)
        : [];
      const count = (words: string) => told.filter((text) => text.startsWith(words)).length;
      const failed = jobs().filter(({ status }) => status === 'failed');
      for (const { last_error_code: code } of failed) expect(UNCERTAIN).toContain(code);
      uncertain += failed.length;
      const seen = { killAt, goal: count('# Your role'), result: count('__MPS_TOOL_RESULT__') };
      if (failed.length === 0) expect(seen).toEqual({ killAt, goal: 1, result: 1 });
      else {
        expect(seen.goal).toBeLessThanOrEqual(1);
        expect(seen.result).toBeLessThanOrEqual(1);
      }
      expect(rows('select count(*) as n from run_calls')[0]?.['n']).toBeLessThanOrEqual(1);
      await current.stop();
    }
    expect(killAt).toBeGreaterThan(15);
    // Nearly always it is known: the worker outlives its conductor, and answers from its journal.
    expect(uncertain).toBeLessThan(killAt / 3);
  }, 3_600_000);
});
