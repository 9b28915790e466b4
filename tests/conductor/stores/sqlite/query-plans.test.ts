import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import {
  asking,
  deliveryResult,
  finalMessage,
  runtimeReport,
} from '../../../kit/browser-frames.ts';
import { runConductor } from '../../../kit/running-conductor.ts';

const ROUNDS = 3;

/** Tables with a row for each account, browser, rule, schedule or migration: none grows with messages. */
const SMALL = ['accounts', 'clients', 'policy_rules', 'schedules', '__drizzle_migrations'];

/** All statements that are compiled from now on, as SQLite gets them. */
function recordStatements(): Set<string> {
  const driver = Database.prototype as { prepare: (source: string) => unknown };
  const { prepare } = driver;
  const statements = new Set<string>();
  driver.prepare = function record(this: unknown, source) {
    statements.add(source);
    return prepare.call(this, source);
  };
  onTestFinished(() => {
    driver.prepare = prepare;
  });
  return statements;
}

/** Tables and indexes that a statement goes through from end to end. */
function scansOf(db: Database.Database, source: string): readonly string[] {
  if (!/^\s*(?:select|insert|update|delete)/i.test(source)) return [];
  const given = source.match(/\?/g)?.map(() => null) ?? [];
  const plan = db.prepare<null[], { detail: string }>(`explain query plan ${source}`).all(...given);
  return (
    plan
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!CONSTANT|json_each|message_search)/.test(detail))
      // An index of what is open holds nothing else.
      .filter((detail) => !/ INDEX \w+_open$/.test(detail))
      .filter((detail) => !SMALL.includes(detail.split(' ')[1] ?? ''))
  );
}

test('no statement of a cycle or of a sweep goes through a table that grows', async () => {
  const statements = recordStatements();
  const conductor = await runConductor();
  // What the start and its migrations ask is asked once.
  statements.clear();
  const { browser, inbox } = await conductor.browser();
  browser.send(runtimeReport(['a']));
  browser.send({
    type: 'conversation.set_mode',
    platform: 'chatgpt',
    remote_conversation_id: 'a',
    mode: 'auto',
  });
  for (let round = 1; round <= ROUNDS; round += 1) {
    browser.send(
      finalMessage('a', `reply-${round}`, asking(`@conductor::echo::{"text":"${round}"}`)),
    );
    const enqueued = await inbox.first('delivery.enqueue', ({ message_text }) =>
      message_text.includes(`\n${round}\n`),
    );
    browser.send(deliveryResult(enqueued, 'acked'));
  }
  await expect
    .poll(() => [...statements].some((source) => /"renewals"."due_at" <=/.test(source)))
    .toBe(true);
  await conductor.stop();

  const db = new Database(join(conductor.dataDir, 'baton.db'), { readonly: true });
  const scans = [...statements].flatMap((source) =>
    scansOf(db, source).map((scan) => `${scan}: ${source}`),
  );
  db.close();
  expect(statements.size).toBeGreaterThan(60);
  expect(scans).toEqual([]);
});
