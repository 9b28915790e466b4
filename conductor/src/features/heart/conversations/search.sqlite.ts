import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { PageRequest } from '../../../engine/page-cursor.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { pageOf } from '../../../stores/sqlite/page.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { conversationWord, excerpt, searchQuery } from '../../../stores/sqlite/search-text.ts';
import { type Bound, statementOf } from '../../../stores/sqlite/statements.ts';
import { pageWithin } from './lists.sqlite.ts';
import type { SearchHit } from './queries.ts';
import type * as queries from './queries.ts';

interface Hit extends Omit<SearchHit, 'excerpt'> {
  readonly text: string | null;
}

/** The word that stands in every indexed text of a conversation, and in none of another. */
export function searchWordOf(db: Db, conversationKey: ConversationKey): string {
  const own = statementOf<{ id: string }>(
    db.$client,
    'select local_conversation_id as id from conversations where conversation_key = ?',
  ).get(conversationKey);
  return conversationWord(own?.id ?? '');
}

/** The index gives ids, the newest first; texts come from where they are kept. */
function hits(
  db: Db,
  query: string,
  platform: string | undefined,
  conversationKey: ConversationKey | undefined,
  { limit, after }: PageRequest,
): Hit[] {
  const within = conversationKey === undefined ? '' : ` "${searchWordOf(db, conversationKey)}"`;
  const conditions: [string, ...Bound[]][] = [
    ['message_search match ?', query + within],
    ["s.kind <> 'memory'"],
  ];
  if (platform !== undefined) conditions.push(['c.platform = ?', platform]);
  if (conversationKey !== undefined) conditions.push(['s.conversation_key = ?', conversationKey]);
  // The index is in order of its ids, which rise as texts are observed: the page goes on below the last one.
  if (after !== null) conditions.push(['message_search.rowid < ?', after[0]]);
  return statementOf<Hit>(
    db.$client,
    `select message_search.rowid as id, c.local_conversation_id as localConversationId, c.platform,
       coalesce(c.custom_title, c.title) as title, s.kind, s.at,
       case s.kind when 'assistant' then m.assistant_message_id when 'user' then t.user_message_id end as messageId,
       case s.kind when 'assistant' then m.raw_text when 'user' then t.raw_text
         else coalesce(c.custom_title, c.title) end as text
     from message_search
     cross join searchable s on s.id = message_search.rowid
     cross join conversations c on c.conversation_key = s.conversation_key
     left join message_anchors m on s.kind = 'assistant' and m.anchor_id = s.ref_id
     left join user_turns t on s.kind = 'user' and t.turn_id = s.ref_id
     where ${conditions.map(([text]) => text).join(' and ')}
     order by message_search.rowid desc limit ?`,
  ).all(...conditions.flatMap(([, ...bound]) => bound), limit + 1);
}

export const searchQueries: Pick<QueryImplementations<typeof queries>, 'search'> = {
  search(db, { words, platform, conversation, page }) {
    const query = searchQuery(words);
    return pageWithin(db, conversation, (key) => {
      if (query === null) return { items: [], next: null };
      const found = hits(db, query, platform, key, page);
      const { items, next } = pageOf(found, page.limit, ({ id }) => [id, '']);
      return {
        items: items.map(({ text, ...hit }) => ({ ...hit, excerpt: excerpt(text ?? '', words) })),
        next,
      };
    });
  },
};
