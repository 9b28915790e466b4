import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { AgentScript } from '../kit/fake-agents/agent-script.ts';
import { programWorld } from '../kit/program-world.ts';
import { tempDir } from '../kit/running-conductor.ts';

// The MCP server that each program of a worker is given: at an address of its own, for as long as it works.

const TEAM = { Planner: 'acp:planner', Executor: 'acp:worker' };

const TASKS = [
  { title: 'Find the ways', instructions: 'Name three.' },
  { title: 'Compare them', instructions: 'One table.' },
];

const WAITS = { on: '', does: [{ say: 'I wait.' }] };

const report = { name: 'worker_report', params: { status: 'done', summary: 'Did it.' } };

/** A planner whose tasks are these, and a worker that does them, each with its own address in a file. */
function scripts(tasks: readonly object[], dir = tempDir()) {
  const plan = { name: 'plan_set', params: { tasks } };
  const planner: AgentScript = {
    mcpFile: join(dir, 'planner'),
    rules: [
      { on: '# The goal', does: [{ mcp: plan }] },
      {
        on: 'No task is open',
        does: [{ mcp: { name: 'run_complete', params: { conclusion: 'By hand.' } } }],
      },
      WAITS,
    ],
  };
  const worker: AgentScript = {
    mcpFile: join(dir, 'worker'),
    rules: [{ on: '# Task:', does: [{ mcp: report }] }, WAITS],
  };
  return { plan, planner, worker, address: (of: string) => readFileSync(join(dir, of), 'utf8') };
}

/** Returns the answer of an address. */
async function ask(url: string, method: string, params: object = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: answer.status, said: await answer.text() };
}

test('FR-004: programs that take MCP call the tools of their run there, each its own, for as long as they work', async () => {
  const { planner, worker, address } = scripts(TASKS);
  const runs = await programWorld({ planner, worker });
  const { run_id: id, workers } = await runs.start({ templates: TEAM, unreviewed: true });
  expect(await runs.reaches(id, 'finished')).toMatchObject({
    conclusion: 'By hand.',
    plan: [{ result: 'Did it.' }, { result: 'Did it.' }],
  });
  // What comes of a call is its answer, and no message.
  expect(
    runs.conductor.rows("select count(*) as n from delivery_jobs where origin = 'reply'"),
  ).toEqual([{ n: 0 }]);

  const own = await ask(address('worker'), 'tools/list');
  expect(own.said).toContain('worker_report');
  expect(own.said).not.toContain('plan_set');
  const foreign = await ask(address('worker'), 'tools/call', {
    name: 'plan_set',
    arguments: { tasks: TASKS },
  });
  expect(foreign.said).toContain('unknown_tool');
  // It was told nothing that it could report on.
  const idle = await ask(address('worker'), 'tools/call', {
    name: report.name,
    arguments: report.params,
  });
  expect(idle.said).toContain('Calls are taken while you work');
  // The address itself is nowhere: a copy of the data lets nobody in.
  const token = address('worker').split('/').at(-1) ?? '';
  expect(token).toHaveLength(43);
  expect(JSON.stringify(runs.conductor.rows('select * from run_workers'))).not.toContain(token);

  const { tab_id: executor } = workers[1] ?? {};
  await runs.ask('POST', `/v1/runs/${id}/reopen`);
  await runs.ask('DELETE', `/v1/runs/${id}/workers/${executor}`);
  await expect.poll(async () => (await ask(address('worker'), 'tools/list')).status).toBe(404);
  expect((await ask(address('planner'), 'tools/list')).status).toBe(200);
});
