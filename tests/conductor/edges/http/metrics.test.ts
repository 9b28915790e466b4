import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';
import { hostileServer } from '../../../kit/tool-servers.ts';

/** One scrape, as series with their values; throws on a line that is neither comment nor sample. */
async function scrape(conductor: RunningConductor): Promise<ReadonlyMap<string, number>> {
  const answer = await conductor.admin('GET', '/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = (await answer.text()).split('\n').filter((line) => !/^(#|$)/.test(line));
  return new Map(
    samples.map((line) => {
      const [, series = '', value] =
        /^([a-z_\d]+(?:\{(?:[a-z_]+="[^"\\]*",?)*\})?) (-?[\d.e+-]+|[Nn]a[Nn]|\+Inf)$/.exec(line) ??
        [];
      if (value === undefined) throw new Error(`no sample: ${line}`);
      return [series, Number(value)];
    }),
  );
}

it('every queue, latency, failure and link is counted, under names from closed lists alone', async () => {
  const dataDir = tempDir();
  const mcpServers = { bad: hostileServer('tools'), gone: hostileServer('stillborn') };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const conductor = await runConductor({}, dataDir);
  const { browser, inbox } = await conductor.browser();
  const named = ['a', 'b', 'canary-chat'];
  browser.send(runtimeReport(named.map((id) => ({ remote_conversation_id: id, title: 'canary' }))));
  const ids: string[] = [];
  for (const id of named) {
    const state = await inbox.first(
      'conversation.state',
      (frame) => frame.remote_conversation_id === id,
    );
    ids.push(state.local_conversation_id);
  }
  await conductor.setMode(ids[0] ?? '', 'auto');
  await conductor.setMode(ids[1] ?? '', 'paused');

  // One delivery that ends well, one that fails; actions that run, fail, do not exist, and wait.
  const actions = [
    '@conductor::echo::{"text":"canary"}',
    '@mcp.bad::own_error',
    '@canary-target::canary-tool',
    '@mcp.gone::canary',
  ];
  browser.send(finalMessage('a', 'r1', asking(actions.join('\n'))));
  const first = await inbox.first('delivery.enqueue');
  browser.send(deliveryResult(first, 'acked'));
  browser.send(finalMessage('a', 'r2', asking('@conductor::time')));
  const second = await inbox.first('delivery.enqueue', ({ job_id }) => job_id !== first.job_id);
  const failure = { error_code: 'challenge_required', error_message: 'canary' } as const;
  browser.send(deliveryResult(second, 'failed', failure));
  const wait = `@conversation::send::{"to":"${ids[1]}","text":"canary"}`;
  browser.send(finalMessage('a', 'r3', asking(wait)));
  await inbox.first('conversation.state', ({ approvals }) => (approvals ?? []).length > 0);
  browser.raw(JSON.stringify({ v: 1, id: 'x', type: 'canary-type' }));
  await inbox.first('error');
  await inbox.allAcked();

  const before = await scrape(conductor);
  expect(Object.fromEntries(before)).toMatchObject({
    'baton_conversations{mode="auto"}': 1,
    'baton_conversations{mode="manual"}': 1,
    'baton_conversations{mode="paused"}': 1,
    'baton_jobs{status="finalized"}': 1,
    'baton_jobs{status="failed"}': 1,
    'baton_instructions{status="awaiting_approval"}': 1,
    baton_open_approvals: 1,
    baton_parked_accounts: 0,
    baton_connected_clients: 1,
    baton_read_only: 0,
    'baton_tool_servers{state="ready"}': 1,
    'baton_tool_servers{state="backoff"}': 1,
    'baton_frames_received_total{type="browser.final_message"}': 3,
    'baton_frames_refused_total{code="unknown_type"}': 1,
    'baton_tool_run_seconds_count{target="conductor",outcome="ok"}': 2,
    'baton_tool_run_seconds_count{target="mcp.bad",outcome="tool_failed"}': 1,
    'baton_deliveries_ended_total{outcome="finalized"}': 1,
    'baton_deliveries_ended_total{outcome="challenge_required"}': 1,
    'baton_delivery_seconds_count{until="acked"}': 1,
    'baton_delivery_seconds_count{until="final"}': 1,
    'baton_http_request_seconds_count{operation="setMode",status="200"}': 2,
  });
  for (const name of ['baton_commit_seconds_count', 'baton_steps_total', 'baton_database_bytes'])
    expect(before.get(name), name).toBeGreaterThan(0);
  expect(before.get('baton_event_head')).toBe(
    conductor.rows<{ id: number }>('select max(event_id) as id from events')[0]?.id,
  );
  // What others wrote is no label, nor is an id.
  const all = [...before.keys()].join('\n');
  for (const text of ['canary', ...ids, first.job_id]) expect(all).not.toContain(text);

  // A browser that hangs: its outbox grows; and one that leaves.
  browser.freeze();
  await conductor.setMode(ids[2] ?? '', 'paused');
  const outbox = async () => (await scrape(conductor)).get('baton_outbox_frames');
  await expect.poll(outbox).toBeGreaterThan(0);
  const closed = once(browser, 'closed');
  browser.close();
  await closed;
  await expect.poll(async () => (await scrape(conductor)).get('baton_connected_clients')).toBe(0);
  const revoked = await conductor.browser({ disk: await conductor.pair() });
  const [client] = conductor.rows<{ id: string }>(
    'select client_id as id from clients order by created_at desc, rowid desc limit 1',
  );
  const gone = once(revoked.browser, 'closed');
  await conductor.admin('DELETE', `/v1/clients/${client?.id}`);
  await gone;
  revoked.browser.close();
  const after = await scrape(conductor);
  expect(after.get('baton_links_closed_total{reason="unauthorized"}')).toBe(1);
});
