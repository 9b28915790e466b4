import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { restoreBackup, type Restored } from '../../conductor/src/restore-backup.ts';
import { asking, deliveryResult, finalMessage, runtimeReport } from '../kit/browser-frames.ts';
import type { FrameInbox } from '../kit/frame-inbox.ts';
import { runConductor, type RunningConductor, tempDir } from '../kit/running-conductor.ts';
import type { SimulatedBrowser } from '../kit/simulated-browser.ts';

type Json = Record<string, unknown>;

interface World {
  readonly conductor: RunningConductor;
  readonly browser: SimulatedBrowser;
  readonly inbox: FrameInbox;
  readonly id: string;
}

/** A conductor with one conversation in auto, and its browser. */
async function world(): Promise<World> {
  const conductor = await runConductor();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(finalMessage('a', 'reply-0', 'Hello.'));
  await inbox.allAcked();
  return { conductor, browser, inbox, id };
}

async function backUp(conductor: RunningConductor): Promise<string> {
  const file = join(tempDir(), 'kept');
  const answer = await conductor.admin('POST', '/v1/backups', { file });
  expect(answer.status).toBe(201);
  return file;
}

const write = async ({ conductor, id }: World, text: string): Promise<string> => {
  const path = `/v1/conversations/${id}/messages`;
  const answer = await conductor.admin('POST', path, { text });
  return ((await answer.json()) as { job: { job_id: string } }).job.job_id;
};

/** The conductor as it was at the backup, with the same browser, which has lived on. */
async function broughtBack(
  before: World,
  backup: string,
  disk = before.browser.disk,
): Promise<World & { told: Restored }> {
  before.browser.close();
  await before.conductor.stop();
  const told = await restoreBackup(backup, before.conductor.dataDir, Date.now());
  const conductor = await runConductor({}, before.conductor.dataDir);
  const { browser, inbox } = await conductor.browser({ disk });
  browser.send(runtimeReport(['a']));
  return { ...before, conductor, browser, inbox, told };
}

/** As if the backup had been made at another moment. */
function changeBackup(backup: string, sql: string): void {
  const db = new Database(join(backup, 'baton.db'));
  db.exec(sql);
  db.pragma('journal_mode = delete');
  db.close();
  const file = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Json;
  const hash = createHash('sha256').update(readFileSync(join(backup, 'baton.db')));
  writeFileSync(file, JSON.stringify({ ...manifest, database_sha256: hash.digest('hex') }));
}

