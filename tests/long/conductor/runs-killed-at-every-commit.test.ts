import { expect, it } from 'vitest';

import { asking } from '../../kit/browser-frames.ts';
import { prepareChats, RESTARTED, runKilled } from '../../kit/killed-with-chats.ts';

const call = (tool: string, params: object): string =>
  asking(`@run::${tool}::${JSON.stringify(params)}`);

const TASKS = [
  { title: 'First', instructions: 'Do the first.' },
  { title: 'Second', instructions: 'Do the second.', dependsOn: [1] },
];

function say(text: string): string {
  if (text.includes('# The goal')) return call('plan.set', { tasks: TASKS });
  if (text.includes('No task is open')) return call('run.complete', { conclusion: 'Done.' });
  const task = /# Task: (\w+)/.exec(text)?.[1];
  if (task !== undefined)
    return call('worker.report', { status: 'done', summary: `${task} it is.` });
  return 'I wait.';
}

it('a run whose conductor dies after any commit says everything once, and ends', async () => {
  const prepared = await prepareChats();
  let killAt = 0;
  for (let died = true; died;) {
    killAt += 1;
    const ended = await runKilled(prepared, killAt, say, async ({ get, post }) => {
      // The browser may have to come back first: until then no chat can be begun.
      const body = { goal: 'Reach it.', team: 'pair', unreviewed: true };
      const { run_id: id } = (await post('/v1/runs', body)) as { run_id: string };
      const status = async () =>
        ((await get(`/v1/runs/${id}`)) as { status?: string } | undefined)?.status;
      await expect.poll(status, RESTARTED).toBe('finished');
    });
    died = ended.died;
    const said = (words: string) => ended.heard.filter(({ text }) => text.includes(words)).length;
    expect({
      killAt,
      goal: said('# The goal'),
      first: said('# Task: First'),
      second: said('# Task: Second'),
      role: said('# How you report'),
      chats: new Set(ended.heard.map(({ conversation }) => conversation)).size,
    }).toEqual({ killAt, goal: 1, first: 1, second: 1, role: 1, chats: 2 });
    // What came of each task was told, together or one by one, and no text waits or was dropped.
    expect(said('# What came of tasks')).toBeGreaterThan(0);
    expect(ended.rows('select status from runs')).toEqual([{ status: 'finished' }]);
    expect(ended.rows('select status, count(*) as n from run_tasks group by 1')).toEqual([
      { status: 'done', n: 2 },
    ]);
    expect(ended.rows('select distinct status from run_inputs')).toEqual([{ status: 'sent' }]);
    expect(
      ended.rows(
        `select count(*) as n from run_inputs i left join delivery_jobs j on j.job_id = i.job_id where j.job_id is null`,
      ),
    ).toEqual([{ n: 0 }]);
  }
  expect(killAt).toBeGreaterThan(20);
});
