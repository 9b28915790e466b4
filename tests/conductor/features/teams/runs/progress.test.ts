import { describe, expect, test } from 'vitest';

import {
  MAX_STALLS,
  nextMove,
} from '../../../../../conductor/src/features/teams/runs/next-move.ts';
import { call, heard, runWorld, TASKS } from '../../../../kit/run-world.ts';
import { DIGEST_MS, KNOWN, NOW, state } from './run-state.ts';

const PLANNER = { role: 'Planner', is_planner: true, task: 'You plan.' };

const REVIEWED = {
  name: 'Reviewed',
  roles: [
    PLANNER,
    { role: 'Writer', task: 'You write.' },
    { role: 'Reviewer', task: 'You look at what others made.' },
  ],
};

/** The id of the task that a reviewer is asked to look at. */
const taskIn = (text: string) => /\(taskId (\S+)\)/.exec(text)?.[1] ?? '';

async function reviewed(verdict: (count: number) => object) {
  let looked = 0;
  const runs = await runWorld((text) => {
    if (text.includes('# Review:')) {
      looked += 1;
      return call('worker.review', { taskId: taskIn(text), ...verdict(looked) });
    }
    if (text.includes('# Sent back:'))
      return call('worker.report', { status: 'done', summary: 'Mended it.' });
    return undefined;
  });
  await runs.ask('PUT', '/v1/teams/reviewed', REVIEWED);
  return runs;
}

test('a task is done when its reviewer says so, and goes back to its worker before', async () => {
  const runs = await reviewed((count) =>
    count === 1 ? { verdict: 'return', reason: 'No example.' } : { verdict: 'accept' },
  );
  const { run_id: id } = await runs.start({ team: 'reviewed', unreviewed: true });
  const run = await runs.reaches(id, 'finished');
  expect(run.plan.map(({ status, role, returns }) => [status, role, returns])).toEqual([
    ['done', 'Writer', 1],
    ['done', 'Writer', 0],
  ]);
  expect(run.plan[0]?.result).toBe('Mended it.');
  // What is under review is no news for the planner.
  expect(heard(runs, '# What came of tasks')).toHaveLength(2);
  expect(heard(runs, 'No example.')[0]?.text).toContain('# Sent back: Find the ways');
});

test('a text for a worker that cannot begin waits, and those for others do not wait for it', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const mine = await runs.mine();
  const { run_id: id, workers } = await runs.start({
    team: 'feature',
    templates: { Executor: `conversation:${mine}` },
  });
  await runs.ask('DELETE', `/v1/conversations/${mine}`);
  const named = (role: string) => workers.find((one) => one.role === role)?.tab_id;
  await runs.post(id, 'inputs', { workers: [named('Executor')], text: 'Nobody hears it.' });
  await runs.post(id, 'inputs', { workers: [named('Tester')], text: 'Look at it.' });
  await expect.poll(() => heard(runs, 'Look at it.').length).toBe(1);
  expect(heard(runs, 'Nobody hears it.')).toEqual([]);
});

