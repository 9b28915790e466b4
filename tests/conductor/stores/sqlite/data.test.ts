import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { restoreBackup } from '../../../../conductor/src/restore-backup.ts';
import { finalMessage, userTurn } from '../../../kit/browser-frames.ts';
import { faceAsk, signIn } from '../../../kit/face-client.ts';
import { runConductor, type RunningConductor, tempDir } from '../../../kit/running-conductor.ts';
import { SimulatedChat } from '../../../kit/simulated-chat.ts';

type Json = Record<string, unknown>;

async function json(
  conductor: RunningConductor,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json> {
  return (await (await conductor.admin(method, path, body)).json()) as Json;
}

/** A conversation with something of everything: replies, turns, jobs, an action, an artifact, rules, labels. */
async function lived(conductor: RunningConductor): Promise<string> {
  const { browser, inbox } = await conductor.browser();
  const long = JSON.stringify({ text: 'long '.repeat(20_000) });
  const chat = new SimulatedChat(browser, 'a', [
    `Let me see.\n\n\`\`\`baa\n@conductor::echo::${long}\n\`\`\``,
    'Thank you, 谢谢。',
  ]);
  chat.report();
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(userTurn('a', 'user-0', 'By hand, before all: @mcp.a::b.'));
  browser.send(finalMessage('a', 'reply-0', 'Hello.'));
  await json(conductor, 'PATCH', `/v1/conversations/${id}`, {
    title: 'Tea',
    labels: ['work', '茶'],
  });
  await json(conductor, 'POST', '/v1/policy/rules', {
    tool: 'mcp.*::*',
    decision: 'deny',
    conversation: id,
    reason: 'Not here.',
  });
  await json(conductor, 'PUT', `/v1/conversations/${id}/renewal`, {
    goal: 'tea',
    spacing_ms: 3_600_000,
  });
  await json(conductor, 'POST', `/v1/conversations/${id}/messages?wait=final`, { text: 'Tea?' });
  const statuses = async () => {
    const { items } = await json(conductor, 'GET', '/v1/jobs');
    // The question's, and that of the action's result.
    return (items as Json[]).map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(['finalized', 'finalized']);
  await conductor.setMode(id, 'paused');
  browser.close();
  return id;
}

async function exported(conductor: RunningConductor, query = ''): Promise<string> {
  return (await conductor.admin('GET', `/v1/export${query}`)).text();
}

/** Without what differs between two stores of the same: the numbers of events, and what an import itself notes. */
function rowsOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => !line.includes('conversation.imported'))
    .slice(1);
}

describe('an export', () => {
  it('comes back whole: importing it and exporting again gives the same', async () => {
    const first = await runConductor();
    await lived(first);
    const text = await exported(first);
    const tables = new Set(
      rowsOf(text).map((line) => (JSON.parse(line) as { table: string }).table),
    );
    expect([...tables].toSorted()).toEqual([
      'artifacts',
      'conversation_labels',
      'conversations',
      'delivery_jobs',
      'events',
      'foreign_words',
      'instructions',
      'message_anchors',
      'policy_rules',
      'renewals',
      'user_turns',
    ]);
    const second = await runConductor();
    const answer = await fetch(`${second.url}/v1/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${second.adminSecret}`,
        'content-type': 'application/x-ndjson',
      },
      body: text,
    });
    expect(await answer.json()).toEqual({ imported: 1, known: 0 });
    const again = await exported(second);
    // A renewal is shown, and does not go on by itself.
    expect(again).toContain('"status":"stopped","stop_reason":"imported"');
    const kept = (line: string): boolean => !line.startsWith('{"table":"renewals"');
    expect(rowsOf(again).filter(kept)).toEqual(rowsOf(text).filter(kept));
    const found = await json(second, 'GET', `/v1/search?q=${encodeURIComponent('谢谢')}`);
    expect(found['items']).toMatchObject([{ role: 'assistant', title: 'Tea' }]);
  });

  it('names the line that does not fit, and takes in nothing', async () => {
    const first = await runConductor();
    await lived(first);
    const lines = (await exported(first)).trim().split('\n');
    const broken = [...lines];
    broken[3] = (broken[3] ?? '').replace('"conversation_key"', '"conversation_kye"');
    const second = await runConductor();
    const answer = await fetch(`${second.url}/v1/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${second.adminSecret}`,
        'content-type': 'application/x-ndjson',
      },
      body: broken.join('\n'),
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Json)['detail']).toMatch(/^line 4: /);
    expect(second.rows('select * from conversations')).toEqual([]);
  });
});

