import { expect, test } from 'vitest';

import { mcpClient } from '../../../kit/mcp-client.ts';
import { GOAL, heard, runWorld } from '../../../kit/run-world.ts';

test('a client has a team work on a goal, once its person accepts the plan, and reads the report', async () => {
  const runs = await runWorld();
  const use = await mcpClient(runs.conductor);
  const begun = await use('start_run', { goal: GOAL, team: 'pair' });
  const { run: id } = begun.value as { run: string };
  await runs.planned(id);
  const { value: waits } = await use('read_run', { run: id });
  expect(waits).toMatchObject({ status: 'planning', waits: [{ kind: 'plan' }] });
  const { workers } = waits as { workers: { worker: string; role: string }[] };
  const worker = workers.find(({ role }) => role === 'Executor')?.worker;
  const told = { run: id, worker, text: 'Write it in German.' };
  expect((await use('send_to_worker', told)).value).toMatchObject({ inputs: [{ worker }] });
  await runs.accept(id);
  await runs.reaches(id, 'finished');
  const { value } = await use('read_run', { run: id });
  expect(value).toMatchObject({ status: 'finished', conclusion: 'Keep it by hand.' });
  expect(value['report']).toContainEqual({
    heading: 'Reproduce and verify',
    text: 'Read the table.',
  });
  expect(heard(runs, 'Write it in German.')).toHaveLength(1);
});

test('a client neither accepts a plan nor confirms what could do harm', async () => {
  const runs = await runWorld();
  const use = await mcpClient(runs.conductor);
  const { run_id: id } = await runs.start();
  await runs.planned(id);
  for (const more of [{}, { confirmed: true }]) {
    const told = { run: id, worker: 'all', text: 'Run rm -rf build.', ...more };
    const { text, isError } = await use('send_to_worker', told);
    expect({ text, isError }).toMatchObject({
      isError: true,
      text: expect.stringContaining('Only the person'),
    });
  }
  await use('start_run', { goal: GOAL, team: 'pair', unreviewed: true });
  const reviewed = 'select distinct review_plan as reviewed from runs';
  expect(runs.conductor.rows(reviewed)).toEqual([{ reviewed: 1 }]);
  expect(runs.conductor.rows("select * from run_inputs where risk = 'high'")).toEqual([]);
});
