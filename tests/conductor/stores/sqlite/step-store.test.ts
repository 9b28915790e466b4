import type { QueryOf } from '../../../../conductor/src/engine/query.ts';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  type Change,
  type Effect,
  insert,
  type OutgoingFrame,
  plan,
  update,
} from '../../../../conductor/src/engine/plan.ts';
import { NotCommitted, type Step } from '../../../../conductor/src/engine/step.ts';
import { StaleRow } from '../../../../conductor/src/stores/sqlite/commit-plan.ts';
import { openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import { SQLITE_PARTS } from '../../../../conductor/src/features.ts';
import { createStepStore } from '../../../../conductor/src/stores/sqlite/step-store.ts';
import { conversationKey, conversationRef } from '../../../../shared/model/conversation-key.ts';
import {
  A,
  anchor,
  approval,
  B,
  client,
  conversation,
  instruction,
  job,
} from '../../../kit/plain-rows.ts';
import { tempDir } from '../../../kit/running-conductor.ts';
import * as conversations from '../../../../conductor/src/features/heart/conversations/queries.ts';
import { dispatch } from '../../../../conductor/src/features/heart/deliveries/effects.ts';
import {
  CONVERSATIONS,
  CONVERSATION_ALIASES,
  MESSAGE_ANCHORS,
} from '../../../../conductor/src/features/heart/conversations/rows.ts';
import { DELIVERY_JOBS } from '../../../../conductor/src/features/heart/deliveries/rows.ts';
import {
  setLabels,
  mergeConversation,
} from '../../../../conductor/src/features/heart/conversations/changes.ts';
import { CLIENTS } from '../../../../conductor/src/features/ground/browsers/rows.ts';
import { INSTRUCTIONS, APPROVALS } from '../../../../conductor/src/features/heart/actions/rows.ts';

const cancelFor = (clientId: string, jobId: string): OutgoingFrame => ({
  clientId,
  frame: { type: 'delivery.cancel', job_id: jobId },
});

/** A step that does as it is told. */
function doing(
  name: string,
  decide: () => ReturnType<typeof plan>,
): Step<null, Record<never, never>, string> {
  return { name, load: () => ({}), decide: () => ({ plan: decide(), outcome: `${name} done` }) };
}

const changing = (...changes: Change[]) => doing('change', () => plan({ changes }));

function openStore() {
  const db = openDatabase(join(tempDir(), 'baton.db'));
  const heard: (
    | { readonly commit: readonly string[] }
    | { readonly effects: readonly Effect[]; readonly clients: readonly string[] }
    | { readonly told: string }
  )[] = [];
  const store = createStepStore(db, SQLITE_PARTS, {
    now: Date.now,
    committed: (commit) => void heard.push({ commit }),
    effects: (effects, clients) => void heard.push({ effects, clients: [...clients] }),
  });
  let closed = false;
  const close = async () => {
    if (!closed) await store.close();
    closed = true;
  };
  onTestFinished(close);
  const all = (sql: string) => db.$client.prepare(sql).all();
  return { db, store, heard, all, close };
}

describe('the steps of one turn', () => {
  it('share one commit, and nobody hears of them before it', async () => {
    const { store, heard } = openStore();
    const run = (name: string) =>
      store
        .run(
          doing(name, () => plan({ effects: [dispatch()] })),
          null,
        )
        .then((told) => heard.push({ told }));
    await Promise.all([run('first'), run('second'), run('third')]);
    expect(heard).toEqual([
      { commit: ['first', 'second', 'third'] },
      { effects: Array.from({ length: 3 }, () => dispatch()), clients: [] },
      { told: 'first done' },
      { told: 'second done' },
      { told: 'third done' },
    ]);
  });

  it('see what the ones before them did', async () => {
    const { store } = openStore();
    const read: Step<null, { one: QueryOf<typeof conversations.conversation> }, string> = {
      name: 'read',
      load: () => ({ one: conversations.conversation({ ref: conversationRef(A) }) }),
      decide: ({ one }) => ({ plan: plan({}), outcome: one?.mode ?? 'unknown' }),
    };
    const early = store.run(read, null);
    const written = store.run(changing(insert(CONVERSATIONS, conversation())), null);
    const late = store.run(read, null);
    expect(await Promise.all([early, written, late])).toEqual(['unknown', 'change done', 'manual']);
  });

  it('of a later turn have a commit of their own', async () => {
    const { store, heard } = openStore();
    await store.run(
      doing('early', () => plan({})),
      null,
    );
    await store.run(
      doing('late', () => plan({})),
      null,
    );
    expect(heard.flatMap((one) => ('commit' in one ? [one.commit] : []))).toEqual([
      ['early'],
      ['late'],
    ]);
  });

  it('lose nothing when one of them fails: it is rolled back alone', async () => {
    const { store, heard, all } = openStore();
    const outcomes = await Promise.allSettled([
      store.run(changing(insert(CONVERSATIONS, conversation(A))), null),
      store.run(
        doing('broken', () =>
          plan({
            changes: [
              insert(CONVERSATIONS, conversation(B)),
              insert(
                DELIVERY_JOBS,
                job('j', conversationKey({ platform: 'no', remote_conversation_id: 'such' })),
              ),
            ],
            effects: [dispatch()],
          }),
        ),
        null,
      ),
      store.run(
        doing('thrower', () => {
          throw new Error('no decision');
        }),
        null,
      ),
      store.run(changing(insert(DELIVERY_JOBS, job('j1'))), null),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(outcomes[2]).toMatchObject({ reason: { message: 'no decision' } });
    expect(all('select conversation_key from conversations')).toEqual([{ conversation_key: A }]);
    expect(all('select job_id from delivery_jobs')).toEqual([{ job_id: 'j1' }]);
    expect(heard.at(-1)).toEqual({ effects: [], clients: [] });
  });

  it('are kept but for the one whose row the commit would not take', async () => {
    const { store, db, heard, all } = openStore();
    await store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    // Checked only when the transaction commits, which then fails for all that is in it.
    db.$client.exec(`
      create table promised (at text references conversations (title) deferrable initially deferred);
      create trigger late after insert on delivery_jobs when new.message_text = 'poison'
        begin insert into promised values (new.job_id); end;
      create unique index titles on conversations (title)`);
    const written = (jobId: string, messageText: string) =>
      store.run(changing(insert(DELIVERY_JOBS, { ...job(jobId), messageText })), null);
    const outcomes = await Promise.allSettled([
      written('first', 'fine'),
      written('second', 'poison'),
      written('third', 'fine'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } });
    expect(outcomes[1]).not.toMatchObject({ reason: expect.any(NotCommitted) });
    expect(all('select job_id from delivery_jobs')).toEqual([
      { job_id: 'first' },
      { job_id: 'third' },
    ]);
    expect(heard.flatMap((one) => ('commit' in one ? [one.commit] : [])).slice(1)).toEqual([
      ['change'],
      ['change'],
    ]);
  });

  it('are all refused with NotCommitted, and none is kept, when SQLite can open no more files', async () => {
    const { store, db, all } = openStore();
    const added = () => store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    const opening = doing('opening', () => {
      db.$client.exec(`attach '${join(tempDir(), 'no-such-folder', 'x.db')}' as more`);
      return plan({});
    });
    const outcomes = await Promise.allSettled([added(), store.run(opening, null)]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: expect.any(NotCommitted) },
      { status: 'rejected', reason: expect.any(NotCommitted) },
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { cause: { code: 'SQLITE_CANTOPEN' } } });
    expect(all('select * from conversations')).toEqual([]);
    await added();
    expect(all('select conversation_key from conversations')).toEqual([{ conversation_key: A }]);
  });

  it('are all refused with NotCommitted, and none is kept, when the commit itself fails', async () => {
    const { store, db, all } = openStore();
    await store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    // The page that the commit needs cannot be had: as on a full disk.
    const [{ page_count: pages }] = db.$client.pragma('page_count') as [{ page_count: number }];
    db.$client.pragma(`max_page_count = ${pages}`);
    const outcomes = await Promise.allSettled([
      store.run(changing(update(CONVERSATIONS, conversation(A), { title: 'small' })), null),
      store.run(
        changing(insert(DELIVERY_JOBS, { ...job('big'), messageText: 'x'.repeat(1_000_000) })),
        null,
      ),
    ]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(NotCommitted) });
      expect(outcome).toMatchObject({
        reason: { code: 'disk_full', cause: { code: 'SQLITE_FULL' } },
      });
    }
    expect(all('select title from conversations')).toEqual([{ title: null }]);
    db.$client.pragma('max_page_count = 1000000');
    await store.run(changing(update(CONVERSATIONS, conversation(A), { title: 'small' })), null);
    expect(all('select title from conversations')).toEqual([{ title: 'small' }]);
  });

  it('are so too while the files of the database are not at their path, where they would be lost', async () => {
    const file = join(tempDir(), 'baton.db');
    const db = openDatabase(file, { tables: SQLITE_PARTS.schema });
    const lockFile = `${file}.lock`;
    writeFileSync(lockFile, '');
    const listener = { lockFile, now: Date.now, effects: () => undefined };
    const store = createStepStore(db, SQLITE_PARTS, listener);
    onTestFinished(() => store.close());
    await store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    const rename = (title: string) =>
      store.run(changing(update(CONVERSATIONS, conversation(A), { title })), null);
    for (const name of [file, `${file}-wal`, lockFile]) {
      renameSync(name, `${file}.away`);
      expect(store.trouble()).toBe('store_gone');
      await expect(rename('lost')).rejects.toMatchObject({ code: 'store_gone' });
      // Another file at its path is not it.
      writeFileSync(name, '');
      await expect(rename('lost')).rejects.toMatchObject({ code: 'store_gone' });
      renameSync(`${file}.away`, name);
    }
    expect(store.trouble()).toBeNull();
    await rename('kept');
    expect(db.$client.prepare('select title from conversations').all()).toEqual([
      { title: 'kept' },
    ]);
  });

  it('are so too when the disk is full in the midst of a statement that SQLite takes back alone', async () => {
    const { store, db, all } = openStore();
    await store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    const [{ page_count: pages }] = db.$client.pragma('page_count') as [{ page_count: number }];
    db.$client.pragma(`max_page_count = ${pages}`);
    const labels = Array.from({ length: 5_000 }, (_, n) => `${n} ${'x'.repeat(50)}`);
    const outcomes = await Promise.allSettled([
      store.run(changing(update(CONVERSATIONS, conversation(A), { title: 'small' })), null),
      store.run(changing(setLabels({ conversationKey: A, labels })), null),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(NotCommitted) });
    expect(all('select title from conversations')).toEqual([{ title: null }]);
    db.$client.pragma('max_page_count = 1000000');
    await store.run(changing(setLabels({ conversationKey: A, labels })), null);
    expect(all('select count(*) as n from conversation_labels')).toEqual([{ n: 5_000 }]);
  });
});

