import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runBaton } from '../../kit/run-baton.ts';
import { call, GOAL, runWorld, TASKS } from '../../kit/run-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const env = ({ conductor }: Awaited<ReturnType<typeof runWorld>>) => ({
  env: { BATON_DATA_DIR: conductor.dataDir },
});

test('FR-001: one line has a team reach a goal, and prints its report', async () => {
  const runs = await runWorld();
  const args = ['run', GOAL, '--team', 'pair', '--unreviewed'];
  const { code, out, err } = await runBaton(args, env(runs));
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toContain('by the team pair: Planner (chat:chatgpt), Executor (chat:chatgpt)');
  expect(err).toContain('Finished: 2 of 2 tasks');
  expect(out).toContain(`## Goal\n\n${GOAL}\n`);
  expect(out).toContain('Keep it by hand.');
});

test('the report is written into a file, as Markdown or as JSON, and over none that is there', async () => {
  const runs = await runWorld();
  const { run_id: id } = await runs.start({ unreviewed: true });
  await runs.reaches(id, 'finished');
  const report = (...more: readonly string[]) =>
    runBaton(['run', 'report', id, ...more], env(runs));
  const { out } = await report();
  expect(out).toContain('## Reproduce and verify\n\nRead the table.\n');
  const [markdown, json] = ['report.md', 'report.json'].map((name) => join(tempDir(), name));
  expect(await report('--output', markdown ?? '')).toMatchObject({ code: 0 });
  expect(`${readFileSync(markdown ?? '', 'utf8')}\n`).toBe(out);
  expect(await report('--output', json ?? '')).toMatchObject({ code: 0 });
  const whole = JSON.parse(readFileSync(json ?? '', 'utf8')) as { sections: object[] };
  expect(whole).toMatchObject({ run_id: id, status: 'finished' });
  expect(whole.sections).toContainEqual({
    section: 'verify',
    heading: 'Reproduce and verify',
    text: 'Read the table.',
    by: 'planner',
  });
  expect(await report('--output', json ?? '')).toMatchObject({ code: 2 });
});

test('what waits for the person is said with the command that answers', async () => {
  const runs = await runWorld((text) => {
    if (text.includes('# The goal')) return call('run.ask', { question: 'In which language?' });
    if (text.includes('# The person answers')) return call('plan.set', { tasks: TASKS });
    return undefined;
  });
  const { items } = await runs.ask<{ items: object[] }>('GET', '/v1/runs');
  expect(items).toEqual([]);
  const begun = await runBaton(['run', '-', '--json', '--no-wait'], { ...env(runs), input: GOAL });
  const { run_id: id } = JSON.parse(begun.out) as { run_id: string };
  const watched = runBaton(['run', 'watch', id], env(runs));
  await expect.poll(async () => (await runs.shown(id)).waits.length).toBe(1);
  const [wait] = (await runs.shown(id)).waits;
  await runs.post(id, 'answers', { question: wait?.question, text: 'English' });
  await runs.accept(id);
  const { code, err } = await watched;
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toContain(`In which language? Answer: baton run answer ${id} --question`);
  expect(err).toContain(`Accept it: baton run accept ${id}`);
});

test('a run that was stopped has no report to print, and an exit code of its own', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const { run_id: id } = await runs.start();
  await runs.post(id, 'stop');
  const { code, err } = await runBaton(['run', 'watch', id], env(runs));
  expect({ code, err }).toMatchObject({ code: 12, err: expect.stringContaining('Stopped') });
});

test('commands of runs keep their own options, and a goal is not one of them', async () => {
  const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
  const started = await runBaton(
    ['run', 'start', '--goal', GOAL, '--team', 'feature', '--json'],
    env(runs),
  );
  expect(JSON.parse(started.out)).toMatchObject({ team: 'feature' });
  expect(await runBaton(['run', ' '], env(runs))).toMatchObject({ code: 2 });
  expect((await runBaton(['run'], env(runs))).out).toContain('have a team work on a goal');
});
