import { sql } from 'drizzle-orm';

import { conversations, messageAnchors } from './tables.sqlite.ts';

/**
 * Where a page of the conversation was seen last, for people; of a query over conversations. Its column is named with its
 * table: in a query over one table alone it would be named without, and be that of `seen`.
 */
export const pageUrl = sql<string | null>`(
  select seen.diagnostic_page_url from ${messageAnchors} as seen
  where seen.conversation_key = ${conversations}.conversation_key and seen.diagnostic_page_url is not null
  order by seen.observed_at desc limit 1)`;
