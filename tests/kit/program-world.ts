import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import type { AgentScript } from './fake-agents/agent-script.ts';
import { writePrograms } from './program-files.ts';
import { runConductor, type RunningConductor, tempDir } from './running-conductor.ts';

export type ShownRun = ResponseOf<'getRun'> & { readonly code?: string; readonly field?: string };

/** A conductor whose runs are made of programs that do what their scripts say. */
export interface ProgramWorld {
  readonly conductor: RunningConductor;
  readonly dataDir: string;
  /** Where they work. */
  readonly folder: string;
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly start: (body: object) => Promise<ShownRun>;
  readonly shown: (id: string) => Promise<ShownRun>;
  readonly reaches: (id: string, status: ShownRun['status']) => Promise<ShownRun>;
}

export async function programWorld(
  scripts: Readonly<Record<string, AgentScript>>,
  dataDir = tempDir(),
): Promise<ProgramWorld> {
  const folder = join(tempDir(), 'work');
  mkdirSync(folder, { recursive: true });
  await writePrograms(dataDir, scripts);
  const conductor = await runConductor({}, dataDir);
  const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> =>
    (await conductor.admin(method, path, body)).json() as Promise<Answer>;
  const shown = (id: string) => ask<ShownRun>('GET', `/v1/runs/${id}`);
  return {
    conductor,
    dataDir,
    folder,
    ask,
    shown,
    start: (body) =>
      ask<ShownRun>('POST', '/v1/runs', { goal: 'A changelog.', team: 'pair', folder, ...body }),
    async reaches(id, status) {
      await expect
        .poll(async () => (await shown(id)).status, { timeout: 50_000, interval: 100 })
        .toBe(status);
      return shown(id);
    },
  };
}

const TASKS = [
  { title: 'Find the ways', instructions: 'Name three.' },
  { title: 'Compare them', instructions: 'One table.', dependsOn: [1] },
];

/** A planner that plans two tasks and completes when both are done. */
export const PLANNER: AgentScript = {
  rules: [
    {
      on: '# The goal',
      does: [
        { say: 'I plan.' },
        { call: { id: 'p1', method: 'plan.set', params: { tasks: TASKS } } },
      ],
    },
    {
      on: 'No task is open',
      does: [{ call: { id: 'p2', method: 'run.complete', params: { conclusion: 'By hand.' } } }],
    },
    { on: '', does: [{ say: 'I wait.' }] },
  ],
};

const done = (id: string) => ({
  call: { id, method: 'worker.report', params: { status: 'done' as const, summary: 'Did it.' } },
});

/** A worker that does what it is told at once. */
export const WORKER: AgentScript = {
  rules: [
    { on: '# Task: Find', does: [{ say: 'Three ways.' }, done('w1')] },
    { on: '# Task: Compare', does: [{ say: 'A | B' }, done('w2')] },
    { on: '', does: [{ say: 'I wait.' }] },
  ],
};

/** A team `feature` of programs, as its run's templates name them. */
export const FEATURE_TEAM = {
  Planner: 'terminal:planner',
  Executor: 'acp:worker',
  Tester: 'terminal:worker',
  Doc: 'acp:worker',
};

/** Scripts for it: all work at once, until a file is there. */
export function featureScripts(go: string): Readonly<Record<string, AgentScript>> {
  const roles = ['Executor', 'Tester', 'Doc'];
  const tasks = roles.map((role) => ({ title: `For ${role}`, instructions: 'Do it.', role }));
  const [first, ...others] = PLANNER.rules;
  const plans = { call: { id: 'p1', method: 'plan.set', params: { tasks } } };
  return {
    planner: { rules: [{ on: first?.on ?? '', does: [plans] }, ...others] },
    worker: {
      rules: [
        { on: '# Task:', does: [{ until: go }, { say: 'It is there.' }, done('w1')] },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
  };
}
