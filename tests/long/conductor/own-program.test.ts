import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { bundleEntry } from '../../kit/bundle-entry.ts';
import { PLANNER, programWorld, WORKER } from '../../kit/program-world.ts';

test('FR-001: a program of one’s own is written, checked, worked with and removed', async () => {
  const runs = await programWorld({ planner: PLANNER });
  const at = `/v1/templates/${encodeURIComponent('acp:mine')}`;
  const check = (body: object = {}) =>
    runs.ask<ResponseOf<'checkTemplate'>>('POST', `${at}/check`, body);
  const mine = {
    command: process.execPath,
    args: [await bundleEntry('tests/kit/fake-agents/fake-acp.ts'), JSON.stringify(WORKER)],
    folder: runs.folder,
  };
  expect(await runs.ask('PUT', at, mine)).toMatchObject({
    template_id: 'acp:mine',
    source: 'own',
    can_plan: true,
    program: { ...mine, env: [] },
  });
  const checked = await check({ start: true });
  expect(checked).toMatchObject({ ready: true, faults: [] });
  expect(checked.ready_ms).toBeGreaterThan(0);

  const templates = { Planner: 'acp:planner', Executor: 'acp:mine' };
  const { run_id: id } = await runs.start({ templates, unreviewed: true });
  await runs.reaches(id, 'finished');

  // What is started lies sealed, and lists do not tell of it.
  const rows = runs.conductor.rows<{ readonly sealed: string }>('select sealed from run_templates');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('fake-acp');
  expect(JSON.stringify(await runs.ask('GET', '/v1/templates'))).not.toContain('fake-acp');

  expect(await runs.ask('DELETE', at)).toEqual({ deleted: true });
  expect(await check()).toMatchObject({ faults: [{ code: 'template_missing' }] });
});
