import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import type { AgentScript } from '../../kit/fake-agents/agent-script.ts';
import { ModelServer, type Said, type WireRequest } from '../../kit/model-server.ts';
import { writePrograms } from '../../kit/program-files.ts';
import { PLANNER, WORKER } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';

const RESTARTED = { timeout: 120_000, interval: 100 } as const;

/** Some forty ends, each with two starts. */
const LONG_MS = 1_800_000;

const TASKS = [
  { title: 'Find the ways', instructions: 'Name three.' },
  { title: 'Compare them', instructions: 'One table.', dependsOn: [1] },
];

/** The same team on a model: what it says follows from what it was told last. */
function say({ messages }: WireRequest): Said {
  const last = messages.at(-1);
  const text = last?.content ?? '';
  const call = (tool: string, input: object): Said => ({
    calls: [[`run::${tool}`, JSON.stringify(input)]],
  });
  if (last?.role !== 'user') return { text: 'I wait.' };
  if (text.includes('# The goal')) return call('plan.set', { tasks: TASKS });
  if (text.includes('No task is open')) return call('run.complete', { conclusion: 'By hand.' });
  if (text.includes('# Task:'))
    return call('worker.report', { status: 'done', summary: 'Did it.' });
  return { text: 'I wait.' };
}

/** Texts that each member is told once; and what the program of a planner says that is begun anew. */
const ONCE = ['# The goal', '# Task: Find', '# Task: Compare', 'No task is open'];

const [plans, completes, ...others] = PLANNER.rules;

const script = (log: string, rules: AgentScript['rules']): AgentScript => ({ log, rules });

interface Ended {
  readonly died: boolean;
  /** Texts that members got, in order of arrival. */
  readonly told: readonly string[];
  readonly rows: (sql: string) => Record<string, unknown>[];
}

/** A run of two members whose conductor dies after its `killAt`-th commit and is started again. */
async function runKilled(
  prepared: string,
  killAt: number,
  templates: Readonly<Record<'Planner' | 'Executor', string>>,
): Promise<Ended> {
  const root = tempDir();
  const dataDir = join(root, 'data');
  const folder = join(root, 'work');
  const log = join(root, 'told');
  cpSync(prepared, dataDir, { recursive: true });
  mkdirSync(folder);
  const planner = [completes, plans, ...others].filter((rule) => rule !== undefined);
  await writePrograms(dataDir, {
    planner: script(log, planner),
    worker: script(log, WORKER.rules),
  });
  const model = await new ModelServer(say).start();
  onTestFinished(() => model.stop());
  model.configure(dataDir);

  const doomed = await startConductorKilledAt(dataDir, killAt);
  let current = doomed ?? (await startLastingConductor(dataDir));
  let died = doomed === null;
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
  const rows = (sql: string): Record<string, unknown>[] => {
    const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  };
  await expect
    .poll(() => ask('PATCH', '/v1/settings', { agents: { models: ['test:small'] } }), RESTARTED)
    .not.toBe(null);
  const body = { goal: 'Reach it.', team: 'pair', folder, templates, unreviewed: true };
  await expect.poll(() => ask('POST', '/v1/runs', body), RESTARTED).not.toBe(null);
  // It comes to its end, or a person is asked: nobody can say what became of a text.
  const ends = (): boolean =>
    rows(`select 1 from runs where status in ('finished', 'failed')`).length > 0 ||
    rows(`select 1 from delivery_jobs where status = 'failed'`).length > 0;
  await expect.poll(ends, RESTARTED).toBe(true);
  isOver = true;
  if (died) await back;
  await current.stop();
  const byPrograms = existsSync(log)
    ? readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as string)
    : [];
  return { died, told: [...byPrograms, ...newestHistory(model)], rows };
}

/** A request holds all that was said in its session: of each session the longest one. */
function newestHistory({ requests }: ModelServer): readonly string[] {
  const sessions = Map.groupBy(
    requests.map(({ messages }) =>
      messages.flatMap(({ role, content }) => (role === 'user' ? [content ?? ''] : [])),
    ),
    ([first]) => first,
  );
  return [...sessions.values()].flatMap(
    (all) => all.toSorted((one, other) => other.length - one.length)[0] ?? [],
  );
}

async function prepare(): Promise<string> {
  const dataDir = tempDir();
  await (await startLastingConductor(dataDir)).stop();
  return dataDir;
}

it(
  'a run of agents whose conductor dies after any commit says everything once, and ends',
  async () => {
    const prepared = await prepare();
    const templates = { Planner: 'agent:orchestrator', Executor: 'agent:assistant' };
    let killAt = 0;
    for (let died = true; died;) {
      killAt += 1;
      const ended = await runKilled(prepared, killAt, templates);
      died = ended.died;
      const count = ONCE.map((words) => ended.told.filter((text) => text.includes(words)).length);
      expect({ killAt, count }).toEqual({ killAt, count: [1, 1, 1, 1] });
      expect(ended.rows('select status from runs')).toEqual([{ status: 'finished' }]);
      expect(ended.rows('select status, count(*) as n from run_tasks group by 1')).toEqual([
        { status: 'done', n: 2 },
      ]);
      expect(ended.rows('select tool, status from instructions order by 1')).toEqual([
        { tool: 'plan.set', status: 'succeeded' },
        { tool: 'run.complete', status: 'succeeded' },
        { tool: 'worker.report', status: 'succeeded' },
        { tool: 'worker.report', status: 'succeeded' },
      ]);
    }
    expect(killAt).toBeGreaterThan(20);
  },
  LONG_MS,
);

it(
  'a run of programs over ACP whose conductor dies after any commit tells nothing twice, and asks where it cannot know',
  async () => {
    const prepared = await prepare();
    const templates = { Planner: 'acp:planner', Executor: 'acp:worker' };
    let killAt = 0;
    let uncertain = 0;
    for (let died = true; died;) {
      killAt += 1;
      const ended = await runKilled(prepared, killAt, templates);
      died = ended.died;
      const { told, rows } = ended;
      const failed = rows(
        `select message_text as text, last_error_code as code from delivery_jobs where status = 'failed'`,
      );
      // A program ends with its conductor: what it was told may have been done, and is not said again.
      for (const { code } of failed)
        expect({ killAt, code }).toEqual({ killAt, code: 'worker_lost' });
      uncertain += failed.length;
      const jobs = rows(
        `select message_text as text, status from delivery_jobs where origin = 'run'`,
      );
      for (const { text, status } of jobs) {
        // A program that is begun anew is told more before it.
        const times = told.filter((one) => one.endsWith(String(text))).length;
        expect(times, `${killAt}: ${String(text)}`).toBeLessThanOrEqual(1);
        if (status === 'finalized') expect(times, `${killAt}: ${String(text)}`).toBe(1);
      }
      const calls = rows('select external_id as id, count(*) as n from run_calls group by 1');
      expect(calls.filter(({ n }) => n !== 1)).toEqual([]);
      expect(
        rows(`select 1 from run_calls c left join instructions i
        on i.instruction_id = c.call_id where i.instruction_id is null`),
      ).toEqual([]);
      if (failed.length === 0)
        expect({ killAt, runs: rows('select status from runs'), calls: calls.length }).toEqual({
          killAt,
          runs: [{ status: 'finished' }],
          calls: 4,
        });
    }
    expect(killAt).toBeGreaterThan(20);
    // Nobody is asked without a need.
    expect(uncertain).toBeLessThan(killAt);
  },
  LONG_MS,
);
