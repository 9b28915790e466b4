import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { fillStore } from '../../../../bench/fill-store.ts';
import { type Db, openDatabase } from '../../../../conductor/src/stores/sqlite/open-database.ts';
import type { Page, PageRequest } from '../../../../conductor/src/engine/page-cursor.ts';
import { SQLITE_PARTS } from '../../../../conductor/src/features.ts';
import { createReader } from '../../../../conductor/src/stores/sqlite/reader.ts';
import {
  mergeSegments,
  searchIndexOf,
} from '../../../../conductor/src/stores/sqlite/search-index.ts';
import { excerpt, searchQuery } from '../../../../conductor/src/stores/sqlite/search-text.ts';
import { conversationKey } from '../../../../shared/model/conversation-key.ts';
import { tempDir } from '../../../kit/running-conductor.ts';
import * as conversations from '../../../../conductor/src/features/heart/conversations/queries.ts';
import * as deliveries from '../../../../conductor/src/features/heart/deliveries/queries.ts';
import * as trail from '../../../../conductor/src/features/desk/trail/queries.ts';

function opened(): Db {
  const db = openDatabase(join(tempDir(), 'baton.db'));
  onTestFinished(() => void db.$client.close());
  return db;
}

/** A store with one conversation whose replies are these texts. */
function holding(...texts: readonly string[]) {
  const db = opened();
  const key = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'a' });
  db.$client.exec(
    `insert into conversations (conversation_key, platform, remote_conversation_id, local_conversation_id, mode,
       final_timeout_ms, created_at, updated_at) values ('${key}', 'chatgpt', 'a', 'local-a', 'auto', 1, 1, 1)`,
  );
  const add = db.$client.prepare(
    `insert into message_anchors (anchor_id, conversation_key, assistant_message_id, observed_at, source, raw_text)
     values (?, ?, ?, ?, 'browser.final_message', ?)`,
  );
  texts.forEach((text, at) => {
    add.run(`anchor-${at}`, key, `reply-${at}`, at, text);
    searchIndexOf(db.$client).put({
      conversationKey: key,
      kind: 'assistant',
      refId: `anchor-${at}`,
      text,
      at,
    });
  });
  const read = createReader(db, SQLITE_PARTS.queries);
  const page = { limit: 50, after: null };
  return {
    db,
    key,
    find: async (words: string, conversation?: string) => {
      const found = await read.one(conversations.search({ words, conversation, page }));
      return found?.items.map((row) => row.messageId);
    },
  };
}

describe('every list', () => {
  it('of conversations finds a title by any part of it, in capitals or not', async () => {
    const { db } = holding();
    const read = createReader(db, SQLITE_PARTS.queries);
    db.$client.exec(`update conversations set title = 'ÄPFEL und 100% Tee'`);
    const page = { limit: 50, after: null };
    const found = (...titles: readonly string[]) =>
      Promise.all(
        titles.map(async (title) => {
          const { items } = await read.one(conversations.listedConversations({ title, page }));
          return items.length;
        }),
      );
    expect(await found('äpf', 'UND 100%', 'tee', '')).toEqual([1, 1, 1, 1]);
    expect(await found('1000', 'a_f', 'birnen')).toEqual([0, 0, 0]);
    db.$client.exec(`update conversations set custom_title = 'Birnen'`);
    expect(await found('äpf', 'birn')).toEqual([0, 1]);
    db.$client.exec(`update conversations set custom_title = null, title = null`);
    expect(await found('null', '')).toEqual([0, 1]);
  });

  it('gives each row once, in order, whatever the size of its pages', async () => {
    const db = opened();
    fillStore(db.$client, { jobs: 300, conversations: 30 });
    const read = createReader(db, SQLITE_PARTS.queries);
    const conversation = conversationKey({
      platform: 'deepseek',
      remote_conversation_id: 'remote-15',
    });
    const lists: Record<string, (page: PageRequest) => Promise<Page<unknown> | null>> = {
      conversations: (page) => read.one(conversations.listedConversations({ page })),
      'those of a platform': (page) =>
        read.one(conversations.listedConversations({ platform: 'claude', page })),
      jobs: (page) => read.one(deliveries.shownJobs({ page })),
      messages: (page) => read.one(conversations.messages({ conversation, page })),
      'events of one': (page) => read.one(trail.events({ conversation, types: [], page })),
      'events of some types': (page) =>
        read.one(trail.events({ types: ['delivery_job.*', 'none.*'], page })),
      'found texts': (page) => read.one(conversations.search({ words: 'answer', page })),
    };
    for (const [name, list] of Object.entries(lists)) {
      const all = (await list({ limit: 200, after: null }))?.items ?? [];
      const whole = all.map((row) => JSON.stringify(row));
      for (const limit of [1, 7, 64]) {
        const paged: string[] = [];
        for (let after: PageRequest['after'] = null; ;) {
          const { items, next }: Page<unknown> = (await list({ limit, after })) ?? {
            items: [],
            next: null,
          };
          expect(items.length, name).toBeLessThanOrEqual(limit);
          paged.push(...items.map((row) => JSON.stringify(row)));
          if (next === null || paged.length >= whole.length) break;
          after = next;
        }
        expect(paged.slice(0, whole.length), `${name} by ${limit}`).toEqual(whole);
      }
      expect(new Set(whole).size, name).toBe(whole.length);
      expect(whole.length, name).toBeGreaterThan(5);
    }
  });

  it('within a conversation that is not there is none', async () => {
    const read = createReader(opened(), SQLITE_PARTS.queries);
    const page = { limit: 50, after: null };
    expect(await read.one(deliveries.shownJobs({ conversation: 'nobody', page }))).toBeNull();
    expect(await read.one(deliveries.shownJobs({ page }))).toEqual({ items: [], next: null });
  });
});

