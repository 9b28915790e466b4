import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { restoreBackup } from '../../../conductor/src/restore-backup.ts';
import { asking, finalMessage, runtimeReport, userTurn } from '../../kit/browser-frames.ts';
import { runConductor, type RunningConductor, tempDir } from '../../kit/running-conductor.ts';

/** A backup of a conductor with one chat, changed by hand as whoever knows its form changes it. */
async function changedBackup(change: (db: Database.Database, file: string) => void) {
  const conductor = await runConductor();
  await filled(conductor);
  const backup = join(tempDir(), 'backup');
  await conductor.admin('POST', '/v1/backups', { file: backup });
  const file = join(backup, 'baton.db');
  const db = new Database(file);
  db.unsafeMode(true);
  change(db, file);
  if (db.open) db.close();
  sign(backup);
  return { backup, conductor };
}

function sign(backup: string): void {
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as object;
  const bytes = readFileSync(join(backup, 'baton.db'));
  const database_sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, database_sha256 }));
}

async function filled(conductor: RunningConductor): Promise<string> {
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  const { local_conversation_id: id } = await inbox.first('conversation.state');
  await conductor.setMode(id, 'auto');
  browser.send(userTurn('a', 'u1', 'Please.'));
  browser.send(finalMessage('a', 'r1', asking('@conductor::echo::{"text":"one"}')));
  await inbox.first('delivery.enqueue');
  await conductor.admin('POST', '/v1/policy/rules', {
    conversation: id,
    tool: 'conversation::send',
    decision: 'ask',
  });
  await inbox.allAcked();
  return id;
}

/** Has an index say another thing than its table, in a file that is whole otherwise. */
function lie(db: Database.Database, file: string, index: string, change: string): void {
  db.pragma('journal_mode = delete');
  const row = db.prepare('select * from sqlite_master where name = ?').get(index) as Record<
    string,
    unknown
  >;
  db.pragma('writable_schema = on');
  db.prepare('delete from sqlite_master where name = ?').run(index);
  db.close();
  // Without its index the table is changed alone.
  const without = new Database(file);
  without.unsafeMode(true);
  without.exec(change);
  without.pragma('writable_schema = on');
  without
    .prepare('insert into sqlite_master values (@type, @name, @tbl_name, @rootpage, @sql)')
    .run(row);
  without.close();
}

describe('a backup that was changed by hand', () => {
  it.each([
    ['clients_token_hash_unique', `update clients set token_hash = 'of another'`],
    ['conversations_local_id', `update conversations set local_conversation_id = 'other'`],
  ])('so that its index %s lies is not restored', async (index, change) => {
    const { backup } = await changedBackup((db, file) => lie(db, file, index, change));
    await expect(restoreBackup(backup, tempDir(), Date.now(), true)).rejects.toThrow(/damaged/);
  });

  it('and was made of this data is not taken for whole by its secret alone', async () => {
    const { backup, conductor } = await changedBackup((db) =>
      db.exec(`update policy_rules set decision = 'run', tool_pattern = '*'`),
    );
    await conductor.stop();
    const other = tempDir();
    // Whoever found no more than its file knows the secret that is in it, and no other one.
    await expect(restoreBackup(backup, other, Date.now())).rejects.toThrow(/--mine/);
  });

  it.each([
    ['a folder in the place of an artifact', 'artifacts/ab/cd', true],
    ['a file in the place of a folder', 'artifacts/ab', false],
    ['an artifact of another content', `artifacts/ab/${'c'.repeat(62)}`, false],
  ])('and has %s is not restored', async (_name, path, isFolder) => {
    const { backup } = await changedBackup(() => undefined);
    if (isFolder) mkdirSync(join(backup, path), { recursive: true });
    else {
      mkdirSync(join(backup, path, '..'), { recursive: true });
      writeFileSync(join(backup, path), 'x');
    }
    await expect(restoreBackup(backup, tempDir(), Date.now(), true)).rejects.toThrow();
  });

  it('has nothing beside what a backup holds put into place', async () => {
    const { backup } = await changedBackup(() => undefined);
    const planted = ['mcp.json', 'models.json', 'programs.json', 'admin-secret', 'seal-key'];
    for (const name of planted) writeFileSync(join(backup, name), '{}');
    for (const name of ['baton.db-wal', 'baton.db-journal', 'baton.db-shm'])
      writeFileSync(join(backup, name), 'x');
    mkdirSync(join(backup, 'agents'));
    writeFileSync(join(backup, 'agents', 'theirs.md'), 'x');
    const dataDir = tempDir();
    await restoreBackup(backup, dataDir, Date.now(), true);
    for (const name of ['mcp.json', 'models.json', 'programs.json', 'seal-key', 'agents'])
      expect([name, existsSync(join(dataDir, name))]).toEqual([name, false]);
    expect(readFileSync(join(dataDir, 'admin-secret'), 'utf8')).not.toBe('{}');
  });
});

