import type { Page, PageWish } from '../../stores/sqlite/page.ts';
import { conversationWord, excerpt, searchQuery } from '../../stores/sqlite/search-text.ts';
import type { Bound, Statements } from '../../stores/sqlite/statements.ts';

export interface SearchWish {
  readonly words: string;
  readonly platform?: string | undefined;
  readonly conversationKey?: string | undefined;
}

export interface SearchRow {
  readonly key_at: number;
  readonly key_id: string;
  readonly local_conversation_id: string;
  readonly platform: string;
  readonly title: string | null;
  readonly kind: 'assistant' | 'user' | 'title';
  readonly message_id: string | null;
  readonly excerpt: string;
  readonly at: number;
}

interface Found extends Omit<SearchRow, 'excerpt'> {
  readonly text: string | null;
}

function wordOf(statements: Statements, conversationKey: string): string {
  const own = statements.get<{ id: string }>(
    'select local_conversation_id as id from conversations where conversation_key = ?',
    conversationKey,
  );
  return conversationWord(own?.id ?? '');
}

/** Words in titles and messages. The index gives ids, the newest first; texts come from where they are kept. */
export function searchMessages(
  statements: Statements,
  { words, platform, conversationKey }: SearchWish,
  { limit, after }: PageWish,
): Page<SearchRow> {
  const query = searchQuery(words);
  if (query === null) return { items: [], next: null };
  const within = conversationKey === undefined ? '' : ` "${wordOf(statements, conversationKey)}"`;
  const conditions: [string, ...Bound[]][] = [['message_search match ?', query + within]];
  if (platform !== undefined) conditions.push(['c.platform = ?', platform]);
  if (conversationKey !== undefined) conditions.push(['s.conversation_key = ?', conversationKey]);
  // The index is in order of its ids, which rise as texts are observed: the page goes on below the last one.
  if (after !== null) conditions.push(['message_search.rowid < ?', after[0]]);
  const rows = statements.all<Found>(
    `select message_search.rowid as key_at, '' as key_id, c.local_conversation_id, c.platform,
       coalesce(c.custom_title, c.title) as title, s.kind, s.at,
       case s.kind when 'assistant' then m.assistant_message_id when 'user' then t.user_message_id end as message_id,
       case s.kind when 'assistant' then m.raw_text when 'user' then t.raw_text
         else coalesce(c.custom_title, c.title) end as text
     from message_search
     cross join searchable s on s.id = message_search.rowid
     cross join conversations c on c.conversation_key = s.conversation_key
     left join message_anchors m on s.kind = 'assistant' and m.anchor_id = s.ref_id
     left join user_turns t on s.kind = 'user' and t.turn_id = s.ref_id
     where ${conditions.map(([text]) => text).join(' and ')}
     order by message_search.rowid desc limit ?`,
    ...conditions.flatMap(([, ...bound]) => bound),
    limit + 1,
  );
  const items = rows
    .slice(0, limit)
    .map(({ text, ...row }) => ({ ...row, excerpt: excerpt(text ?? '', words) }));
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? [last.key_at, ''] : null };
}
