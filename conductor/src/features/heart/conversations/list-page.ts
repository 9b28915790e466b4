import type { ApiError } from '../../../../../shared/api/operation.ts';
import { err, ok, type Result } from '../../../../../shared/lib/result.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { unknown } from '../../../engine/not-found.ts';
import {
  type Page,
  type PageQuery,
  type PageRequest,
  readPageQuery,
  writeCursor,
} from '../../../engine/page-cursor.ts';
import type { Reader } from '../../../engine/query.ts';
import * as conversations from './queries.ts';

/**
 * A page of a list, as the API shows it.
 *
 * @param list Gives null if the list is of a conversation, and there is none of that id.
 * @param missing The error of that case.
 */
export async function listPage<Row, View>(
  query: PageQuery & { readonly conversation?: string | undefined },
  list: (page: PageRequest) => Promise<Page<Row> | null>,
  view: (row: Row) => View,
  missing: () => ApiError = () => noConversation(query.conversation),
): Promise<Result<{ items: View[]; next_cursor: string | null }, ApiError>> {
  const page = readPageQuery(query);
  if (!page.ok) return page;
  const found = await list(page.value);
  if (found === null) return err(missing());
  return ok({ items: found.items.map(view), next_cursor: writeCursor(found.next) });
}

/** Which place of a list is asked for: around an entry, newer than an entry, or null for the cursor alone. */
export function onePlace<Id>(
  { cursor }: PageQuery,
  around: Id | undefined,
  newerThan: Id | undefined,
): Result<{ readonly at: Id; readonly newer: boolean } | null, ApiError> {
  const at = around ?? newerThan;
  if (at === undefined) return ok(null);
  if (cursor !== undefined || (around !== undefined && newerThan !== undefined)) {
    const text = 'query.around: one of around, newer_than and cursor.';
    return err({ code: 'invalid_request', text, field: 'query.around' });
  }
  return ok({ at, newer: around === undefined });
}

/** The key of the conversation that a query names; null if it names none. */
export async function keyWithin(
  read: Reader,
  conversation: string | undefined,
): Promise<Result<ConversationKey | null, ApiError>> {
  if (conversation === undefined) return ok(null);
  const key = await read.one(conversations.conversationKey({ id: conversation }));
  return key === null ? err(noConversation(conversation)) : ok(key);
}

/** The error that there is no such conversation. */
export function noConversation(id = ''): ApiError {
  return unknown('conversation', id, 'query.conversation');
}
