import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';

import { runtimeReport } from '../../../kit/browser-frames.ts';
import { ModelServer } from '../../../kit/model-server.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';

async function withConversation(conductor: RunningConductor): Promise<string> {
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  return id;
}

function send(conductor: RunningConductor, id: string, key: string, text: string) {
  return fetch(`${conductor.url}/v1/conversations/${id}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${conductor.adminSecret}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ text }),
  });
}

const jobs = (conductor: RunningConductor) => conductor.rows('select job_id from delivery_jobs');

describe('a request with an Idempotency-Key', () => {
  it('is done once, however often it comes, and answered the same', async () => {
    const conductor = await runConductor();
    const id = await withConversation(conductor);
    const first = await send(conductor, id, 'key-1', 'Hello.');
    const again = await send(conductor, id, 'key-1', 'Hello.');
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    const racing = await Promise.all([1, 2, 3, 4].map(() => send(conductor, id, 'key-2', 'You.')));
    expect(new Set(await Promise.all(racing.map((one) => one.text()))).size).toBe(1);
    expect(jobs(conductor)).toHaveLength(2);
  });

  it('is refused when the key named another request before', async () => {
    const conductor = await runConductor();
    const id = await withConversation(conductor);
    await send(conductor, id, 'key-1', 'Hello.');
    const other = await send(conductor, id, 'key-1', 'Goodbye.');
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: 'idempotency_conflict' });
    expect(jobs(conductor)).toHaveLength(1);
  });

  it('is done once even when the conductor died between the deed and its answer', async () => {
    const dataDir = tempDir();
    const conductor = await runConductor({}, dataDir);
    const id = await withConversation(conductor);
    const { job } = (await (await send(conductor, id, 'key-1', 'Hello.')).json()) as {
      job: { job_id: string };
    };
    await conductor.stop();
    // As a crash leaves it: the message is queued, and its answer was never kept.
    const db = new Database(join(dataDir, 'baton.db'));
    expect(db.prepare('delete from idempotency_keys').run().changes).toBe(1);
    db.close();
    const next = await runConductor({}, dataDir);
    const answer = await send(next, id, 'key-1', 'Hello.');
    expect(((await answer.json()) as { job: { job_id: string } }).job.job_id).toBe(job.job_id);
    expect(jobs(next)).toHaveLength(1);
  });
});

describe('a request that the conductor died over', () => {
  /** Asks, ends the conductor as a crash does, before the answer was kept, and asks again. */
  async function twice(
    prepare: (conductor: RunningConductor) => Promise<readonly [string, object | null]>,
    count: string,
  ) {
    const dataDir = tempDir();
    const model = await new ModelServer(() => ({ text: 'Done.' })).start();
    onTestFinished(() => model.stop());
    model.configure(dataDir);
    const conductor = await runConductor({}, dataDir);
    const [path, body] = await prepare(conductor);
    const ask = async ({ url, adminSecret }: RunningConductor): Promise<unknown> => {
      const headers = {
        authorization: `Bearer ${adminSecret}`,
        'idempotency-key': 'key-1',
        ...(body !== null && { 'content-type': 'application/json' }),
      };
      const request = { method: 'POST', headers, body: body && JSON.stringify(body) };
      return (await fetch(`${url}${path}`, request)).json();
    };
    const first = await ask(conductor);
    await conductor.stop();
    const db = new Database(join(dataDir, 'baton.db'));
    expect(db.prepare('delete from idempotency_keys').run().changes).toBe(1);
    db.close();
    const next = await runConductor({}, dataDir);
    const again = await ask(next);
    return { first, again, made: next.rows(count) };
  }

  it('asks for one call of a page or terminal', async () => {
    const { first, again, made } = await twice(async (conductor) => {
      const opened = await conductor.admin('POST', '/v1/sessions', { label: 'a program' });
      const { chat_session_id: id } = (await opened.json()) as { chat_session_id: string };
      return [`/v1/sessions/${id}/calls`, { tool: 'resource.list' }];
    }, 'select call_id from resource_calls');
    expect(first).toMatchObject({ status: 'succeeded' });
    expect(again).toEqual(first);
    expect(made).toHaveLength(1);
  });

  const DAILY = { agent: 'assistant', model: 'test:small', prompt: 'Go.', cron: '0 8 * * *' };

  it('adds one schedule', async () => {
    const prepare = () => Promise.resolve(['/v1/schedules', DAILY] as const);
    const { first, again, made } = await twice(prepare, 'select schedule_id from schedules');
    expect(again).toEqual(first);
    expect(made).toHaveLength(1);
  });

  it('has a schedule send one turn, into one session', async () => {
    const { made } = await twice(async (conductor) => {
      const added = await conductor.admin('POST', '/v1/schedules', DAILY);
      const { schedule_id: id } = (await added.json()) as { schedule_id: string };
      return [`/v1/schedules/${id}/run-now`, null];
    }, `select job_id from delivery_jobs union all select conversation_key from agent_sessions`);
    expect(made).toHaveLength(2);
  });
});

describe('an ETag', () => {
  it('spares the body of what has not changed', async () => {
    const conductor = await runConductor();
    const id = await withConversation(conductor);
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${conductor.url}/v1/conversations/${id}`, {
        headers: { authorization: `Bearer ${conductor.adminSecret}`, ...headers },
      });
    const first = await ask();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const second = await ask({ 'if-none-match': tag });
    expect([second.status, await second.text()]).toEqual([304, '']);
    await conductor.setMode(id, 'paused');
    const third = await ask({ 'if-none-match': tag });
    expect(third.status).toBe(200);
    expect(await third.json()).toMatchObject({ mode: 'paused' });
  });
});
