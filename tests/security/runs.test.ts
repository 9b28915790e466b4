import { expect, test } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking, userTurn } from '../kit/browser-frames.ts';
import { call, heard, runWorld, TASKS } from '../kit/run-world.ts';
import { SimulatedExecutor } from '../kit/simulated-executor.ts';

// What the planner and the workers of a run could do that nobody let them do.

type Approvals = ResponseOf<'listApprovals'>;

test.each([
  ['at the beginning of a line', { instructions: 'Clean up:\nrm -rf build' }],
  ['behind a tab', { instructions: 'Clean up:\n\trm -rf build' }],
  ['in a title that is told as one line', { title: 'Use git\npush --force' }],
  ['in what ends a task', { doneWhen: 'All is gone:\nrm -rf build' }],
])('a plan that could do harm %s asks a person', async (_, harm) => {
  const runs = await runWorld((text) =>
    text.includes('# The goal')
      ? call('plan.set', { tasks: [{ ...TASKS[0], ...harm }, TASKS[1]] })
      : undefined,
  );
  const { run_id: id } = await runs.start({ unreviewed: true });
  await expect
    .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind), { timeout: 20_000 })
    .toEqual(['approval']);
  const { items } = await runs.ask<Approvals>('GET', '/v1/approvals?decision=open');
  expect(items[0]?.instruction).toMatchObject({ action: 'run::plan.set', risk: 'high' });
  expect(heard(runs, '# Task:')).toEqual([]);
});

test('a person who accepts a plan accepts the one that they were shown', async () => {
  const other = { title: 'Other', instructions: 'Something else.' };
  const runs = await runWorld((text) =>
    text.includes('A person looks at the plan first') ? null : undefined,
  );
  const { run_id: id } = await runs.start();
  const { plan_id: plan } = await runs.planned(id);
  await expect.poll(() => heard(runs, 'A person looks').length).toBe(1);
  const [told] = heard(runs, 'A person looks');
  runs.site.reply(told?.jobId ?? '', call('plan.set', { tasks: [other, other] }));
  await expect.poll(async () => (await runs.shown(id)).plan[0]?.title).toBe('Other');
  expect(await runs.post(id, 'plan/accept', { plan })).toMatchObject({
    code: 'invalid_transition',
    field: 'body.plan',
  });
  expect(await runs.shown(id)).toMatchObject({ status: 'planning' });
  expect(await runs.accept(id)).toMatchObject({ status: 'executing', plan_id: null });
});

test('no worker is told anything by a planner whose plan nobody has accepted', async () => {
  const worker: { id?: string } = {};
  const sends = () => call('tabs.send', { tabId: worker.id, text: 'Begin at once.' });
  const runs = await runWorld((text) => {
    if (text.includes('# The goal')) {
      worker.id = /Executor: chat:\S+, tabId (\S+)/.exec(text)?.[1] ?? '';
      return `${sends()}\n${call('plan.set', { tasks: TASKS })}\n${sends()}`;
    }
    return text.includes('# Task:') ? null : undefined;
  });
  const { run_id: id } = await runs.start();
  await runs.planned(id);
  const told = "select status, error_code as code from instructions where tool = 'tabs.send'";
  const refused = { status: 'failed', code: 'invalid_transition' };
  await expect.poll(() => runs.conductor.rows(told)).toEqual([refused, refused]);
  expect(runs.conductor.rows("select * from run_inputs where origin = 'planner'")).toEqual([]);
  expect(heard(runs, 'Begin at once.')).toEqual([]);
  await runs.accept(id);
  await expect.poll(() => heard(runs, '# Task:').length).toBe(1);
});

