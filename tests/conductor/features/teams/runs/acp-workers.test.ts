import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { followStream } from '../../../../kit/follow-stream.ts';
import { PLANNER, programWorld, type ProgramWorld, WORKER } from '../../../../kit/program-world.ts';

const TEAM = { Planner: 'acp:planner', Executor: 'acp:worker' };

type Approvals = ResponseOf<'listApprovals'>;

const waiting = async ({ ask }: ProgramWorld) =>
  (await ask<Approvals>('GET', '/v1/approvals?decision=open')).items;

test('FR-004: a planner and a worker over ACP call the tools of their run by lines', async () => {
  const runs = await programWorld({ planner: PLANNER, worker: WORKER });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  const run = await runs.reaches(id, 'finished');
  expect(run).toMatchObject({
    conclusion: 'By hand.',
    plan: [
      { status: 'done', result: 'Did it.' },
      { status: 'done', result: 'Did it.' },
    ],
    workers: [
      { status_snapshot: { status: 'idle', source: 'said' } },
      { status_snapshot: { status: 'idle', source: 'said' } },
    ],
  });
  // No line with a marker is for people.
  expect(run.workers.map(({ working_dir }) => working_dir)).toEqual([runs.folder, runs.folder]);
  const lines = run.workers.flatMap(({ status_snapshot: { last_lines } }) => last_lines);
  expect(lines).toContain('Three ways.');
  expect(lines.join('\n')).not.toContain('__MPS_');
  expect(runs.conductor.rows('select count(*) as n from run_calls')).toEqual([{ n: 4 }]);
});

