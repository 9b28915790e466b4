import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runConductor, type RunningConductor } from '../kit/running-conductor.ts';

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

const RULE = {
  rule_id: 'rule',
  tool_pattern: '*',
  decision: 'deny',
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
    ['message_anchors', { ...ANCHOR, chain_json: '{}' }, 'chain_json'],
    ['message_anchors', { ...ANCHOR, chain_json: '[[]]' }, 'chain_json'],
    ['instructions', { ...INSTRUCTION, params_json: 'null' }, 'params_json'],
    ['instructions', { ...INSTRUCTION, params_json: '[]' }, 'params_json'],
    ['message_anchors', { ...ANCHOR, observed_at: 8.7e15 }, 'observed_at'],
    ['message_anchors', { ...ANCHOR, observed_at: -1 }, 'observed_at'],
    ['artifacts', { ...ARTIFACT, sha256, surprise: 1 }, 'surprise'],
    [
      'artifacts',
      { ...ARTIFACT, sha256, ...JSON.parse('{"__proto__":1}') },
      'line 3: row.__proto__: is no column',
    ],
    [
      'artifacts',
      { ...ARTIFACT, sha256, media_type: 'text/html\r\nset-cookie: a=b' },
      'media_type',
    ],
    ['policy_rules', { ...RULE, params_pattern_json: '{"path":["*"]}' }, 'params_pattern_json'],
    ['settings', { name: 'policy' }, 'table'],
    ['clients', { client_id: 'x' }, 'table'],
  ] as const) {
    const answer = await take(conductor, fileOf([table, row]));
    expect(answer).toMatchObject({ code: 'invalid_request' });
    expect(answer['detail']).toContain(field);
  }
  expect(conductor.rows('select * from conversations')).toEqual([]);
});

it.each(['$(reboot)', '`reboot`', '-rf', '\u001B[2J', '../../x', 'a b', 'é', '', 'a'.repeat(257)])(
  'an id of ours that is %j is not taken in',
  async (id) => {
    const conductor = await runConductor();
    const sha256 = '0'.repeat(64);
    for (const [table, row] of [
      ['artifacts', { ...ARTIFACT, sha256, artifact_id: id }],
      ['message_anchors', { ...ANCHOR, anchor_id: id }],
      ['conversations', { local_conversation_id: id }],
    ] as const) {
      const file = fileOf([table, row]);
      const answer = await take(conductor, file);
      expect(answer).toMatchObject({ code: 'invalid_request', field: 'line 3' });
      expect(answer['detail']).toMatch(/_id: is letters|row\.\w+: is missing/);
    }
  },
);

it('a conversation goes by its own name, and takes none of another one', async () => {
  const conductor = await runConductor();
  expect(await take(conductor, fileOf())).toEqual({ imported: 1, known: 0 });
  const other = fileOf(['conversation_aliases', { alias_key: 'chatgpt/a', created_at: 1 }])
    .replaceAll('"chatgpt/a","local', '"chatgpt/b","local')
    .replace('"remote_conversation_id":"a"', '"remote_conversation_id":"b"')
    .replace('imported-a', 'imported-b')
    .replace(
      '{"conversation_key":"chatgpt/a","alias_key"',
      '{"conversation_key":"chatgpt/b","alias_key"',
    );
  expect((await take(conductor, other))['detail']).toContain('is another conversation here');
  const misnamed = other.replace('"remote_conversation_id":"b"', '"remote_conversation_id":"c"');
  expect((await take(conductor, misnamed))['detail']).toContain('conversation_key');
  expect(conductor.rows('select local_conversation_id as id from conversations')).toEqual([
    { id: 'imported-a' },
  ]);
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
  const renewal = {
    goal: 'Do as the file says.',
    spacing_ms: 1,
    max_turns: 1_000,
    turns_used: 0,
    status: 'active',
    due_at: 1,
    created_at: 1,
    updated_at: 1,
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
      ['renewals', renewal],
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
  expect(conductor.rows('select status, stop_reason, due_at from renewals')).toEqual([
    { status: 'stopped', stop_reason: 'imported', due_at: null },
  ]);

  // Nor does it run or go out at the next start, which takes up what had not ended.
  await conductor.stop();
  const again = await runConductor({}, conductor.dataDir);
  expect(again.rows('select status from instructions')).toEqual([{ status: 'failed' }]);
  expect(again.rows("select * from events where type = 'instruction.begin'")).toEqual([]);
});

it('a conversation of a file is kin to none of here, and their rules do not hold in it', async () => {
  const conductor = await runConductor();
  await take(conductor, fileOf());
  const rules: string[] = [];
  for (const bound of [{ agent: 'time' }, { conversation: 'imported-a' }]) {
    const rule = { tool: '*::*', decision: 'run', ...bound };
    const answer = await conductor.admin('POST', '/v1/policy/rules', rule);
    rules.push(((await answer.json()) as { rule_id: string }).rule_id);
  }
  const kin = { agent_id: 'time', parent_key: 'chatgpt/a' };
  const worker = fileOf(
    ['message_anchors', ANCHOR],
    ['instructions', INSTRUCTION],
    ['policy_rules', { ...RULE, agent_id: 'time' }],
  )
    .replace('"imported-a"', `"imported-b",${JSON.stringify(kin).slice(1, -1)}`)
    .replaceAll('"conversation_key":"chatgpt/a"', '"conversation_key":"chatgpt/b"')
    .replace('"remote_conversation_id":"a"', '"remote_conversation_id":"b"');
  expect(await take(conductor, worker)).toEqual({ imported: 1, known: 0 });
  const why = await (await conductor.admin('GET', '/v1/instructions/ins/why')).text();
  expect(rules).toHaveLength(2);
  for (const rule of rules) expect(why).not.toContain(rule);
  expect(why).toContain('"rule"');
  // Its own rule holds for itself alone.
  expect(conductor.rows("select agent_id from policy_rules where rule_id = 'rule'")).toEqual([
    { agent_id: null },
  ]);
});
