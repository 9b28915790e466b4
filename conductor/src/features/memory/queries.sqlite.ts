import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../stores/sqlite/sqlite-implementation.ts';
import type { MemoryQueries } from './queries.ts';
import { memories, memoryItems } from './tables.sqlite.ts';

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

export const memoryQueries: QueryImplementations<MemoryQueries> = {
  memoryNow: (db, asked) => ({
    memory: memoryOf(db).get(asked) ?? null,
    items: shownItems(db).all(asked),
  }),
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
