import type Database from 'better-sqlite3';

import { segmented } from './search-text.ts';

type Kind = 'assistant' | 'user' | 'title';

export interface SearchText {
  readonly conversationKey: string;
  readonly kind: Kind;
  /** anchor_id, turn_id or local_conversation_id. */
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
}

const indexes = new WeakMap<Database.Database, SearchIndex>();

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
      addWords.run(lastInsertRowid, segmented(text));
    },
    forgetConversation(conversationKey) {
      for (const { id } of ofConversation.all(conversationKey)) {
        dropWords.run(id);
        drop.run(id);
      }
    },
  };
}
