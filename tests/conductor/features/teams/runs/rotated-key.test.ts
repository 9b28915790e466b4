import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../../../shared/api/operations.ts';
import { tempDir } from '../../../../kit/running-conductor.ts';
import { GOAL, runWorld } from '../../../../kit/run-world.ts';

const TABLES = ['runs', 'run_workers', 'run_tasks', 'run_inputs', 'run_teams', 'run_templates'];

const TEAM = {
  name: 'Mine',
  roles: [
    { role: 'Planner', is_planner: true, task: 'You plan.' },
    { role: 'Executor', task: 'You work.' },
  ],
};

test('all that is sealed is sealed with a new key while a run goes on, and opens after a restart', async () => {
  const dataDir = tempDir();
  const runs = await runWorld(undefined, { dataDir });
  await runs.ask('PUT', '/v1/teams/mine', TEAM);
  await runs.ask('PUT', '/v1/templates/acp:mine', { command: 'an-agent' });
  const { run_id: id } = await runs.start({ team: 'mine' });
  await runs.planned(id);
  const keys = () => readFileSync(join(dataDir, 'seal-key'), 'utf8').trimEnd().split('\n');
  const sealedWith = () => {
    const each = TABLES.map((name) => `select substr(sealed, 4, 16) as key from ${name}`);
    const rows = runs.conductor.rows(each.join(' union all '));
    return rows.flatMap(({ key }) => (typeof key === 'string' ? key : []));
  };
  const before = sealedWith();
  const [old] = keys();
  const made = await runs.ask<ResponseOf<'rotateSealKey'>>('POST', '/v1/runs/rotate-key');
  expect(made).toEqual({ rows: before.length, keys: 2 });
  expect(keys()[1]).toBe(old);
  expect(new Set(before).size).toBe(1);
  expect(new Set(sealedWith()).size).toBe(1);
  expect(sealedWith()).not.toContain(before[0]);
  const trail = await runs.ask<ResponseOf<'listEvents'>>('GET', '/v1/events/log');
  expect(trail.items).toContainEqual(expect.objectContaining({ type: 'run_seal.rotated' }));
  await runs.accept(id);
  await runs.reaches(id, 'finished');
  await runs.conductor.stop();

  const after = await runWorld(undefined, { dataDir });
  expect(await after.shown(id)).toMatchObject({ goal: GOAL, conclusion: 'Keep it by hand.' });
  expect(await after.ask('GET', '/v1/teams/mine')).toMatchObject({ name: 'Mine' });
});
