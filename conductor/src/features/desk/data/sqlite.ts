import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { importRows } from '../../../stores/sqlite/export-rows.ts';
import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import type * as changes from './changes.ts';

import type * as queries from './queries.ts';

export const dataSqlite = sqliteImplementation<typeof queries, typeof changes>({
  queries: {
    isConversationKnown: (db, { conversationKey: key, localConversationId: localId }) =>
      db.$client
        .prepare(
          `select 1 from conversations where conversation_key = ? or local_conversation_id = ?
           union all select 1 from conversation_aliases where alias_key = ?`,
        )
        .get(key, localId, key) !== undefined,
    conversationsUnder: (db, { keys }) =>
      db.$client
        .prepare<[string], { key: ConversationKey }>(
          `select conversation_key as key from conversations
           where conversation_key in (select value from json_each(?))`,
        )
        .all(JSON.stringify(keys))
        .map(({ key }) => key),
  },
  changes: { importRows: (db, { lines }) => importRows(db, lines) },
});
