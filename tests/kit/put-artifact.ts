import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { runtimeReport } from './browser-frames.ts';
import type { RunningConductor } from './running-conductor.ts';

/** Puts an artifact beside the conductor: its file, and a row of conversation `a`, which a browser is made to report. */
export async function putArtifact(
  conductor: RunningConductor,
  artifactId: string,
  content: string,
  { name = 'a.txt', mediaType = 'text/plain' } = {},
): Promise<void> {
  const keys = () =>
    conductor.rows<{ key: string }>('select conversation_key as key from conversations');
  if (keys().length === 0) {
    const { browser, inbox } = await conductor.browser();
    browser.send(runtimeReport(['a']));
    await inbox.allAcked();
  }
  const sha256 = createHash('sha256').update(content).digest('hex');
  const shard = join(conductor.dataDir, 'artifacts', sha256.slice(0, 2));
  mkdirSync(shard, { recursive: true });
  writeFileSync(join(shard, sha256.slice(2)), content);
  const db = new Database(join(conductor.dataDir, 'baton.db'));
  db.prepare(
    `insert into artifacts (artifact_id, conversation_key, instruction_id, name, media_type, size_bytes, sha256, created_at, version)
    values (?, ?, null, ?, ?, ?, ?, 1, 1)`,
  ).run(artifactId, keys()[0]?.key, name, mediaType, content.length, sha256);
  db.close();
}