describe('steps that are asked for when another one is decided', () => {
  const commitsOf = (heard: ReturnType<typeof openStore>['heard']) =>
    heard.flatMap((one) => ('commit' in one ? [one.commit] : []));

  it('share its commit, and what it decided is told of after that', async () => {
    const { store, heard } = openStore();
    const later: Promise<unknown>[] = [];
    const told = store
      .runWith(
        doing('find', () => plan({})),
        null,
        (outcome) => {
          const followed = store.run(
            doing('follow', () => plan({})),
            null,
          );
          later.push(followed.then((also) => heard.push({ told: `${also}, as ${outcome}` })));
        },
      )
      .then((outcome) => heard.push({ told: outcome }));
    await Promise.all([
      told,
      store.run(
        doing('beside', () => plan({})),
        null,
      ),
    ]);
    await Promise.all(later);
    expect(heard).toEqual([
      { commit: ['find', 'beside', 'follow'] },
      { effects: [], clients: [] },
      { told: 'find done' },
      { told: 'follow done, as find done' },
    ]);
  });

  it('are decided before one that looks for what they left, which may be asked for before them', async () => {
    const { store, heard, all } = openStore();
    const found: unknown[] = [];
    const looking = store.run(
      {
        ...doing('look', () => {
          found.push(...all('select conversation_key from conversations'));
          return plan({});
        }),
        last: true,
      },
      null,
    );
    const later: Promise<unknown>[] = [];
    await store.runWith(changing(), null, () => {
      later.push(store.run(changing(insert(CONVERSATIONS, conversation(A))), null));
    });
    await Promise.all([looking, ...later]);
    expect(found).toEqual([{ conversation_key: A }]);
    expect(commitsOf(heard)).toHaveLength(1);
  });

  it('are asked for once, and kept, when all are decided again for one that failed', async () => {
    const { store, heard, all } = openStore();
    const found = store.runWith(changing(insert(CONVERSATIONS, conversation(A))), null, () => {
      later.push(store.run(changing(insert(DELIVERY_JOBS, job('j1'))), null));
    });
    const later: Promise<unknown>[] = [];
    const failed = store.run(
      doing('thrower', () => {
        throw new Error('no decision');
      }),
      null,
    );
    await expect(failed).rejects.toThrow('no decision');
    await found;
    await Promise.all(later);
    expect(later).toHaveLength(1);
    expect(commitsOf(heard)).toEqual([['change', 'thrower', 'change']]);
    expect(all('select job_id from delivery_jobs')).toEqual([{ job_id: 'j1' }]);
  });

  it('come to nothing with it when the commit fails', async () => {
    const { store, db, all } = openStore();
    await store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    const [{ page_count: pages }] = db.$client.pragma('page_count') as [{ page_count: number }];
    db.$client.pragma(`max_page_count = ${pages}`);
    const later: Promise<unknown>[] = [];
    const messageText = 'x'.repeat(1_000_000);
    const found = store.runWith(changing(), null, () => {
      later.push(store.run(changing(insert(DELIVERY_JOBS, { ...job('big'), messageText })), null));
    });
    const outcomes = await Promise.allSettled([found, ...later]);
    expect(outcomes).toMatchObject([{ status: 'rejected', reason: { code: 'disk_full' } }]);
    expect(await Promise.allSettled(later)).toMatchObject([
      { status: 'rejected', reason: { code: 'disk_full' } },
    ]);
    expect(all('select * from delivery_jobs')).toEqual([]);
  });
});

