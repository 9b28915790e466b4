import { sqliteImplementation } from '../../../stores/sqlite/sqlite-implementation.ts';
import * as schema from './tables.sqlite.ts';
import {
  deleteConversation,
  mergeConversation,
  moveWorkers,
  noteTie,
  setLabels,
} from './changes.sqlite.ts';
import type { ConversationsChanges } from './changes.ts';
import { noteForeignWords } from './foreign-words.sqlite.ts';
import { conversationsQueries } from './queries.sqlite.ts';

import type { ConversationsTables } from './rows.ts';
import type * as queries from './queries.ts';

export const conversationsSqlite = sqliteImplementation<
  ConversationsTables,
  typeof queries,
  ConversationsChanges
>({
  schema,
  tables: {
    conversations: {
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
    },
    conversationAliases: {
      table: schema.conversationAliases,
      key: schema.conversationAliases.aliasKey,
      name: 'aliasKey',
    },
    messageAnchors: {
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
    },
    userTurns: {
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
    },
    renewals: {
      table: schema.renewals,
      key: schema.renewals.conversationKey,
      name: 'conversationKey',
    },
  },
  queries: conversationsQueries,
  changes: {
    merge_conversation: mergeConversation,
    move_workers: moveWorkers,
    delete_conversation: deleteConversation,
    set_labels: setLabels,
    note_foreign_words: noteForeignWords,
    note_tie: noteTie,
  },
  unlisted: ['set_labels', 'note_foreign_words', 'note_tie'],
});
