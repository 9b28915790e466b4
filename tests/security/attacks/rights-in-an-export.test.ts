import { afterAll, beforeAll, expect, test } from 'vitest';

import { runtimeReport } from '../../kit/browser-frames.ts';
import { faceAsk, signIn } from '../../kit/face-client.ts';
import { startTestConductor, type TestConductor } from '../../kit/running-conductor.ts';
import { workerOrigin } from '../../../shared/model/worker-origin.ts';

// Rows of an export that somebody else made, and stored answers, codes and sessions whose right is over: none of them lets
// anything run, be sent, or be read.

let conductor: TestConductor;
beforeAll(async () => {
  conductor = await startTestConductor();
});
afterAll(() => conductor.end());

let chats = 0;

const INSTRUCTION = {
  instruction_id: 'i',
  anchor_id: 'anchor',
  position: 0,
  target: 'conductor',
  tool: 'echo',
  params_json: '{"text":"harm"}',
  risk: 'low',
  read_only: 1,
  idempotent: 1,
  status: 'ready',
  result_format: 'text',
  created_at: 1,
  version: 1,
};
const ANCHOR = {
  anchor_id: 'anchor',
  assistant_message_id: 'r',
  observed_at: 1,
  source: 'browser.final_message',
  raw_text: '```baa\n@conductor::echo::{"text":"harm"}\n```',
  chain_json: '[]',
  actions_hash: 'hash',
  version: 1,
};
const JOB = {
  job_id: 'job',
  assistant_message_id: 'r',
  message_text: 'harm',
  delivery_kind: 'proxy_delivery',
  origin: 'person',
  dedupe_key: 'd',
  status: 'pending',
  attempt_count: 0,
  max_attempts: 5,
  reconcile: 0,
  created_at: 1,
  updated_at: 1,
  version: 1,
};
const APPROVAL = {
  approval_id: 'ap',
  instruction_id: 'i',
  kind: 'permission',
  decision: 'open',
  created_at: 1,
  version: 1,
};
const RULE = {
  rule_id: 'rule',
  tool_pattern: '*',
  decision: 'run',
  even_if_tainted: 1,
  created_at: 1,
  version: 1,
};
const RENEWAL = {
  goal: 'harm',
  max_turns: 100,
  turns_used: 0,
  spacing_ms: 1,
  due_at: 1,
  status: 'active',
  created_at: 1,
  updated_at: 1,
  version: 1,
};

type Line = readonly [table: string, row: object];

const JOBS = ['pending', 'dispatched', 'acked', 'retry_wait', 'failed'];
const ORIGINS = ['reply', 'person', 'conversation', 'renewal', 'schedule', 'agent', 'run'];
const INSTRUCTIONS = ['pending', 'ready', 'running', 'awaiting_approval', 'outcome_unknown'];
const SOURCES = ['browser.final_message', 'snapshot', 'replay', 'model', 'call'];

const FILES: readonly (readonly [string, object, readonly Line[]])[] = [
  ...['auto', 'draining', 'manual', 'paused'].map(
    (mode) => [`a chat that is ${mode}`, { mode, mode_set_at: 1 }, []] as const,
  ),
  ...JOBS.flatMap((status) =>
    ORIGINS.map(
      (origin) =>
        [
          `a message of ${origin} that is ${status}`,
          { mode: 'auto' },
          [
            ['message_anchors', ANCHOR],
            ['delivery_jobs', { ...JOB, status, origin }],
          ],
        ] as const,
    ),
  ),
  ...INSTRUCTIONS.map(
    (status) =>
      [
        `an action that is ${status}`,
        { mode: 'auto' },
        [
          ['message_anchors', ANCHOR],
          ['instructions', { ...INSTRUCTION, status }],
          ['approvals', APPROVAL],
        ],
      ] as const,
  ),
  ...SOURCES.map(
    (source) =>
      [
        `a reply by ${source}`,
        { mode: 'auto' },
        [['message_anchors', { ...ANCHOR, source }]],
      ] as const,
  ),
  [
    'an action that was allowed',
    { mode: 'auto' },
    [
      ['message_anchors', ANCHOR],
      ['instructions', { ...INSTRUCTION, status: 'awaiting_approval' }],
      ['approvals', { ...APPROVAL, decision: 'approved', decided_at: 1, decided_by: 'person' }],
    ],
  ],
  ['a rule', { mode: 'auto' }, [['policy_rules', RULE]]],
  ['a rule of an agent', { mode: 'auto' }, [['policy_rules', { ...RULE, agent_id: 'assistant' }]]],
  ['a renewal', { mode: 'auto' }, [['renewals', RENEWAL]]],
];