test('FR-006: what an agent over ACP asks permission for, a person answers', async () => {
  const runs = await programWorld({
    planner: PLANNER,
    worker: {
      rules: [
        {
          on: '# Task: Find',
          times: 1,
          does: [{ ask: 'Edit test.txt?' }, ...(WORKER.rules[0]?.does ?? [])],
        },
        ...WORKER.rules,
      ],
    },
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  await expect.poll(async () => (await waiting(runs)).length).toBe(1);
  const [asked] = await waiting(runs);
  expect(asked).toMatchObject({
    subject: { kind: 'worker_question', words: 'Edit test.txt?' },
    instruction: { params: { question: 'Edit test.txt?', approve: 'Allow', deny: 'Reject' } },
  });
  const shown = await runs.shown(id);
  expect(shown.waits).toMatchObject([{ kind: 'question', text: 'Executor asks: Edit test.txt?' }]);
  expect(shown.workers[1]?.status_snapshot).toMatchObject({ status: 'stuck', waits: 1 });
  await runs.ask('POST', `/v1/approvals/${asked?.approval_id}/decision`, { decision: 'approve' });
  const run = await runs.reaches(id, 'finished');
  expect(run.workers[1]?.status_snapshot.last_lines).toContain('Yes.');
});

test('who looks is told that a program did something of which the trail says nothing', async () => {
  const runs = await programWorld({
    planner: { rules: [{ on: '', does: [{ say: 'I think.' }, { silent: true }] }] },
    worker: WORKER,
  });
  const live = await followStream(runs.conductor, '/v1/live?topics=worker.seen');
  const run = await runs.start({ templates: TEAM });
  const { id, data } = await live.first(({ event }) => event === 'worker.seen');
  const worker = run.workers.find((one) => one.is_planner)?.tab_id;
  expect(id).toBeUndefined();
  expect(JSON.parse(data)).toEqual({ run_id: run.run_id, worker });
  const [planner] = (await runs.shown(run.run_id)).workers;
  expect(planner?.status_snapshot.last_lines).toEqual(['I think.']);
});

test('a line without the key of its planner is seen, and not run', async () => {
  const runs = await programWorld({
    planner: {
      rules: [
        {
          on: '# The goal',
          does: [
            { call: { id: 'p0', method: 'run.complete', params: { conclusion: 'x' }, as: 'echo' } },
          ],
        },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
    worker: WORKER,
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).workers[0]?.status_snapshot.status)
    .toBe('idle');
  expect(runs.conductor.rows('select * from run_calls')).toEqual([]);
  const { items } = await runs.ask<ResponseOf<'listEvents'>>('GET', `/v1/events/log?run=${id}`);
  const detail = { run: id, no_key: 1 };
  expect(items).toContainEqual(expect.objectContaining({ type: 'run_call.ignored', detail }));
  const metrics = await (await runs.conductor.admin('GET', '/metrics')).text();
  expect(metrics).toContain('baton_run_ignored_lines_total{why="no_key"} 1');
});

test('lines of a turn that ended before its own end are not run, and can be said again', async () => {
  const complete = { id: 'p9', method: 'run.complete', params: { conclusion: 'Done.' } };
  const runs = await programWorld({
    planner: {
      rules: [
        PLANNER.rules[0] ?? { on: '', does: [] },
        { on: 'No task is open', times: 1, does: [{ call: complete }, { ends: 'max_tokens' }] },
        { on: 'reply_not_whole', does: [{ call: complete }] },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
    worker: WORKER,
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  expect(await runs.reaches(id, 'finished')).toMatchObject({ conclusion: 'Done.' });
  expect(
    runs.conductor.rows(`select complete from message_anchors where raw_text like '%"p9"%'`),
  ).toEqual([{ complete: 'cut' }, { complete: 'whole' }]);
});

test('an id that is used twice is told, and runs once', async () => {
  const complete = (conclusion: string) => ({
    call: { id: 'p9', method: 'run.complete', params: { conclusion } },
  });
  const runs = await programWorld({
    planner: {
      rules: [
        PLANNER.rules[0] ?? { on: '', does: [] },
        { on: 'No task is open', times: 1, does: [complete('First.'), complete('Second.')] },
        { on: 'duplicate_id', does: [{ say: 'So it is.' }] },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
    worker: WORKER,
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  expect(await runs.reaches(id, 'finished')).toMatchObject({ conclusion: 'First.' });
  expect(
    runs.conductor.rows(`select error_code from instructions where error_code = 'duplicate_id'`),
  ).toHaveLength(1);
});

test('a worker whose program ends is lost, and its task is told to the planner as blocked', async () => {
  const runs = await programWorld({
    planner: PLANNER,
    worker: { rules: [{ on: '# Task', does: [{ exit: 3 }] }] },
  });
  const { run_id: id } = await runs.start({ templates: TEAM, unreviewed: true });
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.status).toBe('blocked');
  expect((await runs.shown(id)).workers[1]?.status_snapshot).toMatchObject({
    status: 'error',
    error: 'worker_lost',
  });
});

test('what a program was told when the conductor ended is not told again unasked', async () => {
  const scripts = { planner: { rules: [{ on: '# The goal', does: [{ silent: true as const }] }] } };
  const before = await programWorld(scripts);
  const team = { Planner: 'acp:planner', Executor: 'acp:planner' };
  const { run_id: id } = await before.start({ templates: team });
  await before.reaches(id, 'planning');
  await before.conductor.stop();
  const after = await programWorld(scripts, before.dataDir);
  await expect
    .poll(async () => (await after.shown(id)).workers[0]?.status_snapshot.error)
    .toBe('worker_lost');
  expect(after.conductor.rows('select status, attempt_count from delivery_jobs')).toEqual([
    { status: 'failed', attempt_count: 1 },
  ]);
});

test('the programs of a run that is stopped end with it', async () => {
  const runs = await programWorld({
    planner: { rules: [{ on: '', does: [{ silent: true }] }] },
  });
  const team = { Planner: 'acp:planner', Executor: 'acp:planner' };
  const { run_id: id } = await runs.start({ templates: team });
  await runs.reaches(id, 'planning');
  await runs.ask('POST', `/v1/runs/${id}/stop`);
  await expect
    .poll(() => runs.conductor.rows('select status, last_error_code from delivery_jobs'))
    .toEqual([{ status: 'failed', last_error_code: 'worker_lost' }]);
});

test.each([
  [{ folder: null }, 'body.folder'],
  [{ folder: '/' }, 'body.folder'],
  [{ folder: '/etc' }, 'body.folder'],
  [{ folder: '/nowhere/at/all' }, 'body.folder'],
  [{ templates: { ...TEAM, Executor: 'acp:gemini' } }, 'body.templates.Executor'],
  [{ templates: { ...TEAM, Executor: 'acp:nobody' } }, 'body.templates.Executor'],
])('a program that cannot work there, or is not there, is refused: %j', async (body, field) => {
  const runs = await programWorld({ planner: PLANNER, worker: WORKER });
  expect(await runs.start({ templates: TEAM, ...body })).toMatchObject({ field });
});
