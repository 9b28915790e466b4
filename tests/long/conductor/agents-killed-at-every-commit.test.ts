import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { UIMessageChunk } from 'ai';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { ModelServer, type Said, type WireRequest } from '../../kit/model-server.ts';
import { tempDir } from '../../kit/running-conductor.ts';
import {
  startConductorKilledAt,
  startLastingConductor,
} from '../../kit/start-conductor-killed-at.ts';
import { folded } from '../../kit/stock-chat.ts';

/** Some thirty ends, each with two starts; a busy machine takes twenty seconds for one. */
const LONG_MS = 1_200_000;

/**
 * Three steps: two calls at once, one more, about which a person is asked, and the answer. What it says follows from what
 * it is told alone.
 */
function say({ messages }: WireRequest): Said {
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (results === 0)
    return {
      calls: [
        ['conductor__time', '{}'],
        ['conductor__echo', '{"text":"one"}'],
      ],
    };
  if (results === 2) return { text: 'One more.', calls: [['conductor__echo', '{"text":"two"}']] };
  return { text: 'All done.' };
}

const rows = (dataDir: string, sql: string): unknown[] => {
  const db = new Database(join(dataDir, 'baton.db'), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
};

interface Scenario {
  readonly agent: string;
  /** A call about which a person is asked; they allow it. */
  readonly asks?: { readonly tool: string; readonly params: object };
  readonly say: (request: WireRequest) => Said;
  /** How many runs there are in the end. */
  readonly runs: number;
  /** How often its models are asked where nothing is cut off. */
  readonly asked: number;
  readonly check: (dataDir: string) => Promise<void> | void;
}

/** Whether the conductor died before the run was over. */
async function run(killAt: number, scenario: Scenario): Promise<boolean> {
  const { agent, asks, say, runs, asked, check } = scenario;
  const dataDir = tempDir();
  const model = await new ModelServer(say).start();
  onTestFinished(() => model.stop());
  model.configure(dataDir);
  const doomed = await startConductorKilledAt(dataDir, killAt);
  let current = doomed ?? (await startLastingConductor(dataDir));
  const secret = readFileSync(join(dataDir, 'admin-secret'), 'utf8');
  const post = async (
    path: string,
    body: object,
    key: string,
  ): Promise<{ session_id?: string }> => {
    for (;;) {
      try {
        const answer = await fetch(`${current.url}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${secret}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(body),
        });
        if (answer.ok) return (await answer.json()) as { session_id?: string };
        throw new Error(await answer.text());
      } catch (cause) {
        // It died before it answered: whoever asks asks the next one again, by the same key.
        if (current !== doomed) throw cause;
        await doomed?.exit;
        current = await startLastingConductor(dataDir);
      }
    }
  };
  /** Waits until the query gives that many rows, with the next conductor where this one dies. */
  const until = async (sql: string, count = 1): Promise<void> => {
    const isSo = expect.poll(() => rows(dataDir, sql)).toHaveLength(count);
    if (current === doomed) {
      const died = await Promise.race([doomed?.exit.then(() => true) ?? true, isSo]);
      if (died === true) current = await startLastingConductor(dataDir);
    }
    await isSo;
  };
  if (asks !== undefined) await post('/v1/policy/rules', { ...asks, decision: 'ask' }, 'rule');
  const opened = await post('/v1/agent-sessions', { agent, model: 'test:m' }, 'a');
  await post(`/v1/conversations/${opened.session_id}/messages`, { text: 'Go.' }, 'b');
  if (asks !== undefined) {
    await until(`select 1 from agent_runs where status = 'waiting_person'`);
    const [approval] = rows(dataDir, 'select approval_id as id from approvals') as { id: string }[];
    await post(`/v1/approvals/${approval?.id}/decision`, { decision: 'approve' }, 'yes');
  }
  await until(`select 1 from agent_runs where status = 'succeeded' and parent_run_id is null`);
  const died = current !== doomed;
  await until(`select 1 from agent_runs where status = 'succeeded'`, runs);
  await until('select 1 from agent_streams where is_open = 0', runs);
  current.child.kill('SIGKILL');

  expect(rows(dataDir, 'select status, last_error_code as code from delivery_jobs')).toEqual(
    Array.from({ length: runs }, () => ({ status: 'finalized', code: null })),
  );
  await check(dataDir);
  // A call that was cut off is made again.
  expect(model.requests.length).toBeLessThanOrEqual(died ? asked + 1 : asked);
  return died;
}

async function checkAlone(dataDir: string): Promise<void> {
  expect(
    rows(dataDir, `select target || '::' || tool as tool, status from instructions order by 1, 2`),
  ).toEqual([
    { tool: 'conductor::echo', status: 'succeeded' },
    { tool: 'conductor::echo', status: 'succeeded' },
    { tool: 'conductor::time', status: 'succeeded' },
  ]);
  expect(rows(dataDir, 'select number, status from agent_steps')).toEqual(
    [0, 1, 2].map((number) => ({ number, status: 'closed' })),
  );
  const [answer] = rows(
    dataDir,
    `select parts_json as parts from agent_messages where role = 'assistant'`,
  ) as { parts: string }[];
  expect(answer?.parts).toContain('All done.');
  const log = rows(dataDir, 'select body from agent_stream_rows order by first') as {
    body: string;
  }[];
  const chunks = log.flatMap(({ body }) =>
    body.split('\n').map((line) => JSON.parse(line) as UIMessageChunk),
  );
  expect(await folded(chunks)).toEqual(JSON.parse(answer?.parts ?? ''));
  const told = chunks
    .map(({ type }) => type)
    .filter((type) => /^(tool-approval|finish$)/.test(type));
  expect(told).toEqual(['tool-approval-request', 'finish', 'tool-approval-response', 'finish']);
}

/** Asks a worker, which looks at the clock. */
function delegate({ messages }: WireRequest): Said {
  const isNew = messages.at(-1)?.role === 'user';
  const isWorker = messages.some(({ content }) => content?.includes('# Scope') === true);
  if (isWorker)
    return isNew
      ? { calls: [['conductor__time', '{}']] }
      : { text: '{"summary":"It is late.","evidence":[]}' };
  const task = { name: 'time', task: 'Tell the time.', scope: 'the time' };
  return isNew ? { calls: [['agent__sub-agent', JSON.stringify(task)]] } : { text: 'All done.' };
}

function checkWorker(dataDir: string): void {
  expect(
    rows(dataDir, `select tool, status, result_text as result from instructions order by 1`),
  ).toEqual([
    { tool: 'sub-agent', status: 'succeeded', result: expect.stringContaining('It is late.') },
    { tool: 'time', status: 'succeeded', result: expect.any(String) },
  ]);
  expect(rows(dataDir, 'select workers_used as used from agent_runs order by 1')).toEqual([
    { used: 0 },
    { used: 1 },
  ]);
  expect(
    rows(
      dataDir,
      'select count(*) as workers from agent_sessions where parent_instruction_id is not null',
    ),
  ).toEqual([{ workers: 1 }]);
}

it('an agent whose conductor dies after any commit does everything once', async () => {
  const asks = { tool: 'conductor::echo', params: { text: 'two' } };
  const scenario = { agent: 'assistant', asks, say, runs: 1, asked: 3, check: checkAlone };
  let killAt = 1;
  while (await run(killAt, scenario)) killAt += 1;
  expect(killAt).toBeGreaterThan(10);
});

it(
  'so does one that another agent works for',
  async () => {
    const scenario = {
      agent: 'orchestrator',
      say: delegate,
      runs: 2,
      asked: 4,
      check: checkWorker,
    };
    let killAt = 1;
    while (await run(killAt, scenario)) killAt += 1;
    expect(killAt).toBeGreaterThan(20);
  },
  LONG_MS,
);