describe('a row change', () => {
  it('raises the version', async () => {
    const { store, all } = openStore();
    await store.run(changing(insert(CONVERSATIONS, conversation())), null);
    await store.run(changing(update(CONVERSATIONS, conversation(), { title: 'Tea' })), null);
    expect(all('select title, version from conversations')).toEqual([{ title: 'Tea', version: 2 }]);
  });

  it('decided on a row that has moved on is refused, with all of its step', async () => {
    const { store, all } = openStore();
    const row = conversation();
    await store.run(changing(insert(CONVERSATIONS, row)), null);
    const retitle = (title: string) =>
      store.run(
        doing('retitle', () =>
          plan({
            changes: [insert(DELIVERY_JOBS, job(title)), update(CONVERSATIONS, row, { title })],
            events: [
              {
                type: 'test.retitled',
                subjectId: title,
                conversationKey: A,
                actor: 'person',
                at: 1,
                detail: {},
              },
            ],
          }),
        ),
        null,
      );
    const [first, second] = await Promise.allSettled([retitle('first'), retitle('second')]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: expect.any(StaleRow) });
    expect(second).toMatchObject({ reason: { message: expect.stringContaining('version 1') } });
    expect(all('select title from conversations')).toEqual([{ title: 'first' }]);
    expect(all('select job_id from delivery_jobs')).toEqual([{ job_id: 'first' }]);
    expect(all('select subject_id from events')).toEqual([{ subject_id: 'first' }]);
  });

  it('and its audit event are one: the event of a step that fails is not written', async () => {
    const { store, all } = openStore();
    const created = {
      type: 'test.created',
      subjectId: 'a',
      conversationKey: A,
      actor: 'person',
      at: 7,
      detail: { why: 'test' },
    } as const;
    const create = doing('create', () =>
      plan({ changes: [insert(CONVERSATIONS, conversation())], events: [created] }),
    );
    await store.run(create, null);
    await expect(store.run(create, null)).rejects.toThrow(/UNIQUE/);
    expect(
      all('select type, subject_id, conversation_key, actor, at, detail_json from events'),
    ).toEqual([
      {
        type: 'test.created',
        subject_id: 'a',
        conversation_key: A,
        actor: 'person',
        at: 7,
        detail_json: '{"why":"test"}',
      },
    ]);
  });

  it('cannot make two jobs of one dedupe key', async () => {
    const { store } = openStore();
    await store.run(
      changing(insert(CONVERSATIONS, conversation()), insert(DELIVERY_JOBS, job('j1'))),
      null,
    );
    const twin = { ...job('j2'), dedupeKey: 'j1' };
    await expect(store.run(changing(insert(DELIVERY_JOBS, twin)), null)).rejects.toThrow(
      /dedupe_key/,
    );
  });
});