test('a task that is sent back twice waits for a person', async () => {
  const runs = await reviewed(() => ({ verdict: 'return', reason: 'Still none.' }));
  const { run_id: id } = await runs.start({ team: 'reviewed', unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('blocked');
  expect(await runs.shown(id)).toMatchObject({
    plan: [{ returns: 2, blocked_by: 'Sent back: Still none.' }, { status: 'planned' }],
    waits: [{ kind: 'blocked' }],
  });
});

test('what a reviewer has a worker do waits for a person where it could do harm', async () => {
  const runs = await reviewed(() => ({ verdict: 'return', reason: 'Run rm -rf build first.' }));
  const { run_id: id } = await runs.start({ team: 'reviewed', unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind))
    .toEqual(['approval']);
  expect(heard(runs, '# Sent back:')).toHaveLength(0);
});

test('nobody looks at a task but who was asked to', async () => {
  let at = '';
  const runs = await runWorld((text) => {
    if (text.includes('# Task: Find the ways'))
      return call('worker.review', { taskId: at, verdict: 'accept' });
    return undefined;
  });
  const { run_id: id } = await runs.start({ unreviewed: false });
  await expect.poll(async () => (await runs.shown(id)).plan.length).toBe(2);
  at = (await runs.shown(id)).plan[0]?.task_id ?? '';
  await runs.accept(id);
  await expect.poll(() => heard(runs, 'You were not asked to look').length).toBe(1);
  expect((await runs.shown(id)).plan[0]?.status).toBe('working');
});

test('FR-103: a task is done with the evidence that its plan wants, which the report shows', async () => {
  const refused: string[] = [];
  const runs = await runWorld((text) => {
    if (text.includes('# The goal'))
      return call('plan.set', { tasks: [{ ...TASKS[0], needs: ['test'] }, TASKS[1]] });
    const report = { status: 'done', summary: 'Found them.' };
    if (text.includes('# Task: Find the ways')) return call('worker.report', report);
    if (text.includes('evidence_missing')) {
      refused.push(text);
      const evidence = [
        { kind: 'test', title: '12 passed, 0 failed' },
        { kind: 'patch', title: 'ways.md', detail: '+ by hand' },
      ];
      return call('worker.report', { ...report, evidence });
    }
    return undefined;
  });
  const { run_id: id } = await runs.start({ unreviewed: true });
  const run = await runs.reaches(id, 'finished');
  expect(refused).toHaveLength(1);
  expect(run.evidence.map(({ kind, title }) => [kind, title])).toEqual([
    ['test', '12 passed, 0 failed'],
    ['patch', 'ways.md'],
  ]);
  const { markdown } = await runs.ask<{ markdown: string }>('GET', `/v1/runs/${id}/report`);
  expect(markdown).toContain('## Tests\n\n- 12 passed, 0 failed (task 1)');
  expect(markdown).toContain('+ by hand');
  // Sealed, as all words of a run.
  const rows = runs.conductor.rows<{ readonly sealed: string }>('select sealed from run_evidence');
  expect(rows).toHaveLength(2);
  expect(rows.map(({ sealed }) => sealed).join()).not.toContain('ways.md');
});

test('a planner asks the person, and hears the answer once', async () => {
  const runs = await runWorld((text) => {
    if (text.includes('# The goal'))
      return call('run.ask', { question: 'In which language?', options: ['English', 'Chinese'] });
    if (text.includes('# The person answers')) return call('plan.set', { tasks: TASKS });
    return undefined;
  });
  const { run_id: id } = await runs.start({ unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).waits.length).toBe(1);
  const [wait] = (await runs.shown(id)).waits;
  expect(wait).toMatchObject({
    kind: 'question',
    text: 'In which language?',
    options: ['English', 'Chinese'],
  });
  const { items } = await runs.ask<{ items: { waits: number }[] }>('GET', '/v1/runs');
  expect(items).toMatchObject([{ waits: 1 }]);
  const answer = { question: wait?.question, text: 'English' };
  expect(await runs.post(id, 'answers', { ...answer, question: 'nobody' })).toMatchObject({
    code: 'not_found',
    field: 'body.question',
  });
  await runs.post(id, 'answers', answer);
  await runs.post(id, 'answers', answer);
  expect(await runs.post(id, 'answers', { ...answer, text: 'Chinese' })).toMatchObject({
    code: 'invalid_transition',
  });
  await runs.reaches(id, 'finished');
  expect(heard(runs, '# The person answers')).toHaveLength(1);
});

test('where nothing is told for a while, the planner hears how all stands', async () => {
  let ahead = 0;
  // The worker writes on and on.
  const runs = await runWorld((text) => (text.includes('# Task:') ? null : undefined), {
    now: () => Date.now() + ahead,
  });
  // Its silence is expected.
  await runs.ask('PATCH', '/v1/settings', { runs: { stuck_ms: 2 * DIGEST_MS } });
  const { run_id: id } = await runs.start({ unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('working');
  expect(heard(runs, '# How the tasks stand')).toHaveLength(0);
  ahead += DIGEST_MS;
  await expect.poll(() => heard(runs, '# How the tasks stand').length).toBe(1);
  expect(heard(runs, '# How the tasks stand')[0]?.text).toContain(
    '- 1, Find the ways (Executor): working',
  );
});

describe('digests in a row before which nothing moved', () => {
  test.each([
    [{ stalls: 0 }, { kind: 'digest', stalls: 1 }],
    [{ stalls: MAX_STALLS - 1 }, { kind: 'digest', stalls: MAX_STALLS }],
    [{ stalls: MAX_STALLS }, { kind: 'pause', by: 'stall' }],
    // The first one counts from nothing.
    [
      { stalls: 0, digestAt: 0 },
      { kind: 'digest', stalls: 0 },
    ],
    [{ stalls: 0, digestAt: NOW - DIGEST_MS + 1 }, null],
    // A person is waited for: that is no stall.
    [{ stalls: MAX_STALLS, asks: 1 }, null],
  ] as const)('%j: %j', (set, move) => {
    const next = nextMove(state(set), NOW, KNOWN);
    if (move === null) expect(next).toBeNull();
    else expect(next).toMatchObject(move);
  });

  test('what a person is asked in its conversation is no stall either', () => {
    expect(nextMove(state({ stalls: MAX_STALLS }, { waiting: 1 }), NOW, KNOWN)).toBeNull();
  });
});
