import type Database from 'better-sqlite3';

import { conversationWord, segmented } from './search-text.ts';
import { whenUnlocked } from './when-unlocked.ts';

type Kind = 'assistant' | 'user' | 'title' | 'memory';

/** Text that can be found, and whose it is. */
export interface SearchText {
  readonly conversationKey: string;
  readonly kind: Kind;
  /** anchor_id, turn_id, local_conversation_id or item_key. */
  readonly refId: string;
  readonly text: string | null;
  readonly at: number;
}

/** Keeps the index of words in step with the rows, inside their transactions. */
export interface SearchIndex {
  /** Takes a text in, or takes its new wording; without one it is taken out. */
  put(text: SearchText): void;
  /** Before its rows go: takes out all that belongs to a conversation. */
  forgetConversation(conversationKey: string): void;
  forget(kind: Kind, refId: string): void;
  /** After rows of another conversation came to this one. */
  adopt(conversationKey: string): void;
}

/** Index pages of one merge step: a few milliseconds, so that nobody waits for it. */
const MERGE_PAGES = 64;

/**
 * Brings the index's segments, one for each commit in the beginning, together: a search looks into all of them. Work
 * done before is not done again (FTS5, "merge").
 */
export async function mergeSegments(client: Database.Database): Promise<void> {
  const step = client.prepare<[number]>(
    `insert into message_search (message_search, rank) values ('merge', ?)`,
  );
  const changes = client.prepare<[], { n: number }>('select total_changes() as n');
  const changedBy = (pages: number): Promise<number> =>
    whenUnlocked(() => {
      const before = changes.get()?.n ?? 0;
      step.run(pages);
      return (changes.get()?.n ?? 0) - before;
    });
  // A negative count begins to merge all there is; a step that changes one row or none was the last.
  let changed = await changedBy(-MERGE_PAGES);
  while (changed >= 2) {
    await new Promise(setImmediate);
    if (!client.open) return;
    changed = await changedBy(MERGE_PAGES);
  }
}

const indexes = new WeakMap<Database.Database, SearchIndex>();

/** The full-text index of an open database. */
export function searchIndexOf(client: Database.Database): SearchIndex {
  let index = indexes.get(client);
  if (index === undefined) {
    index = createSearchIndex(client);
    indexes.set(client, index);
  }
  return index;
}

function createSearchIndex(client: Database.Database): SearchIndex {
  const find = client.prepare<[string, string], { id: number }>(
    'select id from searchable where kind = ? and ref_id = ?',
  );
  const add = client.prepare<[string, Kind, string, number]>(
    'insert into searchable (conversation_key, kind, ref_id, at) values (?, ?, ?, ?)',
  );
  const drop = client.prepare<[number]>('delete from searchable where id = ?');
  const dropWords = client.prepare<[number]>('delete from message_search where rowid = ?');
  const addWords = client.prepare<[number | bigint, string]>(
    'insert into message_search (rowid, words) values (?, ?)',
  );
  const ofConversation = client.prepare<[string], { id: number }>(
    'select id from searchable where conversation_key = ?',
  );

  const localId = client.prepare<[string], { id: string }>(
    'select local_conversation_id as id from conversations where conversation_key = ?',
  );
  const textsOf = client.prepare<[string], { id: number; text: string }>(
    `select s.id, case s.kind when 'assistant' then m.raw_text when 'user' then t.raw_text
       when 'memory' then i.text || ' ' || coalesce(i.note, '')
       else coalesce(c.custom_title, c.title) end as text
     from searchable s
     join conversations c on c.conversation_key = s.conversation_key
     left join message_anchors m on s.kind = 'assistant' and m.anchor_id = s.ref_id
     left join user_turns t on s.kind = 'user' and t.turn_id = s.ref_id
     left join memory_items i on s.kind = 'memory' and i.item_key = s.ref_id
     where s.conversation_key = ?`,
  );

  function wordsOf(conversationKey: string, text: string): string {
    const own = localId.get(conversationKey);
    return `${segmented(text)} ${own === undefined ? '' : conversationWord(own.id)}`;
  }

  function forget(kind: Kind, refId: string): void {
    const known = find.get(kind, refId);
    if (known === undefined) return;
    dropWords.run(known.id);
    drop.run(known.id);
  }

  return {
    forget,
    put({ conversationKey, kind, refId, text, at }) {
      forget(kind, refId);
      if (text === null || text.trim() === '') return;
      const { lastInsertRowid } = add.run(conversationKey, kind, refId, at);
      addWords.run(lastInsertRowid, wordsOf(conversationKey, text));
    },
    adopt(conversationKey) {
      for (const { id, text } of textsOf.all(conversationKey)) {
        dropWords.run(id);
        addWords.run(id, wordsOf(conversationKey, text));
      }
    },
    forgetConversation(conversationKey) {
      for (const { id } of ofConversation.all(conversationKey)) {
        dropWords.run(id);
        drop.run(id);
      }
    },
  };
}