describe('an export that was changed by hand', () => {
  const HOSTILE = [
    null,
    '',
    'auto',
    'run',
    'pending',
    'approved',
    'open',
    'active',
    'browser.final_message',
    'javascript:alert(1)',
    '../../admin-secret',
    '[]',
    0,
    2 ** 53 - 1,
  ];

  async function exported(): Promise<{ table: string; row: Record<string, unknown> }[]> {
    const conductor = await runConductor();
    const id = await filled(conductor);
    await conductor.admin('PUT', `/v1/conversations/${id}/renewal`, { goal: 'More.', turns: 3 });
    const text = await (await conductor.admin('GET', '/v1/export')).text();
    await conductor.stop();
    return text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as { table: string; row: Record<string, unknown> });
  }

  it('in any one value arms nothing, and takes nothing of what is here', async () => {
    const lines = await exported();
    const conductor = await runConductor();
    const own = await filled(conductor);
    const mode = () =>
      conductor.rows<{ mode: string }>(
        `select mode from conversations where local_conversation_id = '${own}'`,
      );
    const before = mode();
    const key = String(lines[1]?.row['conversation_key']);
    let taken = 0;
    for (const [at, { row }] of lines.entries()) {
      if (at === 0) continue;
      for (const column of Object.keys(row)) {
        for (const value of HOSTILE) {
          taken += 1;
          const name = `n${taken}`;
          const changed = lines.map((line, index) =>
            index === at ? { ...line, row: { ...line.row, [column]: value } } : line,
          );
          const body = changed
            .map((line) => JSON.stringify(line))
            .join('\n')
            // Each under a name of its own, with ids of its own.
            .replaceAll(JSON.stringify(key), JSON.stringify(`chatgpt/${name}`))
            .replaceAll('"remote_conversation_id":"a"', `"remote_conversation_id":"${name}"`)
            .replaceAll(/\b[0-9A-Za-z]{21}\b/g, `$&-${name}`);
          await fetch(`${conductor.url}/v1/import`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${conductor.adminSecret}`,
              'content-type': 'application/x-ndjson',
            },
            body,
          }).then((answer) => answer.text());
        }
      }
    }
    expect(mode()).toEqual(before);
    const imported = `conversation_key <> '${key}'`;
    const count = (sql: string) => conductor.rows<{ n: number }>(sql)[0]?.n;
    expect(count(`select count(*) as n from conversations where ${imported}`)).toBeGreaterThan(100);
    for (const armed of [
      `conversations where mode in ('auto', 'draining')`,
      `policy_rules where decision = 'run'`,
      `instructions where status not in ('succeeded', 'failed')`,
      `approvals where decision = 'open'`,
      `delivery_jobs where status not in ('finalized', 'failed')`,
      `renewals where status = 'active'`,
    ])
      expect([armed, count(`select count(*) as n from ${armed} and ${imported}`)]).toEqual([
        armed,
        0,
      ]);
    // All of it can still be shown.
    for (const path of ['/v1/conversations', '/v1/jobs', '/v1/approvals', '/v1/policy/rules'])
      expect([path, (await conductor.admin('GET', path)).status]).toEqual([path, 200]);
  }, 240_000);
});
