import { expect, test } from 'vitest';

import type { ResponseOf } from '../../../shared/api/operations.ts';
import { programWorld, WORKER } from '../../kit/program-world.ts';
import { tempDir } from '../../kit/running-conductor.ts';

const PLAN = {
  name: 'plan_set',
  params: {
    tasks: [
      { title: 'Find the ways', instructions: 'Clean up:\nrm -rf build' },
      { title: 'Compare them', instructions: 'One table.' },
    ],
  },
};

test('a call that nobody waits for any more goes on, and is not done twice', async () => {
  const runs = await programWorld({
    planner: {
      mcpFile: `${tempDir()}/planner`,
      rules: [
        { on: '# The goal', does: [{ mcp: { ...PLAN, patienceMs: 300 } }, { mcp: PLAN }] },
        { on: '', does: [{ say: 'I wait.' }] },
      ],
    },
    worker: WORKER,
  });
  const { run_id: id } = await runs.start({
    templates: { Planner: 'acp:planner', Executor: 'acp:worker' },
    unreviewed: true,
  });
  const lines = async () =>
    (await runs.shown(id)).workers[0]?.status_snapshot.last_lines.join('\n') ?? '';
  await expect.poll(lines).toContain('timed out');
  const { items } = await runs.ask<ResponseOf<'listApprovals'>>(
    'GET',
    '/v1/approvals?decision=open',
  );
  expect(items).toMatchObject([{ instruction: { action: 'run::plan.set', risk: 'high' } }]);
  const decision = `/v1/approvals/${items[0]?.approval_id}/decision`;
  await runs.ask('POST', decision, { decision: 'approve' });
  await expect.poll(lines).toContain('The tasks are handed out.');
  expect(
    runs.conductor.rows("select count(*) as n from instructions where tool = 'plan.set'"),
  ).toEqual([{ n: 1 }]);
});