describe('a message that was under way when a backup was made', () => {
  it.each(['pending', 'dispatched', 'retry_wait'])(
    'and %s, is looked for before it goes out, for it may have gone out since',
    async (status) => {
      const before = await world();
      if (status === 'pending') {
        before.browser.send(runtimeReport([]));
        await before.inbox.allAcked();
      }
      const jobId = await write(before, 'Once and never twice.');
      if (status !== 'pending') {
        const sent = await before.inbox.first('delivery.enqueue');
        const limit = { error_code: 'send_rejected', retry_after_ms: 1_000 } as const;
        if (status === 'retry_wait') before.browser.send(deliveryResult(sent, 'failed', limit));
      }
      const job = `select status, reconcile, attempt_count from delivery_jobs where job_id = '${jobId}'`;
      await expect.poll(() => before.conductor.rows(job)).toMatchObject([{ status }]);
      const backup = await backUp(before.conductor);

      const after = await broughtBack(before, backup);
      expect(after.told).toMatchObject({ jobs: 1, actions: 0 });
      const again = await after.inbox.first('delivery.enqueue');
      expect(again).toMatchObject({ job_id: jobId, reconcile: true });
      expect(again.attempt).toBeGreaterThan(1_000);
      expect(after.inbox.of('delivery.enqueue')).toHaveLength(1);
    },
  );

  it('and failed, is looked for when a person wants it tried again', async () => {
    const before = await world();
    const jobId = await write(before, 'Once and never twice.');
    const sent = await before.inbox.first('delivery.enqueue');
    before.browser.send(deliveryResult(sent, 'failed', { error_code: 'adapter_drift' }));
    await before.inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'failed');
    const backup = await backUp(before.conductor);

    const after = await broughtBack(before, backup);
    await after.conductor.admin('POST', `/v1/jobs/${jobId}/retry`);
    expect(await after.inbox.first('delivery.enqueue')).toMatchObject({ reconcile: true });
  });

  it('and accepted, is never sent again', async () => {
    const before = await world();
    await write(before, 'Once and never twice.');
    const sent = await before.inbox.first('delivery.enqueue');
    before.browser.send(deliveryResult(sent, 'acked'));
    await before.inbox.first('conversation.state', ({ jobs }) => jobs[0]?.status === 'acked');
    const backup = await backUp(before.conductor);

    const after = await broughtBack(before, backup);
    await after.inbox.allAcked();
    expect(after.conductor.rows('select status from delivery_jobs')).toEqual([{ status: 'acked' }]);
    expect(after.inbox.of('delivery.enqueue')).toEqual([]);
  });

  it('goes to no browser as the frame that waited for it then', async () => {
    const before = await world();
    // It hears of nothing from here on.
    const disk = structuredClone(before.browser.disk);
    before.browser.freeze();
    await write(before, 'Once and never twice.');
    const waiting = `select * from outbox where frame_json like '%delivery.enqueue%'`;
    await expect.poll(() => before.conductor.rows(waiting)).toHaveLength(1);
    const backup = await backUp(before.conductor);

    const after = await broughtBack(before, backup, disk);
    const frame = await after.inbox.first('delivery.enqueue');
    expect(frame.reconcile).toBe(true);
    expect(after.inbox.of('delivery.enqueue')).toHaveLength(1);
  });
});

describe('an action that had not ended when a backup was made', () => {
  /** One that changes something, and is asked about. */
  const SEND = (id: string) => asking(`@conversation::send::{"to":"${id}","text":"Once."}`);
  const open = `select kind, decision from approvals where decision = 'open'`;

  it('and waited for a person, is asked about as one that may have run', async () => {
    const before = await world();
    before.browser.send(finalMessage('a', 'reply-1', SEND(before.id)));
    await expect.poll(() => before.conductor.rows(open)).toHaveLength(1);
    const backup = await backUp(before.conductor);

    const after = await broughtBack(before, backup);
    expect(after.told).toMatchObject({ actions: 1 });
    const { conductor } = after;
    expect(conductor.rows(open)).toEqual([{ kind: 'outcome_unknown', decision: 'open' }]);
    expect(conductor.rows('select status, error_code from instructions')).toEqual([
      { status: 'outcome_unknown', error_code: 'outcome_unknown' },
    ]);
    const [question] = conductor.rows<{ approval_id: string }>(
      `select approval_id from approvals where decision = 'open'`,
    );
    const path = `/v1/approvals/${question?.approval_id}/decision`;
    await conductor.admin('POST', path, { decision: 'tell' });
    // The person knows: what they say goes out.
    const { message_text, reconcile } = await after.inbox.first('delivery.enqueue');
    expect(message_text).toContain('Baton came back from a backup, since which this may have run');
    expect(reconcile).toBe(false);
  });

  it.each(['ready', 'running', 'pending'])(
    'and was %s, runs only when a person says so, as it changes something',
    async (status) => {
      const before = await world();
      before.browser.send(finalMessage('a', 'reply-1', SEND(before.id)));
      await expect.poll(() => before.conductor.rows(open)).toHaveLength(1);
      const backup = await backUp(before.conductor);
      changeBackup(
        backup,
        `delete from approvals; update instructions set status = '${status}';
         insert into policy_rules (rule_id, tool_pattern, decision, created_at)
           values ('all', '*', 'run', 1);`,
      );
      const after = await broughtBack(before, backup);
      await expect
        .poll(() => after.conductor.rows('select status from instructions'))
        .toEqual([{ status: 'outcome_unknown' }]);
      expect(after.conductor.rows(open)).toEqual([{ kind: 'outcome_unknown', decision: 'open' }]);
      expect(after.conductor.rows('select * from delivery_jobs')).toEqual([]);
    },
  );

  it('and changes nothing, runs, and its result goes out only when a person says so', async () => {
    const before = await world();
    before.browser.send(finalMessage('a', 'reply-1', asking('@conductor::time')));
    const sent = await before.inbox.first('delivery.enqueue');
    const backup = await backUp(before.conductor);
    changeBackup(
      backup,
      `delete from delivery_jobs;
       update instructions set status = 'running', result_text = null, finished_at = null;`,
    );
    const after = await broughtBack(before, backup);
    const jobs = 'select job_id, status, last_error_code from delivery_jobs';
    await expect
      .poll(() => after.conductor.rows(jobs))
      .toMatchObject([{ status: 'failed', last_error_code: 'delivery_uncertain' }]);
    await after.inbox.allAcked();
    expect(after.inbox.of('delivery.enqueue')).toEqual([]);
    const [job] = after.conductor.rows<{ job_id: string }>(jobs);
    await after.conductor.admin('POST', `/v1/jobs/${job?.job_id}/retry`);
    const again = await after.inbox.first('delivery.enqueue');
    expect(again.message_text).toContain('@conductor::time ok');
    expect(again.job_id).not.toBe(sent.job_id);
  });
});

