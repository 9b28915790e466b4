import { once } from 'node:events';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { restoreBackup } from '../../conductor/src/restore-backup.ts';
import { workerOrigin } from '../../shared/model/worker-origin.ts';
import { agentWorld } from '../kit/agent-world.ts';
import { tempDir } from '../kit/running-conductor.ts';
import { newExecutorDisk, SimulatedExecutor } from '../kit/simulated-executor.ts';

it('after a restore agents stay stopped, and what waits for them and their schedules, until a person has them go on', async () => {
  const before = await agentWorld(() => ({ after: new Promise(() => undefined) }));
  const { conductor, ask } = before;
  const { browser } = await conductor.browser({ origin: workerOrigin('0'.repeat(32)) });
  new SimulatedExecutor(browser, newExecutorDisk(), ['cdp']).report();
  const { chat_session_id: chat } = await ask<{ chat_session_id: string }>('POST', '/v1/sessions', {
    label: 'a program',
  });
  const calls = `/v1/sessions/${chat}/calls`;
  await ask('POST', `${calls}?wait=5000`, { tool: 'browser.ensure', args: { in: 'cdp' } });
  browser.close();
  const called = await ask('POST', `${calls}?wait=0`, {
    tool: 'browser.snapshot',
    args: {},
    judge: false,
  });
  expect(called).toMatchObject({ status: 'queued' });
  const session = await before.open();
  const asked = once(before.model, 'asked');
  const path = `/v1/conversations/${session}/messages`;
  for (const text of ['Do it once.', 'And this.']) await ask('POST', path, { text });
  await asked;
  await ask('POST', '/v1/schedules', {
    agent: 'assistant',
    model: 'test:small',
    cron: '0 8 * * *',
    time_zone: 'Europe/Berlin',
    prompt: 'What is new?',
  });
  const backup = join(tempDir(), 'kept');
  await ask('POST', '/v1/backups', { file: backup });
  await conductor.stop();
  await restoreBackup(backup, conductor.dataDir, Date.now());

  const after = await agentWorld(() => ({ text: 'Done again.' }), { dataDir: conductor.dataDir });
  const status = (table: string): unknown[] =>
    after.conductor.rows(`select status from ${table} order by rowid`);
  await expect.poll(() => status('agent_runs')).toEqual([{ status: 'stopped' }]);
  expect(status('schedules')).toEqual([{ status: 'paused' }]);
  expect(after.conductor.rows('select error_code from resource_calls order by rowid')).toEqual([
    { error_code: null },
    { error_code: 'cancelled' },
  ]);
  expect(status('delivery_jobs').at(-1)).toEqual({ status: 'failed' });
  expect(
    after.conductor.rows(
      "select distinct last_error_text from delivery_jobs where status = 'failed'",
    ),
  ).not.toContainEqual({ last_error_text: 'A person cancelled it.' });
  expect(after.model.requests).toEqual([]);
});
