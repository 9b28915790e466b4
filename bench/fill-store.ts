import type Database from 'better-sqlite3';

import { conversationKey } from '../shared/model/conversation-key.ts';
import { searchIndexOf } from '../conductor/src/stores/sqlite/search-index.ts';

export interface Size {
  readonly jobs: number;
  readonly conversations: number;
}

/** Conversations that a browser has open and that have something to send: as many in a store of any size. */
const LIVE = 10;
const PLATFORMS = ['chatgpt', 'claude', 'gemini', 'deepseek'];
const MODES = ['auto', 'auto', 'manual', 'paused'];
const BEGAN_AT = 1_750_000_000_000;

function refOf(index: number): { platform: string; remote_conversation_id: string } {
  const platform = PLATFORMS[index % PLATFORMS.length] ?? '';
  return { platform, remote_conversation_id: `remote-${index}` };
}

const keyOf = (index: number): string => conversationKey(refOf(index));

export const LIVE_KEYS = new Set(Array.from({ length: LIVE }, (_none, index) => keyOf(index)));

/** A store as months of use leave it: every job answered, but for what is under way in the live conversations. */
export function fillStore(client: Database.Database, { jobs, conversations }: Size): void {
  const addConversation = client.prepare(
    `insert into conversations (conversation_key, platform, remote_conversation_id, local_conversation_id, mode, title,
       latest_observed_at, account_key, final_timeout_ms, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, 7200000, ?, ?)`,
  );
  const addLabel = client.prepare(
    'insert into conversation_labels (conversation_key, label) values (?, ?)',
  );
  const addAnchor = client.prepare(
    `insert into message_anchors (anchor_id, conversation_key, assistant_message_id, observed_at, source, raw_text)
     values (?, ?, ?, ?, 'browser.final_message', ?)`,
  );
  const addTurn = client.prepare(
    `insert into user_turns (turn_id, conversation_key, user_message_id, raw_text, author, job_id, observed_at)
     values (?, ?, ?, ?, 'baton', ?, ?)`,
  );
  const addJob = client.prepare(
    `insert into delivery_jobs (job_id, conversation_key, message_text, delivery_kind, origin, dedupe_key, status,
       attempt_count, max_attempts, reconcile, final_anchor_id, created_at, updated_at, finished_at)
     values (?, ?, ?, 'proxy_delivery', 'reply', ?, ?, 1, 5, 0, ?, ?, ?, ?)`,
  );
  const addEvent = client.prepare(
    `insert into events (type, subject_id, conversation_key, actor, at, detail_json)
     values ('delivery_job.finalize', ?, ?, 'conductor', ?, '{}')`,
  );
  const index = searchIndexOf(client);
  const inBatches = (count: number, add: (index: number) => void): void => {
    for (let from = 0; from < count; from += 10_000) {
      client.transaction(() => {
        for (let one = from; one < Math.min(count, from + 10_000); one += 1) add(one);
      })();
    }
  };

  inBatches(conversations, (one) => {
    const { platform, remote_conversation_id: remote } = refOf(one);
    const key = keyOf(one);
    const mode = one < LIVE ? 'auto' : MODES[one % MODES.length];
    const title = `Conversation ${one}`;
    const at = BEGAN_AT + one;
    addConversation.run(key, platform, remote, `local-${one}`, mode, title, at, platform, at, at);
    if (one % 2 === 0) addLabel.run(key, 'work');
    index.put({ conversationKey: key, kind: 'title', refId: `local-${one}`, text: title, at });
  });
  inBatches(jobs, (one) => {
    const key = keyOf(one % conversations);
    const at = BEGAN_AT + one * 1_000;
    // The last ones of the live conversations are still to be sent.
    const pending = one >= jobs - conversations && one % conversations < LIVE;
    const status = pending ? 'pending' : one % 100 === 0 ? 'failed' : 'finalized';
    const answer = answerOf(one, jobs);
    const anchorId = `anchor-${one}`;
    addJob.run(
      `job-${one}`,
      key,
      `Please go on with part ${one}.`,
      `dedupe-${one}`,
      status,
      status === 'finalized' ? anchorId : null,
      at,
      at,
      pending ? null : at,
    );
    addEvent.run(`job-${one}`, key, at);
    if (pending) return;
    addTurn.run(
      `job-${one}.turn`,
      key,
      `user-${one}`,
      `Please go on with part ${one}.`,
      `job-${one}`,
      at,
    );
    addAnchor.run(anchorId, key, `message-${one}`, at + 1, answer);
    index.put({
      conversationKey: key,
      kind: 'assistant',
      refId: anchorId,
      text: answer,
      at: at + 1,
    });
  });
}

/** Sixty of every store hold the rare word; every text holds the common one. */
function answerOf(one: number, jobs: number): string {
  const rare = one % Math.max(1, Math.floor(jobs / 60)) === 0 ? ' saffron' : '';
  const often = one % 3 === 0 ? ' harbour' : '';
  const chinese = one % 7 === 0 ? '，我来整理笔记' : '';
  return `Here is the answer to part ${one}${rare}${often}${chinese}. It goes on for a while, as they do.`;
}

export interface SampleIds {
  readonly keys: readonly string[];
  readonly refs: readonly { platform: string; remote_conversation_id: string }[];
  readonly jobs: readonly string[];
  readonly middleConversation: readonly [number, string];
  readonly middleJob: readonly [number, string];
}

export function sampleIds(client: Database.Database): SampleIds {
  const one = (sql: string): readonly [number, string] => {
    const row = client.prepare(sql).get() as { at: number; id: string };
    return [row.at, row.id];
  };
  const some = Array.from({ length: 10 }, (_none, index) => index + LIVE);
  return {
    keys: some.map(keyOf),
    refs: some.map(refOf),
    jobs: some.map((index) => `job-${index}`),
    middleConversation: one(
      `select updated_at as at, local_conversation_id as id from conversations
       order by updated_at limit 1 offset (select count(*) / 2 from conversations)`,
    ),
    middleJob: one(
      `select created_at as at, job_id as id from delivery_jobs
       order by created_at limit 1 offset (select count(*) / 2 from delivery_jobs)`,
    ),
  };
}