describe('what else a backup brings', () => {
  it('goes on by itself only when a person says so: renewals have ended', async () => {
    const before = await world();
    const path = `/v1/conversations/${before.id}/renewal`;
    await before.conductor.admin('PUT', path, { goal: 'tea', spacing_ms: 1_000 });
    const backup = await backUp(before.conductor);
    const after = await broughtBack(before, backup);
    expect(after.told).toMatchObject({ renewals: 1 });
    const { renewal } = (await (
      await after.conductor.admin('GET', `/v1/conversations/${before.id}`)
    ).json()) as Json;
    expect(renewal).toMatchObject({ status: 'stopped', stop_reason: 'restored', due_at: null });
  });

  it('lets in no browser that a person has unpaired since', async () => {
    const before = await world();
    const other = 'moz-extension://99999999-2222-4333-8444-555555555555';
    const { browser: gone } = await before.conductor.browser({ origin: other });
    const backup = await backUp(before.conductor);
    const [client] = before.conductor.rows<{ client_id: string }>(
      `select client_id from clients where origin = '${other}'`,
    );
    await before.conductor.admin('DELETE', `/v1/clients/${client?.client_id}`);
    gone.close();
    const after = await broughtBack(before, backup);
    expect(after.told).toMatchObject({ clients: 1 });
    expect(
      after.conductor.rows(`select client_id from clients where revoked_at is not null`),
    ).toEqual([{ client_id: client?.client_id }]);
  });

  it('stands in the trail, which is followed from there by whoever had seen more of it', async () => {
    const before = await world();
    const backup = await backUp(before.conductor);
    const after = await broughtBack(before, backup);
    expect(after.conductor.rows(`select actor from events where type = 'store.restored'`)).toEqual([
      { actor: 'person' },
    ]);
    const gone = new AbortController();
    const answer = await fetch(`${after.conductor.url}/v1/events?type=conversation.*`, {
      headers: {
        authorization: `Bearer ${after.conductor.adminSecret}`,
        'last-event-id': '900000000',
      },
      signal: gone.signal,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    await after.conductor.setMode(before.id, 'paused');
    let text = '';
    while (!text.includes('conversation.mode_set')) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true };
      if (done) break;
      text += value;
    }
    gone.abort();
    expect(text).toContain('conversation.mode_set');
  });
});