describe("a browser's outbox", () => {
  it('numbers frames by one, per browser, across commits', async () => {
    const { store, heard } = openStore();
    await store.run(changing(insert(CLIENTS, client('one')), insert(CLIENTS, client('two'))), null);
    const send = (...frames: OutgoingFrame[]) =>
      store.run(
        doing('send', () => plan({ frames })),
        null,
      );
    await Promise.all([
      send(cancelFor('one', 'a'), cancelFor('two', 'b')),
      send(cancelFor('one', 'c')),
    ]);
    await send(cancelFor('one', 'd'));
    const framesOf = async (clientId: string) => {
      const waiting = await store.framesAfter(clientId, 0, 10);
      return waiting.map(({ seq, frameJson }) => ({
        seq,
        frame: JSON.parse(frameJson) as unknown,
      }));
    };
    const frame = (seq: number, job_id: string) => ({
      seq,
      frame: { v: 1, id: `c${seq}`, seq, type: 'delivery.cancel', job_id },
    });
    expect(await framesOf('one')).toEqual([frame(1, 'a'), frame(2, 'c'), frame(3, 'd')]);
    expect(await framesOf('two')).toEqual([frame(1, 'b')]);
    expect(heard).toContainEqual({ effects: [], clients: ['one', 'two'] });
  });

  it('leaves no hole in the numbers when a step fails', async () => {
    const { store } = openStore();
    await store.run(changing(insert(CLIENTS, client('one'))), null);
    const good = doing('good', () => plan({ frames: [cancelFor('one', 'a')] }));
    const bad = doing('bad', () =>
      plan({ frames: [cancelFor('one', 'b'), cancelFor('nobody', 'b')] }),
    );
    const [first, second] = await Promise.allSettled([store.run(bad, null), store.run(good, null)]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    const waiting = await store.framesAfter('one', 0, 10);
    expect(waiting.map(({ seq }) => seq)).toEqual([1]);
  });

  it('gives back what comes after, so many at a time, and forgets with the next commit what was acked', async () => {
    const { store } = openStore();
    await store.run(changing(insert(CLIENTS, client('one'))), null);
    const frames = ['a', 'b', 'c', 'd'].map((jobId) => cancelFor('one', jobId));
    await store.run(
      doing('send', () => plan({ frames })),
      null,
    );
    const seqs = async (after: number, limit: number) => {
      const waiting = await store.framesAfter('one', after, limit);
      return waiting.map(({ seq }) => seq);
    };
    expect(await Promise.all([seqs(0, 2), seqs(2, 2), seqs(4, 2)])).toEqual([[1, 2], [3, 4], []]);
    store.dropAckedFrames('one', 3);
    await store.run(
      doing('anything', () => plan({})),
      null,
    );
    expect(await seqs(0, 10)).toEqual([4]);
  });
});

describe('merging two conversations', () => {
  it('moves all that belongs to one, and leaves its key as an alias', async () => {
    const { store, all } = openStore();
    const provisional = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'older' });
    await store.run(
      changing(
        insert(CONVERSATIONS, conversation(A)),
        insert(CONVERSATIONS, conversation(B)),
        insert(CONVERSATION_ALIASES, {
          aliasKey: provisional,
          conversationKey: B,
          createdAt: 1,
          version: 1,
        }),
        insert(MESSAGE_ANCHORS, anchor('of-a', A)),
        insert(MESSAGE_ANCHORS, anchor('of-b', B)),
        insert(INSTRUCTIONS, instruction('of-b', 0, B)),
        insert(APPROVALS, approval('of-b.0', B)),
        insert(DELIVERY_JOBS, job('job-of-b', B)),
        mergeConversation({ from: B, into: A, at: 9 }),
      ),
      null,
    );
    expect(all('select conversation_key from conversations')).toEqual([{ conversation_key: A }]);
    expect(
      all('select alias_key, conversation_key from conversation_aliases order by alias_key'),
    ).toEqual([
      { alias_key: B, conversation_key: A },
      { alias_key: provisional, conversation_key: A },
    ]);
    for (const table of ['message_anchors', 'instructions', 'approvals', 'delivery_jobs']) {
      expect(all(`select distinct '${table}' as t, conversation_key from ${table}`)).toEqual([
        { t: table, conversation_key: A },
      ]);
    }
  });

  it('keeps an anchor that both had once, with the instructions of both in order', async () => {
    const { store, all } = openStore();
    await store.run(
      changing(
        insert(CONVERSATIONS, conversation(A)),
        insert(CONVERSATIONS, conversation(B)),
        insert(MESSAGE_ANCHORS, anchor('kept', A, 'same-reply')),
        insert(MESSAGE_ANCHORS, anchor('gone', B, 'same-reply')),
        insert(INSTRUCTIONS, instruction('kept', 0, A)),
        insert(INSTRUCTIONS, instruction('kept', 1, A)),
        insert(INSTRUCTIONS, instruction('gone', 0, B)),
        insert(INSTRUCTIONS, instruction('gone', 1, B)),
        insert(APPROVALS, approval('gone.0', B)),
        mergeConversation({ from: B, into: A, at: 9 }),
      ),
      null,
    );
    expect(all('select anchor_id, assistant_message_id from message_anchors')).toEqual([
      { anchor_id: 'kept', assistant_message_id: 'same-reply' },
    ]);
    expect(
      all('select instruction_id, anchor_id, position from instructions order by position'),
    ).toEqual([
      { instruction_id: 'kept.0', anchor_id: 'kept', position: 0 },
      { instruction_id: 'kept.1', anchor_id: 'kept', position: 1 },
      { instruction_id: 'gone.0', anchor_id: 'kept', position: 2 },
      { instruction_id: 'gone.1', anchor_id: 'kept', position: 3 },
    ]);
    expect(all('select instruction_id from approvals')).toEqual([{ instruction_id: 'gone.0' }]);
  });
});