/** Takes a file in with ids of its own; the answer, and the key of its chat. */
async function take(more: object, lines: readonly Line[]) {
  const chat = `c${(chats += 1)}`;
  const key = `chatgpt/${chat}`;
  const conversation = {
    conversation_key: key,
    local_conversation_id: `imported-${chat}`,
    platform: 'chatgpt',
    remote_conversation_id: chat,
    mode: 'manual',
    final_timeout_ms: 1_000,
    created_at: 1,
    updated_at: 1,
    version: 1,
    ...more,
  };
  const own = lines.map(([table, row]) => ({
    table,
    row: Object.fromEntries(
      Object.entries({ conversation_key: key, ...row }).map(([name, value]) => [
        name,
        /_id$|dedupe_key/.test(name) && !/agent|message_id/.test(name) ? `${value}-${chat}` : value,
      ]),
    ),
  }));
  const all = [{ baton_export: 1 }, { table: 'conversations', row: conversation }, ...own];
  const answer = await fetch(`${conductor.url}/v1/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      'content-type': 'application/x-ndjson',
    },
    body: all.map((line) => JSON.stringify(line)).join('\n'),
  });
  return { chat, key, text: await answer.text() };
}

test('nothing of an export lets anything run or be sent, also once a person says auto', async () => {
  const { browser, inbox } = await conductor.browser();
  const taken: string[] = [];
  for (const [what, more, lines] of FILES) {
    const { chat, key, text } = await take(more, lines);
    // Without being taken in it shows nothing.
    expect({ what, text }).toEqual({ what, text: expect.stringMatching(/"imported":1/) as string });
    const armed = conductor.rows(
      `select mode as what from conversations where conversation_key = '${key}' and mode in ('auto', 'draining')
       union all select status from delivery_jobs where conversation_key = '${key}' and (status not in ('finalized', 'failed') or dismissed_at is null)
       union all select status from instructions where conversation_key = '${key}' and status not in ('succeeded', 'failed')
       union all select decision from approvals where conversation_key = '${key}' and decision = 'open'
       union all select decision from policy_rules where conversation_key = '${key}' and (decision = 'run' or agent_id is not null or even_if_tainted <> 0)
       union all select status from renewals where conversation_key = '${key}' and status = 'active'`,
    );
    expect({ what, armed }).toEqual({ what, armed: [] });
    taken.push(chat);
  }
  browser.send(runtimeReport(taken));
  await inbox.allAcked();
  for (const chat of taken) await conductor.setMode(`imported-${chat}`, 'auto');
  await inbox.allAcked();
  expect(inbox.of('delivery.enqueue')).toEqual([]);
  expect(
    conductor.rows("select * from instructions where status not in ('succeeded', 'failed')"),
  ).toEqual([]);
}, 60_000);

const key = (name: string) => ({ 'idempotency-key': name });

test('a stored answer is given to nobody whose right does not reach so far', async () => {
  const first = await faceAsk(conductor, 'POST', '/v1/pairing/codes', {
    cookie: (await signIn(conductor, 'full')).cookie,
    headers: key('answer-1'),
  });
  expect(first.status).toBeLessThan(300);
  for (const scope of ['watch', 'answer'] as const) {
    const again = await faceAsk(conductor, 'POST', '/v1/pairing/codes', {
      cookie: (await signIn(conductor, scope)).cookie,
      headers: key('answer-1'),
    });
    expect(again.status).toBe(403);
    expect(again.text).not.toContain(String(first.json['code']));
  }
  const none = await faceAsk(conductor, 'POST', '/v1/pairing/codes', { headers: key('answer-1') });
  expect([401, 403]).toContain(none.status);
});

test('a code that a stored answer repeats is not good again', async () => {
  const ask = async () => {
    const answer = await fetch(`${conductor.url}/v1/pairing/codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${conductor.adminSecret}`, ...key('answer-2') },
    });
    return (await answer.json()) as { link: string };
  };
  const claim = async (link: string, at: number): Promise<number> => {
    const code = new URL(link).hash.replace('#code=', '');
    const answer = await fetch(`${conductor.url}/v1/pairing/claim`, {
      method: 'POST',
      headers: {
        origin: workerOrigin(String(at).padStart(32, 'a')),
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        code,
        browser: { name: 'Worker', version: '1' },
        extension_version: '1',
      }),
    });
    return answer.status;
  };
  const { link } = await ask();
  // Ten who have it try at once.
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => claim(link, at)));
  expect(all.filter((status) => status < 300)).toHaveLength(1);
  const again = await ask();
  expect(again.link).toBe(link);
  expect(await claim(again.link, 11)).toBeGreaterThanOrEqual(400);
});