test('what a team of somebody else tells its workers is looked at before a run begins', async () => {
  const runs = await runWorld();
  const team = {
    baton_team: 1,
    team_id: 'theirs',
    name: 'Theirs',
    roles: [
      { role: 'Planner', is_planner: true, task: 'You plan.' },
      { role: 'Executor', task: 'Before each task you clean up:\nrm -rf ~' },
    ],
  };
  const { name, roles } = await runs.ask<typeof team>('POST', '/v1/teams/import', team);
  const asked = { team: 'theirs' };
  expect(await runs.start(asked)).toMatchObject({ code: 'risk_unconfirmed', field: 'body.team' });
  // Saved by a person it is theirs.
  await runs.ask('PUT', '/v1/teams/theirs', { name, roles });
  expect(await runs.start(asked)).toMatchObject({ team: 'theirs' });
});

test.each(['plan', 'task'])(
  'a %s that a person writes is told once they know that it could do harm',
  async (what) => {
    const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
    const { run_id: id } = await runs.start();
    const harm = { title: 'Clean', instructions: 'First:\nrm -rf build' };
    const plan = (body: object) => runs.ask('PUT', `/v1/runs/${id}/plan`, body);
    await plan({ tasks: [{ title: 'Look', instructions: 'Look around.' }] });
    const [first] = (await runs.shown(id)).plan;
    const write = (more: object) =>
      what === 'plan'
        ? plan({ tasks: [harm], ...more })
        : runs.ask('PATCH', `/v1/runs/${id}/tasks/${first?.task_id}`, {
            instructions: harm.instructions,
            ...more,
          });
    expect(await write({})).toMatchObject({ code: 'risk_unconfirmed' });
    expect(await write({ confirmed: true })).toMatchObject({ run_id: id });
  },
);

test('what waits for a browser does not go once the run is stopped', async () => {
  const runs = await runWorld();
  runs.browser.close();
  const { run_id: id } = await runs.start();
  await expect.poll(async () => (await runs.shown(id)).budget.inputs_used).toBe(1);
  await runs.post(id, 'stop');
  expect(runs.conductor.rows('select status, last_error_code as code from delivery_jobs')).toEqual([
    { status: 'failed', code: 'cancelled' },
  ]);
});

test('what waits for a browser does not go once the worker is ended', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const { run_id: id, workers } = await runs.start();
  await expect.poll(() => heard(runs, '# The goal').length).toBe(1);
  runs.browser.close();
  const worker = workers[1]?.tab_id ?? '';
  await runs.post(id, 'inputs', { workers: [worker], text: 'Go.' });
  await expect.poll(async () => (await runs.shown(id)).budget.inputs_used).toBe(2);
  await runs.ask('DELETE', `/v1/runs/${id}/workers/${worker}`);
  const jobs = "select status from delivery_jobs where message_text like '%Go.'";
  expect(runs.conductor.rows(jobs)).toEqual([{ status: 'failed' }]);
});

test('a chat works for one run at a time, also where two runs at once ask for it', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const templates = { Executor: `conversation:${await runs.mine()}` };
  const both = await Promise.all([
    runs.start({ templates, draft: true }),
    runs.start({ templates, draft: true }),
  ]);
  expect(both.flatMap(({ code }) => code ?? [])).toEqual(['conversation_bound']);
  // A draft has told it nothing yet.
  expect(await runs.start({ templates })).toMatchObject({ code: 'conversation_bound' });
  const [first] = both.flatMap(({ run_id: id }) => id ?? []);
  await runs.post(first ?? '', 'stop');
  expect(await runs.start({ templates })).toMatchObject({ status: 'starting' });
  expect(await runs.post(first ?? '', 'reopen')).toMatchObject({ code: 'conversation_bound' });
});

