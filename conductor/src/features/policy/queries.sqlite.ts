import { desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';

import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import type { QueryParts } from '../../stores/sqlite/parts.ts';
import { conversations, instructions, policyRules } from '../../stores/sqlite/schema.ts';
import type { PolicyQueries } from './queries.ts';

const rulesFor = preparedQuery((db) =>
  db
    .select(getTableColumns(policyRules))
    .from(instructions)
    .innerJoin(
      policyRules,
      or(
        isNull(policyRules.conversationKey),
        eq(policyRules.conversationKey, instructions.conversationKey),
      ),
    )
    .where(eq(instructions.instructionId, sql.placeholder('instructionId')))
    .prepare(),
);

export const policyQueries: QueryParts<PolicyQueries> = {
  rulesFor: (db, { instructionId }) => rulesFor(db).all({ instructionId }),
  rulesIn: (db, { conversationKey }) =>
    db
      .select()
      .from(policyRules)
      .where(
        conversationKey === null
          ? isNull(policyRules.conversationKey)
          : or(
              isNull(policyRules.conversationKey),
              eq(policyRules.conversationKey, conversationKey),
            ),
      )
      .all(),
  allRules: (db, { limit }) =>
    db
      .select({ rule: getTableColumns(policyRules), conversation: getTableColumns(conversations) })
      .from(policyRules)
      .leftJoin(conversations, eq(conversations.conversationKey, policyRules.conversationKey))
      .orderBy(desc(policyRules.createdAt))
      .limit(limit)
      .all(),
  policyRule: (db, { ruleId }) =>
    db.select().from(policyRules).where(eq(policyRules.ruleId, ruleId)).get() ?? null,
};
