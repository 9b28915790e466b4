import { expect, it } from 'vitest';

import type { JsonObject } from '../../conductor/src/baa/json-value.ts';
import { plannerTools } from '../../conductor/src/features/teams/runs/planner-tools.ts';
import type { RunToolDeps } from '../../conductor/src/features/teams/runs/run-tool-deps.ts';
import { teamTools } from '../../conductor/src/features/teams/runs/team-tools.ts';
import { workerTools } from '../../conductor/src/features/teams/runs/worker-tools.ts';
import { scanRisk, type Told } from '../../conductor/src/text-risk/scan-risk.ts';
import { ok } from '../../shared/lib/result.ts';
import { state } from '../conductor/features/teams/runs/run-state.ts';

// Every tool of a run by which words get to a worker, from what the tools themselves take.

const HARM = 'Clean up:\nrm -rf ~';

/** Their words are told to no worker: the report, a person, or what a role is called. */
const TELL_NOBODY = [
  'run::run.report_draft',
  'run::run.ask',
  'run::run.complete',
  'run::tabs.create',
];

const NAMES: Readonly<Record<string, string>> = {
  taskId: 'task',
  tabId: 'executor',
  role: 'Executor',
};

const at = state({});
const [planner, worker] = at.workers.map((one) => one.worker);
// Only what looks at a call is run here: it reads the run, and writes nothing.
const deps = {
  members: {
    planner: async () => ok(at),
    worker: async () => ok({ state: at, worker: worker ?? planner }),
  },
  texts: { worker: () => ({ title: '', task: '' }) },
  scan: ({ text }: Told) => {
    const risk = scanRisk(text, { shell: null, home: '/home/p', folder: null } as never);
    return { ...risk, asks: risk.level === 'high' };
  },
} as unknown as RunToolDeps;
const tools = [...plannerTools(deps), ...teamTools(deps), ...workerTools(deps)];

interface Shape {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** Fills in what a schema describes: one param of words at a time is harmful. */
function filled(shape: Shape, name: string, harmful: string, pick: number): unknown {
  if (shape.enum !== undefined) return shape.enum[pick % shape.enum.length];
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, one]) => [
        key,
        filled(one, key, harmful, pick),
      ]),
    );
  if (shape.type === 'array')
    return shape.items?.type === 'integer'
      ? []
      : [filled(shape.items ?? {}, name === 'tabIds' ? 'tabId' : name, harmful, pick)];
  if (shape.type === 'boolean') return false;
  if (shape.type === 'integer') return 1;
  return NAMES[name] ?? (name === harmful ? HARM : 'Words.');
}

/** Names of params that hold words, however deep. */
function wordsOf(shape: Shape, name = ''): readonly string[] {
  if (shape.enum !== undefined) return [];
  if (shape.type === 'object')
    return Object.entries(shape.properties ?? {}).flatMap(([key, one]) => wordsOf(one, key));
  if (shape.type === 'array') return wordsOf(shape.items ?? {}, name);
  return shape.type === 'string' && NAMES[name] === undefined && name !== 'tabIds' ? [name] : [];
}

const cases = tools
  .filter(({ id }) => !TELL_NOBODY.includes(id))
  .flatMap((tool) =>
    wordsOf(tool.paramsSchema as Shape).flatMap((name) =>
      [0, 1, 2, 3].map((pick) => [tool.id, name, pick, tool] as const),
    ),
  );

it.each(cases)(
  'harm that %s is told as its %s (%i) waits for a person',
  async (_, name, pick, tool) => {
    const params = filled(tool.paramsSchema as Shape, '', name, pick) as JsonObject;
    const looked = await tool.look?.(params, {
      conversationKey: 'a/b',
      instructionId: 'i',
    } as never);
    expect(looked).toMatchObject({ ok: true, value: { risk: 'high', asksAlways: true } });
  },
);

it('each kind of words of a planner and of a worker is among them', () => {
  expect([...new Set(cases.map(([id, name]) => `${id} ${name}`))].toSorted()).toEqual([
    'run::plan.set doneWhen',
    'run::plan.set instructions',
    'run::plan.set title',
    'run::tabs.send text',
    'run::task.update blockedBy',
    'run::task.update result',
    'run::worker.report blockers',
    'run::worker.report detail',
    'run::worker.report result',
    'run::worker.report summary',
    'run::worker.report title',
    'run::worker.review reason',
  ]);
});
