import type { ApiError } from '../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../shared/lib/result.ts';
import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import { unknown } from '../../engine/not-found.ts';
import {
  type PageQuery,
  type PageWish,
  readPageQuery,
  writeCursor,
} from '../../engine/page-cursor.ts';
import type { Reads } from '../../engine/reads.ts';

type Keys = Pick<Reads, 'conversationKeyOf'>;

/** A page of a list within a conversation, or over all; `list` gets the key. */
export async function listPage<Row, View>(
  read: Keys,
  query: PageQuery & { readonly conversation?: string | undefined },
  list: (
    conversationKey: ConversationKey | undefined,
    page: PageWish,
  ) => { readonly items: readonly Row[]; readonly next: readonly [number, string] | null },
  view: (row: Row) => View,
): Promise<Result<{ items: View[]; next_cursor: string | null }, ApiError>> {
  const page = readPageQuery(query);
  if (!page.ok) return page;
  const key = keyWithin(read, query.conversation);
  if (!key.ok) return key;
  const { items, next } = list(key.value, page.value);
  return ok({ items: items.map(view), next_cursor: writeCursor(next) });
}

/** The conversation that a query names; undefined: all of them. */
export function keyWithin(
  read: Keys,
  conversation: string | undefined,
): Result<ConversationKey | undefined, ApiError> {
  if (conversation === undefined) return ok(undefined);
  const key = read.conversationKeyOf(conversation);
  return key === null ? err(unknown('conversation', conversation, 'query.conversation')) : ok(key);
}
