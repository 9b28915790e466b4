import { renameSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { tempDir } from '../../../../kit/running-conductor.ts';
import { GOAL, runWorld } from '../../../../kit/run-world.ts';

test('what was sealed with another key is not written over, and is there again with it', async () => {
  const dataDir = tempDir();
  const key = join(dataDir, 'seal-key');
  const before = await runWorld(undefined, { dataDir });
  const { run_id: id } = await before.start();
  const { plan } = await before.planned(id);
  const task = `/v1/runs/${id}/tasks/${plan[0]?.task_id}`;
  await before.conductor.stop();
  renameSync(key, `${key}.kept`);

  const locked = await runWorld(undefined, { dataDir });
  const shown = await locked.shown(id);
  expect(shown.goal).not.toBe(GOAL);
  expect(await locked.ask('PATCH', task, { result: 'By hand.' })).toMatchObject({
    code: 'seal_locked',
  });
  // A new key does not make it readable either.
  await locked.start({ goal: 'Another.' });
  expect(await locked.ask('PATCH', task, { result: 'By hand.' })).toMatchObject({
    code: 'seal_locked',
  });
  await locked.conductor.stop();
  renameSync(`${key}.kept`, key);

  const after = await runWorld(undefined, { dataDir });
  expect(await after.shown(id)).toMatchObject({
    goal: GOAL,
    plan: [{ title: plan[0]?.title }, {}],
  });
});