describe('a lock that another program holds', () => {
  /** The steps of this turn have found it held: the store looks in the next turn, before who asks for one after them. */
  const firstLook = nextTurn;

  const rename = (title: string, version = 1) =>
    changing(update(CONVERSATIONS, { ...conversation(A), version }, { title }));

  async function lockedStore() {
    const opened = openStore();
    await opened.store.run(changing(insert(CONVERSATIONS, conversation(A))), null);
    const other = new Database(opened.db.$client.name);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    return { ...opened, release: () => other.exec('rollback') };
  }

  it('is waited for by all steps together, in their order, while the process goes on', async () => {
    const { store, heard, all, release } = await lockedStore();
    heard.length = 0;
    const first = store.run(rename('first'), null);
    await firstLook();
    const second = store.run(rename('second', 2), null);
    expect(heard).toEqual([]);
    release();
    await Promise.all([first, second]);
    expect(heard[0]).toEqual({ commit: ['change', 'change'] });
    expect(all('select title from conversations')).toEqual([{ title: 'second' }]);
  });

  it('for too long is an end for all that wait, so that none is kept without those before it', async () => {
    const { store, all, release } = await lockedStore();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = store.run(rename('first'), null).catch((cause: unknown) => cause);
    await firstLook();
    const second = store.run(rename('second'), null).catch((cause: unknown) => cause);
    vi.advanceTimersByTime(6_000);
    expect(await first).toMatchObject({ code: 'store_locked' });
    expect(store.trouble()).toBe('store_locked');
    const soon = nextTurn('still waits');
    expect(await Promise.race([second, soon])).toMatchObject({ code: 'store_locked' });
    release();
    await store.run(rename('third'), null);
    expect(all('select title from conversations')).toEqual([{ title: 'third' }]);
    expect(store.trouble()).toBeNull();
  });

  it('is waited for by a store that closes', async () => {
    const { store, close, release } = await lockedStore();
    const waiting = store.run(rename('last'), null);
    const closing = close();
    setImmediate(release);
    await closing;
    expect(await waiting).toBe('change done');
  });
});

describe('closing the store', () => {
  it('commits what is waiting, and takes nothing after', async () => {
    const { store, heard, close } = openStore();
    const waiting = store.run(
      doing('last', () => plan({})),
      null,
    );
    await close();
    expect(await waiting).toBe('last done');
    expect(heard[0]).toEqual({ commit: ['last'] });
    await expect(
      store.run(
        doing('late', () => plan({})),
        null,
      ),
    ).rejects.toThrow(NotCommitted);
  });
});