describe('a backup', () => {
  it('made while the conductor goes on brings everything back', async () => {
    const dataDir = tempDir();
    const conductor = await runConductor({}, dataDir);
    const id = await lived(conductor);
    const before = await exported(conductor);
    const file = join(tempDir(), 'kept');
    expect(await json(conductor, 'POST', '/v1/backups', { file })).toMatchObject({ file });
    await json(conductor, 'DELETE', `/v1/conversations/${id}`);
    await conductor.stop();

    const { keptAside } = await restoreBackup(file, dataDir, Date.now());
    expect(readdirSync(keptAside ?? '')).toContain('baton.db');
    const again = await runConductor({}, dataDir);
    // A renewal may have gone on since: it is the one thing that ends.
    const lines = (text: string) => text.split('\n').filter((line) => !line.includes('renewal'));
    expect(lines(await exported(again))).toEqual(lines(before));
    const { items } = await json(again, 'GET', '/v1/artifacts');
    const [{ artifact_id: artifact } = { artifact_id: '' }] = items as { artifact_id: string }[];
    const content = await (await again.admin('GET', `/v1/artifacts/${artifact}/content`)).text();
    expect(content.length).toBeGreaterThan(90_000);
  });

  it('ends every session of the web UI: they may have been ended since it was made', async () => {
    const dataDir = tempDir();
    const conductor = await runConductor({}, dataDir);
    const { cookie, sessionId } = await signIn(conductor, 'full');
    expect((await faceAsk(conductor, 'GET', '/v1/status', { cookie })).status).toBe(200);
    const file = join(tempDir(), 'kept');
    await json(conductor, 'POST', '/v1/backups', { file });
    await conductor.stop();
    await restoreBackup(file, dataDir, Date.now());
    const again = await runConductor({}, dataDir);
    for (const path of ['/v1/status', '/v1/face/session'])
      expect((await faceAsk(again, 'GET', path, { cookie })).json, path).toMatchObject({
        code: 'unauthorized',
      });
    expect(
      again.rows(`select subject_id, json_extract(detail_json, '$.reason') as reason from events
        where type = 'face_session.ended'`),
    ).toEqual([{ subject_id: sessionId, reason: 'restored' }]);
  });

  it('never replaces what is there, and a damaged one restores nothing', async () => {
    const dataDir = tempDir();
    const conductor = await runConductor({}, dataDir);
    await lived(conductor);
    const file = join(tempDir(), 'kept');
    await json(conductor, 'POST', '/v1/backups', { file });
    expect(await json(conductor, 'POST', '/v1/backups', { file })).toMatchObject({
      status: 400,
      field: 'body.file',
    });
    await conductor.stop();
    const stray = join(file, 'artifacts', '.DS_Store');
    writeFileSync(stray, 'x');
    const refused = `${stray} is none of a backup's folders. Remove it.`;
    await expect(restoreBackup(file, dataDir, Date.now())).rejects.toThrow(refused);
    rmSync(stray);
    const database = join(file, 'baton.db');
    const bytes = readFileSync(database);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    writeFileSync(database, bytes);
    const untouched = readFileSync(join(dataDir, 'baton.db'));
    await expect(restoreBackup(file, dataDir, Date.now())).rejects.toThrow('damaged');
    rmSync(join(file, 'manifest.json'));
    await expect(restoreBackup(file, dataDir, Date.now())).rejects.toThrow('is no backup');
    expect(readFileSync(join(dataDir, 'baton.db')).equals(untouched)).toBe(true);
  });
});

describe('retention', () => {
  it('forgets what is old, keeps open work and what a conversation goes on from, and says what', async () => {
    const dataDir = tempDir();
    const conductor = await runConductor({}, dataDir);
    const id = await lived(conductor);
    const longAgo = Date.now() - 90 * 86_400_000;
    const db = new Database(join(dataDir, 'baton.db'));
    db.exec(`update events set at = ${longAgo}; update message_anchors set observed_at = ${longAgo};
      update user_turns set observed_at = ${longAgo}; update foreign_words set at = ${longAgo};
      update delivery_jobs set created_at = ${longAgo}, finished_at = ${longAgo}`);
    db.close();
    const day = 86_400_000;
    const retention = {
      events_ms: 30 * day,
      messages_ms: 30 * day,
      jobs_ms: 30 * day,
      artifacts_ms: null,
      max_database_bytes: null,
    };
    await json(conductor, 'PATCH', '/v1/settings', { retention });
    const dry = await json(conductor, 'POST', '/v1/retention/run', { dry_run: true });
    expect(conductor.rows('select * from delivery_jobs')).toHaveLength(2);
    const { freed_bytes, ...done } = await json(conductor, 'POST', '/v1/retention/run', {});
    expect(freed_bytes).toEqual(expect.any(Number));
    expect({ ...done, dry_run: true, freed_bytes: 0 }).toEqual(dry);
    expect(conductor.rows('select * from delivery_jobs')).toEqual([]);
    expect(conductor.rows('select * from foreign_words')).toEqual([]);
    const { items } = await json(conductor, 'GET', `/v1/conversations/${id}/messages`);
    expect(items).toMatchObject([{ text: 'Thank you, 谢谢。' }]);
    expect((await json(conductor, 'GET', '/v1/search?q=hello'))['items']).toEqual([]);
    const { bytes_after: after, bytes_before: before } = await json(
      conductor,
      'POST',
      '/v1/vacuum',
    );
    expect(after).toBeLessThanOrEqual(Number(before));
  });
});

describe('a database', () => {
  it('of a newer Baton is served to be read, and refuses every change with its code', async () => {
    const dataDir = tempDir();
    const first = await runConductor({}, dataDir);
    const id = await lived(first);
    await first.stop();
    const newer = new Database(join(dataDir, 'baton.db'));
    newer
      .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
      .run('later', 9e15);
    newer.close();
    const conductor = await runConductor({}, dataDir);
    expect(await json(conductor, 'GET', `/v1/conversations/${id}`)).toMatchObject({ title: 'Tea' });
    expect(await json(conductor, 'GET', '/v1/status')).toMatchObject({
      database: { read_only: true },
    });
    expect((await fetch(`${conductor.url}/readyz`)).status).toBe(503);
    for (const [method, path, body] of [
      ['PUT', `/v1/conversations/${id}/mode`, { mode: 'auto' }],
      ['POST', `/v1/conversations/${id}/messages`, { text: 'Hello.' }],
      ['DELETE', `/v1/conversations/${id}`, undefined],
      ['PATCH', '/v1/settings', { conversations_max_depth: 3 }],
    ] as const) {
      expect(await json(conductor, method, path, body)).toMatchObject({ code: 'read_only' });
    }
    expect((await exported(conductor)).length).toBeGreaterThan(1_000);
    expect(existsSync(join(dataDir, 'baton.db'))).toBe(true);
  });
});