describe('search', () => {
  it('finds words whatever their case and accents, and needs all of them', async () => {
    const { find } = holding('The Café is open.', 'The cafe is closed.', 'No coffee here.');
    expect(await find('CAFÉ')).toEqual(['reply-1', 'reply-0']);
    expect(await find('cafe closed')).toEqual(['reply-1']);
    expect(await find('cafe coffee')).toEqual([]);
    expect(await find('"cafe is open"')).toEqual(['reply-0']);
    expect(await find('"open cafe"')).toEqual([]);
  });

  it('finds any run of characters in scripts without spaces', async () => {
    const { find } = holding('我们明天去公园散步吧', '東京タワーに行きました');
    for (const words of ['公园', '明天去公园', '散步', '步吧'])
      expect(await find(words)).toEqual(['reply-0']);
    expect(await find('タワー')).toEqual(['reply-1']);
    expect(await find('公步')).toEqual([]);
  });

  it('takes nothing a person types as syntax', async () => {
    const { find } = holding('a AND b NEAR c', 'x OR y');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (words) => {
        expect(Array.isArray(await find(words))).toBe(true);
      }),
    );
    for (const words of [
      '"',
      '""',
      '*',
      'a*',
      'NOT',
      'words:a',
      '(',
      'a^2',
      '-a',
      "'; drop table jobs",
    ]) {
      expect(Array.isArray(await find(words)), words).toBe(true);
    }
    expect(await find('a AND b')).toEqual(['reply-0']);
    expect(searchQuery(' . , ')).toBeNull();
  });

  it('looks into one conversation alone where it is told to', async () => {
    const { db, key, find } = holding('tea in a');
    const other = conversationKey({ platform: 'claude', remote_conversation_id: 'b' });
    db.$client.exec(
      `insert into conversations (conversation_key, platform, remote_conversation_id, local_conversation_id, mode, title,
         final_timeout_ms, created_at, updated_at) values ('${other}', 'claude', 'b', 'local-b', 'auto', 'tea in b', 1, 1, 1)`,
    );
    searchIndexOf(db.$client).put({
      conversationKey: other,
      kind: 'title',
      refId: 'local-b',
      text: 'tea in b',
      at: 9,
    });
    expect(await find('tea')).toEqual([null, 'reply-0']);
    expect(await find('tea', key)).toEqual(['reply-0']);
    expect(await find('tea', other)).toEqual([null]);
  });

  it('finds the same after the index was brought together', async () => {
    const texts = Array.from(
      { length: 400 },
      (_none, index) => `part ${index} of the ${index % 3 === 0 ? 'tea' : 'milk'}`,
    );
    const { db, find } = holding(...texts);
    const before = await Promise.all([find('tea'), find('part milk'), find('399')]);
    await mergeSegments(db.$client);
    expect(await Promise.all([find('tea'), find('part milk'), find('399')])).toEqual(before);
    const segments = db.$client
      .prepare('select count(distinct segid) as n from message_search_idx')
      .get();
    expect(segments).toEqual({ n: 1 });
  });

  it('shows the text around what fits, marked, on one line', () => {
    const text = `${'before '.repeat(100)}the saffron\nrice ${'after '.repeat(100)}`;
    const shown = excerpt(text, 'saffron');
    expect(shown).toContain('\u2068saffron\u2069 rice');
    expect(shown.length).toBeLessThan(300);
    expect(shown).not.toContain('\n');
  });
});
