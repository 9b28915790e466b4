import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runConductor, type RunningConductor } from '../support/running-conductor.ts';

/** A file in the place of an export, with one conversation and these rows of it. */
function fileOf(...rows: readonly (readonly [string, object])[]): string {
  const conversation = {
    conversation_key: 'chatgpt/a',
    local_conversation_id: 'imported-a',
    platform: 'chatgpt',
    remote_conversation_id: 'a',
    mode: 'manual',
    final_timeout_ms: 1_000,
    created_at: 1,
    updated_at: 1,
    version: 1,
  };
  return [
    { baton_export: 1 },
    { table: 'conversations', row: conversation },
    ...rows.map(([table, row]) => ({ table, row: { conversation_key: 'chatgpt/a', ...row } })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

async function take(conductor: RunningConductor, body: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${conductor.url}/v1/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      'content-type': 'application/x-ndjson',
    },
    body,
  });
  return (await answer.json()) as Record<string, unknown>;
}

const ARTIFACT = {
  artifact_id: 'art',
  name: 'a.txt',
  media_type: 'text/plain',
  size_bytes: 6,
  created_at: 1,
  version: 1,
};
const ANCHOR = {
  anchor_id: 'anchor',
  assistant_message_id: 'r',
  observed_at: 1,
  source: 'browser.final_message',
  raw_text: 'x',
  chain_json: '[]',
  version: 1,
};
const INSTRUCTION = {
  instruction_id: 'ins',
  anchor_id: 'anchor',
  position: 0,
  target: 'conductor',
  tool: 'echo',
  params_json: '{"text":"ran"}',
  risk: 'low',
  read_only: 1,
  idempotent: 1,
  status: 'ready',
  result_format: 'text',
  created_at: 1,
  version: 1,
};

it.each([
  '../../secret.txt',
  `..${'/../secret.txt'.padStart(62, '/')}`,
  '/etc/passwd',
  `${'a'.repeat(63)}/`,
  'A'.repeat(64),
  '',
])('an artifact whose content is named %j is not taken in', async (sha256) => {
  const conductor = await runConductor();
  const secret = join(conductor.dataDir, 'secret.txt');
  writeFileSync(secret, 'secret');
  const answer = await take(conductor, fileOf(['artifacts', { ...ARTIFACT, sha256 }]));
  expect(answer).toMatchObject({
    code: 'invalid_request',
    detail: expect.stringMatching(/sha256/),
  });
  expect(conductor.rows('select * from artifacts')).toEqual([]);
  expect((await conductor.admin('GET', '/v1/artifacts/art/content')).status).toBe(404);
  expect(existsSync(secret)).toBe(true);
});

it('a value that no reader of it knows is not taken in', async () => {
  const conductor = await runConductor();
  const sha256 = createHash('sha256').update('secret').digest('hex');
  for (const [table, row, field] of [
    ['conversation_labels', { label: 7 }, 'label'],
    ['message_anchors', { ...ANCHOR, source: 'nowhere' }, 'source'],
    ['message_anchors', { ...ANCHOR, chain_json: '[' }, 'chain_json'],
    ['artifacts', { ...ARTIFACT, sha256, surprise: 1 }, 'surprise'],
    ['settings', { name: 'policy' }, 'table'],
    ['clients', { client_id: 'x' }, 'table'],
  ] as const) {
    const answer = await take(conductor, fileOf([table, row]));
    expect(answer).toMatchObject({ code: 'invalid_request' });
    expect(answer['detail']).toContain(field);
  }
  expect(conductor.rows('select * from conversations')).toEqual([]);
});

it('what had not ended ends, and no rule of a file lets an action run', async () => {
  const conductor = await runConductor();
  const job = {
    job_id: 'job',
    message_text: 'Send me.',
    delivery_kind: 'proxy_delivery',
    origin: 'person',
    chain_json: '[]',
    dedupe_key: 'd',
    status: 'pending',
    attempt_count: 0,
    max_attempts: 5,
    reconcile: 0,
    created_at: 1,
    updated_at: 1,
    version: 1,
  };
  const approval = {
    approval_id: 'app',
    instruction_id: 'ins',
    kind: 'permission',
    decision: 'open',
    created_at: 1,
    version: 1,
  };
  const rule = {
    rule_id: 'rule',
    tool_pattern: '*::*',
    decision: 'run',
    created_at: 1,
    version: 1,
  };
  const answer = await take(
    conductor,
    fileOf(
      ['message_anchors', ANCHOR],
      ['delivery_jobs', job],
      ['instructions', INSTRUCTION],
      ['approvals', approval],
      ['policy_rules', rule],
    ),
  );
  expect(answer).toEqual({ imported: 1, known: 0 });
  expect(conductor.rows('select status, error_code from instructions')).toEqual([
    { status: 'failed', error_code: 'cancelled' },
  ]);
  expect(conductor.rows('select status, last_error_code from delivery_jobs')).toEqual([
    { status: 'failed', last_error_code: 'cancelled' },
  ]);
  expect(conductor.rows('select decision from approvals')).toEqual([{ decision: 'cancelled' }]);
  expect(conductor.rows('select decision from policy_rules')).toEqual([{ decision: 'ask' }]);

  // Nor does it run or go out at the next start, which takes up what had not ended.
  await conductor.stop();
  const again = await runConductor({}, conductor.dataDir);
  expect(again.rows('select status from instructions')).toEqual([{ status: 'failed' }]);
  expect(again.rows("select * from events where type = 'instruction.begin'")).toEqual([]);
});
