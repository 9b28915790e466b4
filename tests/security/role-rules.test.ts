import { expect, test } from 'vitest';

import type { ResponseOf } from '../../shared/api/operations.ts';
import { asking } from '../kit/browser-frames.ts';
import { heard, runWorld } from '../kit/run-world.ts';
import { workerOrigin } from '../../shared/model/worker-origin.ts';
import { newExecutorDisk, SimulatedExecutor } from '../kit/simulated-executor.ts';

// What a worker may do by its role, and for how long.

type Rules = ResponseOf<'listPolicyRules'>;

type Team = ResponseOf<'getTeam'>;

const DENIED = { tool: 'conductor::time', params: null, decision: 'deny' } as const;

const team = (rules: readonly object[]) => ({
  name: 'Careful',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    { role: 'Executor', task: 'You work.', rules },
  ],
});

async function world(rules: readonly object[] = [DENIED]) {
  const runs = await runWorld((text) => {
    if (text.includes('What time is it?')) return asking('@conductor::time::{}');
    return text.includes('# The goal') || text.includes('Go on.') ? null : undefined;
  });
  await runs.ask('PUT', '/v1/teams/careful', team(rules));
  const { run_id: id, workers } = await runs.start({ team: 'careful' });
  return {
    ...runs,
    id,
    worker: workers[1]?.tab_id,
    rules: async () =>
      (await runs.ask<Rules>('GET', '/v1/policy/rules')).items.map(
        ({ tool, decision }) => `${decision} ${tool}`,
      ),
    /** The worker asks what time it is, and hears what comes of it. */
    async asks(worker: string | undefined, outcome: string, times = 1) {
      await runs.post(id, 'inputs', { workers: [worker], text: 'What time is it?' });
      await expect.poll(() => heard(runs, outcome).length).toBe(times);
    },
  };
}

const REASON = 'The role Executor of its run is so.';

test('FR-202: what its role denies is denied to a worker, until its run is over', async () => {
  const runs = await world();
  await runs.asks(runs.worker, REASON);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
  await runs.post(runs.id, 'stop');
  await expect.poll(runs.rules).toEqual([]);
  await runs.post(runs.id, 'reopen');
  expect(await runs.rules()).toEqual(['deny conductor::time']);
});

test('FR-202: one that comes later has the rules of its role, until its work is ended', async () => {
  const runs = await world();
  const { workers } = await runs.post(runs.id, 'workers', { role: 'Executor' });
  const more = workers.at(-1)?.tab_id;
  await runs.asks(more, REASON);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
  await runs.ask('DELETE', `/v1/runs/${runs.id}/workers/${more}`);
  await expect.poll(runs.rules).toEqual([]);
  // One in the place of another has what that had.
  const { workers: all } = await runs.post(runs.id, `workers/${runs.worker}/restart`);
  await runs.asks(all.at(-1)?.tab_id, REASON, 2);
  expect(await runs.rules()).toEqual(['deny conductor::time']);
});

test('FR-202: a team of somebody else lets nothing run by its roles', async () => {
  const runs = await runWorld();
  const shared = {
    baton_team: 1,
    team_id: 'theirs',
    ...team([{ tool: 'terminal::*', decision: 'run' }, DENIED, { tool: '*', decision: 'ask' }]),
  };
  const { team_id: id } = await runs.ask<Team>('POST', '/v1/teams/import', shared);
  const { roles } = await runs.ask<Team>('GET', `/v1/teams/${id}`);
  expect(roles[1]?.rules).toEqual([DENIED, { tool: '*', params: null, decision: 'ask' }]);
  expect(
    await runs.ask('POST', '/v1/teams/import', { ...shared, ...team([{ tool: 'all' }]) }),
  ).toMatchObject({
    code: 'invalid_request',
  });
});

