import { eq, sql } from 'drizzle-orm';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { looseForm } from '../../../baa/loose-form.ts';
import { type AskedAction, standsIn } from '../../../baa/stands-in.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type * as changes from './changes.ts';
import type { ForeignSource } from './rows.ts';
import { foreignWords } from './tables.sqlite.ts';
import type { GivenTo } from '../../../engine/handle.ts';

const note = preparedQuery((db) =>
  db
    .insert(foreignWords)
    .values({
      conversationKey: sql.placeholder('conversationKey'),
      source: sql.placeholder('source'),
      sourceId: sql.placeholder('sourceId'),
      words: sql.placeholder('words'),
      isLoose: true,
      at: sql.placeholder('at'),
    })
    .onConflictDoUpdate({
      target: [foreignWords.conversationKey, foreignWords.source, foreignWords.sourceId],
      // A result, and what a person said of it.
      set: { words: sql`${foreignWords.words} || ' ' || excluded.words`, at: sql`excluded.at` },
    })
    .prepare(),
);

const noted = preparedQuery((db) =>
  db
    .select({
      source: foreignWords.source,
      sourceId: foreignWords.sourceId,
      words: foreignWords.words,
      isLoose: foreignWords.isLoose,
    })
    .from(foreignWords)
    .where(eq(foreignWords.conversationKey, sql.placeholder('key')))
    .prepare(),
);

/** Keeps them in their loose form: it is made once, and compared with each action from then on. */
export function noteForeignWords(
  db: Db,
  { words, ...row }: GivenTo<typeof changes.noteForeignWords>,
): void {
  note(db).run({ ...row, words: looseForm(words) });
}

/** Returns where an action stands in what others said in a conversation; null: nowhere. */
export function foreignSourceOf(
  db: Db,
  key: ConversationKey,
  asked: AskedAction,
): ForeignSource | null {
  for (const { source, sourceId, words, isLoose } of noted(db).all({ key }))
    if (standsIn(asked, isLoose ? words : looseForm(words))) return { source, sourceId };
  return null;
}
