import { expect, test } from 'vitest';

import { GOAL, runWorld } from '../../../../kit/run-world.ts';

test('a run that is over is removed with all that hangs on it, and its chats stay', async () => {
  const runs = await runWorld();
  const { conductor } = runs;
  const { run_id: id } = await runs.start({ unreviewed: true });
  const early = await runs.ask<{ code: string }>('DELETE', `/v1/runs/${id}`);
  expect(early).toMatchObject({ code: 'invalid_transition' });
  const { workers } = await runs.reaches(id, 'finished');
  const { run_id: other } = await runs.start({ draft: true });

  expect(await runs.ask('DELETE', `/v1/runs/${id}`)).toEqual({ deleted: true });
  expect(await runs.shown(id)).toMatchObject({ code: 'not_found' });
  for (const table of ['run_workers', 'run_tasks', 'run_inputs', 'run_evidence', 'run_calls'])
    expect(conductor.rows(`select 1 from ${table} where run_id = '${id}'`), table).toEqual([]);
  expect(await runs.shown(other)).toMatchObject({ status: 'draft', goal: GOAL });
  expect(await runs.ask('DELETE', `/v1/runs/${id}`)).toMatchObject({ code: 'not_found' });
  const chat = await runs.ask('GET', `/v1/conversations/${workers[1]?.conversation}`);
  expect(chat).toMatchObject({ local_conversation_id: workers[1]?.conversation });
  // One that was only made can go as well.
  expect(await runs.ask('DELETE', `/v1/runs/${other}`)).toEqual({ deleted: true });
  expect(conductor.rows(`select 1 from events where type = 'run.removed'`)).toHaveLength(2);
});

test('FR-105: a run that has been over for long is forgotten, and one that goes on is not', async () => {
  let ahead = 0;
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined), {
    now: () => Date.now() + ahead,
  });
  await runs.ask('PATCH', '/v1/settings', { runs: { history_ms: 3_600_000 } });
  const { run_id: old } = await runs.start();
  const { run_id: open } = await runs.start();
  await runs.post(old, 'stop');
  const forget = (body: object) => runs.ask('POST', '/v1/retention/run', body);
  expect(await forget({})).toMatchObject({ runs: 0 });
  ahead += 3_600_001;
  expect(await forget({ dry_run: true })).toMatchObject({ runs: 1 });
  expect(await runs.shown(old)).toMatchObject({ status: 'stopped' });
  expect(await forget({})).toMatchObject({ runs: 1 });
  expect(await runs.shown(old)).toMatchObject({ code: 'not_found' });
  expect((await runs.shown(open)).ended_at).toBeNull();
});

test('metrics count what becomes of runs and what is said in them, and name none', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start();
  await runs.planned(id);
  await runs.post(id, 'pause');
  await runs.post(id, 'resume');
  await runs.accept(id);
  await runs.reaches(id, 'finished');
  const answer = await runs.conductor.admin('GET', '/metrics');
  const text = await answer.text();
  const lines = text.split('\n').filter((line) => line.startsWith('baton_run'));
  for (const line of [
    'baton_runs{status="finished"} 1',
    'baton_runs_ended_total{outcome="finished"} 1',
    'baton_run_ready_seconds_count 1',
    'baton_run_seconds_count{outcome="finished"} 1',
    'baton_run_pauses_total{by="person"} 1',
    // The goal, two tasks, and what came of each.
    'baton_run_texts_total{origin="run",risk="low"} 5',
  ])
    expect(lines).toContain(line);
  expect(text).not.toContain(id);
});
