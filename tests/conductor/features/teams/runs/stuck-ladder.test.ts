import { describe, expect, test } from 'vitest';

import { type Move, nextMove } from '../../../../../conductor/src/features/teams/runs/next-move.ts';
import type { WorkerState } from '../../../../../conductor/src/features/teams/runs/queries.ts';
import type { Ladder, RunTask } from '../../../../../conductor/src/features/teams/runs/rows.ts';
import { changeTask } from '../../../../../conductor/src/features/teams/runs/run-changes.ts';
import { job } from '../../../../kit/plain-rows.ts';
import { KNOWN, NOW, state, STUCK_MS } from './run-state.ts';
import { runWorkerStuck } from '../../../../../conductor/src/features/teams/runs/effects.ts';

const restsFor = (ms: number): Partial<WorkerState> => ({
  openJobs: 0,
  lastJob: { ...job('job'), status: 'finalized', updatedAt: NOW - ms },
  heardAt: NOW - ms,
});

const answersFor = (ms: number): Partial<WorkerState> => ({
  openJobs: 1,
  lastJob: { ...job('job'), status: 'acked', updatedAt: NOW - ms },
  heardAt: NOW - ms,
});

const TOLD = { stuckAt: NOW - STUCK_MS / 2 };

type Rung = readonly [
  title: string,
  ladder: Ladder,
  worker: Partial<WorkerState>,
  task: Partial<RunTask>,
  expected: readonly [Move['kind'], why?: string] | null,
];

const RUNGS: readonly Rung[] = [
  // One that rests without a report.
  ['rests for less than it may', 'ask', restsFor(29_999), {}, null],
  ['rests', 'ask', restsFor(30_000), {}, ['ask']],
  ['rests, and was asked', 'ask', restsFor(30_000), { asked: true }, ['block', 'silent']],
  ['rests, and nothing is to be done', 'none', restsFor(30_000), {}, ['block', 'silent']],
  ['rests, and may be begun anew', 'restart', restsFor(30_000), {}, ['ask']],
  [
    'rests, was asked, and may be begun anew',
    'restart',
    restsFor(30_000),
    { asked: true, restarts: 1 },
    ['restart', 'silent'],
  ],
  [
    'rests, and was begun anew twice',
    'restart',
    restsFor(30_000),
    { asked: true, restarts: 2 },
    ['block', 'silent'],
  ],
  ['rests, as is expected', 'restart', restsFor(30_000), { asked: true, isExpected: true }, null],
  // One that is silent in the midst of an answer cannot be asked.
  ['has been silent for less than it may', 'ask', answersFor(STUCK_MS - 1), {}, null],
  ['is silent', 'ask', answersFor(STUCK_MS), {}, ['stuck']],
  ['is silent, as is expected', 'ask', answersFor(STUCK_MS), { isExpected: true }, null],
  ['is silent, and nothing is to be done', 'none', answersFor(STUCK_MS), {}, null],
  ['is silent while a tool runs', 'ask', { ...answersFor(STUCK_MS), openActions: 1 }, {}, null],
  [
    'is silent while a person is asked',
    'ask',
    { ...answersFor(STUCK_MS), openActions: 1, waiting: 1 },
    {},
    null,
  ],
  [
    'is silent, and its planner was told',
    'ask',
    answersFor(2 * STUCK_MS),
    { stuckAt: NOW - STUCK_MS / 2 + 1 },
    null,
  ],
  [
    'is silent, and its planner was told long ago',
    'ask',
    answersFor(2 * STUCK_MS),
    TOLD,
    ['block', 'stuck'],
  ],
  [
    'is silent, its planner was told, and it may be begun anew',
    'restart',
    answersFor(2 * STUCK_MS),
    TOLD,
    ['restart', 'stuck'],
  ],
  [
    'is silent, and was begun anew twice',
    'restart',
    answersFor(2 * STUCK_MS),
    { ...TOLD, restarts: 2 },
    ['block', 'stuck'],
  ],
  // It has said something since the planner was told.
  ['is silent again', 'ask', answersFor(STUCK_MS), { stuckAt: NOW - 2 * STUCK_MS }, ['stuck']],
];

describe('FR-102: what comes of a worker that does not get on', () => {
  test.each(RUNGS)('one that %s', (_, ladder, worker, task, expected) => {
    // The planner was told how all stands just now.
    const move = nextMove(state({ ladder, digestAt: NOW }, worker, task), NOW, KNOWN);
    if (expected === null) expect(move).toBeNull();
    else
      expect(move).toMatchObject({ kind: expected[0], ...(expected[1] && { why: expected[1] }) });
  });

  test('one that is stuck is counted, and once more where its task is done after all', () => {
    const by = { now: NOW, actor: 'conductor' } as const;
    const [task] = state({}, {}).tasks;
    if (task === undefined) throw new Error('There is a task.');
    const counted = (of: typeof task, type: 'STUCK' | 'DONE' | 'BLOCK') =>
      changeTask(of, { type }, by).effects;
    expect(counted(task, 'STUCK')).toEqual([runWorkerStuck({ has: 'begun' })]);
    const stuck = { ...task, stuckAt: NOW };
    expect(counted(stuck, 'DONE')).toEqual([runWorkerStuck({ has: 'recovered' })]);
    expect(counted(stuck, 'BLOCK')).toEqual([]);
    expect(counted(task, 'DONE')).toEqual([]);
  });

  test('a shell is not begun anew: it would run its commands once more', () => {
    const known = { ...KNOWN, isShell: () => true };
    const stuck = state({ ladder: 'restart', digestAt: NOW }, answersFor(2 * STUCK_MS), TOLD);
    expect(nextMove(stuck, NOW, known)).toMatchObject({ kind: 'block', why: 'stuck' });
  });
});
