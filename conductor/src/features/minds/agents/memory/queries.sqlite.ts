import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';

import { preparedQuery } from '../../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../../stores/sqlite/sqlite-implementation.ts';
import { searchQuery } from '../../../../stores/sqlite/search-text.ts';
import { searchWordOf } from '../../../heart/conversations/feature.ts';

import { MEMORY_KINDS } from './rows.ts';
import { memories, memoryItems } from './tables.sqlite.ts';
import type * as queries from './queries.ts';

const memoryOf = preparedQuery((db) =>
  db
    .select()
    .from(memories)
    .where(eq(memories.conversationKey, sql.placeholder('conversationKey')))
    .prepare(),
);

const shownItems = preparedQuery((db) =>
  db
    .select()
    .from(memoryItems)
    .where(
      and(
        eq(memoryItems.conversationKey, sql.placeholder('conversationKey')),
        // As the index of what is shown says it.
        sql`${memoryItems.status} in ('active', 'done')`,
      ),
    )
    .orderBy(
      asc(memoryItems.createdAt),
      asc(sql`length(${memoryItems.itemId})`),
      asc(memoryItems.itemId),
    )
    .prepare(),
);

/** Wide letters are found by plain ones. */
export function foldWidth(text: string): string {
  return text.normalize('NFKC');
}

const found = preparedQuery((db) => {
  const ids = sql`(
    select s.ref_id from message_search
    cross join searchable s on s.id = message_search.rowid
    where message_search match ${sql.placeholder('query')} and s.kind = 'memory'
      and s.conversation_key = ${sql.placeholder('conversationKey')})`;
  return db
    .select()
    .from(memoryItems)
    .where(
      and(
        sql`${memoryItems.itemKey} in ${ids}`,
        sql`${memoryItems.kind} in (select value from json_each(${sql.placeholder('kinds')}))`,
      ),
    )
    .orderBy(
      desc(memoryItems.createdAt),
      desc(sql`length(${memoryItems.itemId})`),
      desc(memoryItems.itemId),
    )
    .limit(sql.placeholder('limit'))
    .prepare();
});

export const memoryQueries: QueryImplementations<typeof queries> = {
  memoryNow: (db, asked) => ({
    memory: memoryOf(db).get(asked) ?? null,
    items: shownItems(db).all(asked),
  }),
  memoryFound(db, { conversationKey, words, kinds, limit }) {
    const terms = searchQuery(foldWidth(words), { beginnings: true });
    if (terms === null) return [];
    // The index looks in this conversation alone.
    const query = `${terms} "${searchWordOf(db, conversationKey)}"`;
    return found(db).all({
      query,
      conversationKey,
      kinds: JSON.stringify(kinds ?? MEMORY_KINDS),
      limit,
    });
  },
  memoryItems: (db, { conversationKey, itemIds }) =>
    db
      .select()
      .from(memoryItems)
      .where(
        and(
          eq(memoryItems.conversationKey, conversationKey),
          inArray(memoryItems.itemId, [...itemIds]),
        ),
      )
      .all(),
};