/** A role that may send to other chats unasked, and a site that chats may read. */
async function sendingWorld() {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const { browser, inbox } = await runs.conductor.browser({
    origin: workerOrigin('5'.repeat(32)),
  });
  const executor = new SimulatedExecutor(browser, newExecutorDisk(), ['cdp']);
  executor.browsers = [{ name: 'work', adapter: 'cdp', origins: ['https://example.org'] }];
  executor.report();
  await inbox.allAcked();
  await runs.ask('POST', '/v1/policy/rules', { tool: 'browser::*', decision: 'run' });
  await runs.ask('PUT', '/v1/teams/sending', team([{ tool: 'conversation::*', decision: 'run' }]));
  const { run_id: id, workers } = await runs.start({ team: 'sending' });
  const chatOf = (words: string) => heard(runs, words).at(-1)?.conversation ?? '';
  return Object.assign(runs, {
    id,
    worker: workers[1]?.tab_id,
    chatOf,
    async reads(chat: string) {
      runs.site.observe(
        chat,
        asking('@browser::ensure::{"url":"https://example.org/a","in":"work"}'),
      );
      await expect
        .poll(() => runs.conductor.rows("select status from instructions where tool = 'ensure'"))
        .toEqual([{ status: 'succeeded' }]);
    },
    async begins(worker: string | undefined, words: string) {
      await runs.post(id, 'inputs', { workers: [worker], text: words });
      await expect.poll(() => heard(runs, words).length).toBe(1);
    },
    async sends(chat: string) {
      runs.site.observe(chat, SENDS);
      const sent = "select status, risk from instructions where tool = 'send'";
      await expect
        .poll(() => runs.conductor.rows(sent))
        .toEqual([{ status: 'awaiting_approval', risk: 'high' }]);
    },
  });
}

const SENDS = asking('@conversation::send::{"to":"nobody","text":"what the page wanted"}');

test('FR-202: a role does not let run what a page may want that its planner read before it began', async () => {
  const runs = await sendingWorld();
  await expect.poll(() => heard(runs, '# The goal').length).toBe(1);
  await runs.reads(runs.chatOf('# The goal'));
  await runs.begins(runs.worker, 'Begin.');
  await runs.sends(runs.chatOf('Begin.'));
});

test('FR-202: nor what a page may want that was read before its run was opened again', async () => {
  const runs = await sendingWorld();
  await runs.begins(runs.worker, 'Begin.');
  await runs.reads(runs.chatOf('Begin.'));
  await runs.post(runs.id, 'stop');
  await runs.post(runs.id, 'reopen');
  await runs.sends(runs.chatOf('Begin.'));
});

test('FR-202: nor what a page may want that a worker read for the planner before this one', async () => {
  const runs = await sendingWorld();
  await runs.begins(runs.worker, 'Begin.');
  const goals = () => heard(runs, '# The goal');
  const [first] = (await runs.shown(runs.id)).workers;
  await runs.post(runs.id, `workers/${first?.tab_id}/restart`);
  await expect.poll(() => goals().length).toBe(2);
  await runs.reads(runs.chatOf('Begin.'));
  await runs.sends(goals().at(-1)?.conversation ?? '');
});

test('FR-202: a worker whose run ends in the midst of its answer is denied what its role denies, and let nothing', async () => {
  const runs = await world([DENIED, { tool: 'conversation::*', decision: 'run' }]);
  await runs.post(runs.id, 'inputs', { workers: [runs.worker], text: 'Go on.' });
  await expect.poll(() => heard(runs, 'Go on.').length).toBe(1);
  await runs.post(runs.id, 'stop');
  expect(await runs.rules()).toEqual(['deny conductor::time']);
  await runs.post(runs.id, 'reopen');
  expect(await runs.rules()).toEqual(['deny conductor::time', 'run conversation::*']);
  await runs.post(runs.id, 'stop');
  runs.site.reply(heard(runs, 'Go on.')[0]?.jobId ?? '', asking('@conductor::time::{}'));
  await expect.poll(() => heard(runs, REASON).length).toBe(1);
  await expect.poll(runs.rules).toEqual([]);
});

test('a text that waited for a worker before its run began comes to it after the goal to its planner', async () => {
  const runs = await sendingWorld();
  const { run_id: id, workers } = await runs.start({ team: 'sending', draft: true });
  await runs.post(id, 'inputs', { workers: [workers[1]?.tab_id], text: 'Wait for it.' });
  const told = runs.site.heard.length;
  await runs.post(id, 'start');
  await expect.poll(() => heard(runs, 'Wait for it.').length).toBe(1);
  expect(runs.site.heard[told]?.text).toContain('# The goal');
});
