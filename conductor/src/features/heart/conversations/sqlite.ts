import { kept, sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import {
  deleteConversation,
  mergeConversation,
  moveWorkers,
  noteTie,
  setLabels,
} from './changes.sqlite.ts';
import type * as changes from './changes.ts';
import { noteForeignWords } from './foreign-words.sqlite.ts';
import { conversationsQueries } from './queries.sqlite.ts';

import * as rows from './rows.ts';
import type * as asked from './asks.ts';
import type * as queries from './queries.ts';

export const conversationsSqlite = sqliteImplementation<
  Omit<typeof queries, keyof typeof asked>,
  typeof changes
>({
  schema,
  tables: [
    kept(rows.CONVERSATIONS, {
      table: schema.conversations,
      key: schema.conversations.conversationKey,
      name: 'conversationKey',
      searchable: ({
        conversationKey,
        localConversationId: refId,
        customTitle,
        title,
        createdAt: at,
      }) => ({ conversationKey, kind: 'title', refId, text: customTitle ?? title, at }),
    }),
    kept(rows.CONVERSATION_ALIASES, {
      table: schema.conversationAliases,
      key: schema.conversationAliases.aliasKey,
      name: 'aliasKey',
    }),
    kept(rows.MESSAGE_ANCHORS, {
      table: schema.messageAnchors,
      key: schema.messageAnchors.anchorId,
      name: 'anchorId',
      searchable: ({ conversationKey, anchorId: refId, rawText: text, observedAt: at }) => ({
        conversationKey,
        kind: 'assistant',
        refId,
        text,
        at,
      }),
    }),
    kept(rows.USER_TURNS, {
      table: schema.userTurns,
      key: schema.userTurns.turnId,
      name: 'turnId',
      searchable: ({ conversationKey, turnId: refId, rawText: text, observedAt: at }) => ({
        conversationKey,
        kind: 'user',
        refId,
        text,
        at,
      }),
    }),
    kept(rows.RENEWALS, {
      table: schema.renewals,
      key: schema.renewals.conversationKey,
      name: 'conversationKey',
    }),
  ],
  queries: conversationsQueries,
  changes: {
    mergeConversation,
    moveWorkers,
    deleteConversation,
    setLabels,
    noteForeignWords,
    noteTie,
  },
  unlisted: ['setLabels', 'noteForeignWords', 'noteTie'],
});