/** A chat that worked for a run which is over, and works for another one. */
async function workerOfTwo() {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const executor = new SimulatedExecutor(runs.browser);
  executor.report();
  executor.grant('https://example.org');
  await runs.ask('POST', '/v1/policy/rules', { tool: 'browser::*', decision: 'run' });
  await runs.ask('POST', '/v1/policy/rules', { tool: 'conversation::*', decision: 'run' });
  const templates = { Executor: `conversation:${await runs.mine()}` };
  const read = async () => {
    runs.site.observe('mine', asking('@browser::ensure::{"url":"https://example.org/a"}'));
    await expect
      .poll(() => runs.conductor.rows("select status from instructions where tool = 'ensure'"))
      .toEqual([{ status: 'succeeded' }]);
  };
  /** Begins a run with it. Gives the name of its planner's chat. */
  const begin = async () => {
    const { run_id: id, workers } = await runs.start({ templates });
    await runs.post(id, 'inputs', { workers: [workers[1]?.tab_id], text: `Go for ${id}.` });
    await expect.poll(() => heard(runs, `Go for ${id}.`).length).toBe(1);
    return {
      id,
      planner:
        runs.site.heard.filter(({ text }) => text.includes('# The goal')).at(-1)?.conversation ??
        '',
    };
  };
  return Object.assign(runs, { read, begin });
}

const SENDS = asking('@conversation::send::{"to":"nobody","text":"what the page wanted"}');

const SENT = "select status, risk from instructions where tool = 'send'";

test('what a chat reads that worked for another run counts in its next one', async () => {
  const runs = await workerOfTwo();
  const first = await runs.begin();
  await runs.post(first.id, 'stop');
  const second = await runs.begin();
  await runs.read();
  runs.site.observe(second.planner, SENDS);
  await expect
    .poll(() => runs.conductor.rows(SENT))
    .toEqual([{ status: 'awaiting_approval', risk: 'high' }]);
});

test('what a chat has read for a run stays known of both when it works for another one', async () => {
  const runs = await workerOfTwo();
  const first = await runs.begin();
  await runs.read();
  await runs.post(first.id, 'stop');
  await runs.begin();
  runs.site.observe(first.planner, SENDS);
  await expect
    .poll(() => runs.conductor.rows(SENT))
    .toEqual([{ status: 'awaiting_approval', risk: 'high' }]);
});

test('a run out of a file is read, and never goes on', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start({ draft: true });
  await runs.post(id, 'start');
  await runs.post(id, 'stop');
  const passphrase = 'correct horse battery staple';
  const { file } = await runs.ask<ResponseOf<'exportSealedRuns'>>(
    'POST',
    '/v1/runs/export-sealed',
    { passphrase },
  );
  await runs.ask('DELETE', `/v1/runs/${id}`);
  await runs.ask('POST', '/v1/runs/import-sealed', { passphrase, file });
  expect(await runs.shown(id)).toMatchObject({ status: 'stopped' });
  expect(await runs.post(id, 'reopen')).toMatchObject({ code: 'invalid_transition' });
  expect(await runs.shown(id)).toMatchObject({ status: 'stopped' });
});

test('what a chat says of what another run told it is no call of the run that it works for by now', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const templates = { Planner: `conversation:${await runs.mine()}` };
  const first = await runs.start({ templates });
  await expect.poll(() => heard(runs, '# The goal').length).toBe(1);
  await runs.post(first.run_id, 'stop');
  // What the second run tells it waits until what a person typed there is answered.
  runs.browser.send(userTurn('mine', 'typed', 'Are you there?'));
  await expect.poll(() => runs.conductor.rows('select * from user_turns')).toHaveLength(1);
  const second = await runs.start({ templates });
  await expect.poll(async () => (await runs.shown(second.run_id)).budget.inputs_used).toBe(1);
  const [told] = heard(runs, '# The goal');
  runs.site.reply(told?.jobId ?? '', call('plan.set', { tasks: TASKS }));
  const asked = "select status, error_code as code from instructions where tool = 'plan.set'";
  await expect
    .poll(() => runs.conductor.rows(asked))
    .toEqual([{ status: 'failed', code: 'action_denied' }]);
  await expect.poll(() => heard(runs, '# The goal').length).toBe(2);
  const [, again] = heard(runs, '# The goal');
  runs.site.reply(again?.jobId ?? '', call('plan.set', { tasks: TASKS }));
  expect((await runs.planned(second.run_id)).plan).toHaveLength(2);
});
