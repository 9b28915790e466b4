import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { WORKER } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import { call, heard, runWorld } from '../../kit/run-world.ts';

/** Words that only the person and the run have said. Each has a word that stands nowhere else. */
const WORDS = {
  goal: 'Paint the zaunkoenig green.',
  title: 'Buy the rotkehlchen',
  instructions: 'Take the gimpelpaint from the shelf.',
  doneWhen: 'The stieglitz is dry.',
  result: 'A kleiber, painted.',
  command: 'ls ./eisvogel',
  report: 'Look at the wiedehopf first.',
  teamName: 'Pirolcrew',
  scene: 'For a bachstelze.',
  roleTask: 'You feed the mauersegler.',
  program: '/opt/uferschnepfe/bin/agent',
  argument: '--profile=waldkauz',
  folder: 'feldlerche',
} as const;

const CANARIES = [
  'zaunkoenig',
  'rotkehlchen',
  'gimpelpaint',
  'stieglitz',
  'kleiber',
  'eisvogel',
  'wiedehopf',
  'pirolcrew',
  'bachstelze',
  'mauersegler',
  'uferschnepfe',
  'waldkauz',
  'feldlerche',
];

/** Files below a folder that hold a canary: database, write-ahead log, backups, whatever there is. */
const filesWith = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), 'latin1').toLowerCase();
      return CANARIES.filter((canary) => text.includes(canary)).map((one) => `${one} in ${name}`);
    });

test('what is written of runs, teams and programs lies nowhere in plain: in no file, log, event, search or backup', async () => {
  const dataDir = tempDir();
  // The planner hears of nothing: it says one call that tells nothing, and waits.
  const runs = await runWorld(() => call('tabs.list', {}), { dataDir });
  await runs.ask('PUT', '/v1/teams/canaries', {
    name: WORDS.teamName,
    scene: WORDS.scene,
    roles: [
      { role: 'Planner', is_planner: true, task: 'You plan.' },
      { role: 'Worker', task: WORDS.roleTask, template: 'chat:chatgpt' },
    ],
  });
  const folder = join(tempDir(), WORDS.folder);
  mkdirSync(folder);
  const program = {
    command: WORDS.program,
    args: [WORDS.argument, JSON.stringify(WORKER)],
    folder,
  };
  await runs.ask('PUT', `/v1/templates/${encodeURIComponent('acp:canary')}`, program);
  const { run_id: id } = await runs.start({ goal: WORDS.goal, team: 'canaries', draft: true });
  // Another run has begun, and waits: what its person wrote for its workers is not said to anybody.
  const { run_id: paused } = await runs.start({ team: 'canaries' });
  await expect.poll(() => heard(runs, '# The goal').length).toBe(1);
  await runs.post(paused, 'pause');
  const { tab_id: worker } = (await runs.shown(paused)).workers[1] ?? { tab_id: '' };
  const task = { title: WORDS.title, instructions: WORDS.instructions, done_when: WORDS.doneWhen };
  expect(
    await runs.ask('PUT', `/v1/runs/${paused}/plan`, { tasks: [{ ...task, role: 'Worker' }] }),
  ).toMatchObject({ plan: [{ title: WORDS.title }] });
  const [planned] = (await runs.shown(paused)).plan;
  await runs.ask('PATCH', `/v1/runs/${paused}/tasks/${planned?.task_id}`, {
    status: 'done',
    result: WORDS.result,
  });
  expect(
    await runs.post(paused, 'inputs', { workers: [worker], text: WORDS.command }),
  ).toMatchObject({ inputs: [{ status: 'queued' }] });
  await runs.ask('PATCH', `/v1/runs/${paused}/report`, { section: 'verify', text: WORDS.report });

  // It is all there, for its person.
  const shown = JSON.stringify([
    await runs.shown(id),
    await runs.shown(paused),
    await runs.ask('GET', '/v1/teams/canaries'),
    await runs.ask('GET', `/v1/templates/${encodeURIComponent('acp:canary')}`),
  ]).toLowerCase();
  expect(CANARIES.filter((one) => !shown.includes(one))).toEqual(['eisvogel']);

  const backup = await runs.ask<ResponseOf<'createBackup'>>('POST', '/v1/backups', {});
  expect(JSON.stringify(backup)).not.toContain('code');
  expect(filesWith(dataDir)).toEqual([]);
  expect(readdirSync(dataDir)).toContain('backups');
  const events = await (await runs.conductor.admin('GET', '/v1/events/export')).text();
  const logged = JSON.stringify(runs.conductor.log);
  const found = await Promise.all(
    CANARIES.map(async (one) => JSON.stringify(await runs.ask('GET', `/v1/search?q=${one}`))),
  );
  expect(events).toContain('run_input.queued');
  expect(found.every((text) => text.includes('"items":[]'))).toBe(true);
  for (const text of [events, logged].map((one) => one.toLowerCase()))
    expect(CANARIES.filter((one) => text.includes(one))).toEqual([]);
}, 60_000);
