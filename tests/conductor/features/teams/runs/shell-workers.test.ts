import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { asking } from '../../../../kit/browser-frames.ts';
import { writePrograms } from '../../../../kit/program-files.ts';
import { PLANNER } from '../../../../kit/program-world.ts';
import { planOf, runWorld } from '../../../../kit/run-world.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';

const TEMPLATES = { Executor: 'terminal:shell' };

function folder(): string {
  const made = join(tempDir(), 'work');
  mkdirSync(made);
  return made;
}

describe('what is said to a shell', () => {
  test.each([
    'ls\nrm -rf build',
    'cat list | xargs rm',
    // Only worth a look where an assistant reads it, which would ask by itself.
    'sudo true',
    'cp notes /srv/other',
  ])('FR-006: waits for a person where it could do harm: %j', async (harm) => {
    const runs = await runWorld((text) =>
      text.includes('# The goal') ? planOf('echo one', harm) : null,
    );
    const { run_id: id } = await runs.start({
      templates: TEMPLATES,
      folder: folder(),
      unreviewed: true,
    });
    await expect
      .poll(async () => (await runs.shown(id)).waits.map(({ kind }) => kind))
      .toEqual(['approval']);
    const { items } = await runs.ask<ResponseOf<'listApprovals'>>(
      'GET',
      '/v1/approvals?decision=open',
    );
    expect(items).toMatchObject([{ instruction: { action: 'run::plan.set', risk: 'high' } }]);
    expect(runs.conductor.rows('select * from run_tasks')).toEqual([]);
  });

  test('FR-006: is confirmed by a person who writes it, too', async () => {
    const runs = await runWorld((text) => (text.includes('# The goal') ? null : undefined));
    const { run_id: id, workers } = await runs.start({
      team: 'feature',
      templates: TEMPLATES,
      folder: folder(),
    });
    // Nothing leaves meanwhile.
    await runs.post(id, 'pause');
    const named = (role: string) => workers.find((one) => one.role === role)?.tab_id;
    const send = (role: string) =>
      runs.post(id, 'inputs', { workers: [named(role)], text: 'sudo true' });
    expect(await send('Executor')).toMatchObject({ code: 'risk_unconfirmed' });
    expect(await send('Tester')).toMatchObject({ inputs: [{ risk: 'medium' }] });
    const both = { workers: 'all', text: 'sudo true' };
    expect(await runs.post(id, 'inputs', both)).toMatchObject({ code: 'risk_unconfirmed' });
    const tasks = [
      { title: 'Look', instructions: 'ls', role: 'Executor' },
      { title: 'Sum up', instructions: 'sudo true', role: 'Tester' },
    ];
    const plan = (body: object) => runs.ask<{ code?: string }>('PUT', `/v1/runs/${id}/plan`, body);
    expect((await plan({ tasks })).code).toBeUndefined();
    const [task] = (await runs.shown(id)).plan;
    const change = (instructions: string) =>
      runs.ask('PATCH', `/v1/runs/${id}/tasks/${task?.task_id}`, { instructions });
    expect(await change('sudo true')).toMatchObject({ code: 'risk_unconfirmed' });
    expect(await change('true')).toMatchObject({ run_id: id });
  });
});

test('a shell plans nothing', async () => {
  const runs = await runWorld();
  const templates = { Planner: 'terminal:shell' };
  expect(await runs.start({ templates, folder: folder() })).toMatchObject({
    code: 'invalid_request',
    field: 'body.templates.Planner',
  });
});

test('another chat tells a program nothing', async () => {
  const dataDir = tempDir();
  await writePrograms(dataDir, { planner: PLANNER });
  const runs = await runWorld(() => null, { dataDir });
  await runs.mine();
  await runs.ask('POST', '/v1/policy/rules', { tool: 'conversation::*', decision: 'run' });
  const templates = { Planner: 'acp:planner' };
  const { run_id: id } = await runs.start({ templates, folder: folder() });
  const { workers } = await runs.planned(id);
  const to = JSON.stringify({ to: workers[0]?.conversation, text: 'Plan something else.' });
  runs.site.observe('mine', asking(`@conversation::send::${to}`));
  const sent = `select status, last_error_code as code from delivery_jobs where origin = 'conversation'`;
  await expect
    .poll(() => runs.conductor.rows(sent))
    .toEqual([{ status: 'failed', code: 'action_denied' }]);
});
