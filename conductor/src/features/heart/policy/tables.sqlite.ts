import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { spaceId, version } from '../../../stores/sqlite/columns.ts';
import { rowList } from '../../../stores/sqlite/row-list.ts';
import { conversations } from '../conversations/tables.sqlite.ts';

export const policyRules = sqliteTable(
  'policy_rules',
  {
    ruleId: text('rule_id').primaryKey(),
    conversationKey: text('conversation_key')
      .$type<ConversationKey>()
      .references(() => conversations.conversationKey, {
        onUpdate: 'cascade',
        onDelete: 'cascade',
      }),
    agentId: text('agent_id'),
    toolPattern: text('tool_pattern').notNull(),
    paramsPattern: text('params_pattern_json', { mode: 'json' }).$type<
      Readonly<Record<string, string>>
    >(),
    decision: text('decision', { enum: ['run', 'ask', 'deny'] }).notNull(),
    evenIfTainted: integer('even_if_tainted', { mode: 'boolean' }).notNull().default(false),
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
    spaceId,
    version,
  },
  (t) => [
    index('policy_rules_of').on(t.conversationKey),
    index('policy_rules_of_agent')
      .on(t.agentId)
      .where(sql`${t.agentId} is not null`),
  ],
);

export const rulesOfConversation = rowList(policyRules, policyRules.conversationKey);

export const rulesOfAgent = rowList(policyRules, policyRules.agentId);
