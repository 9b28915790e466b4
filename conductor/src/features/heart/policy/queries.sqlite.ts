import { desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';

import { inJson } from '../../../stores/sqlite/in-json.ts';
import { preparedQuery } from '../../../stores/sqlite/prepared-query.ts';
import type { QueryImplementations } from '../../../stores/sqlite/sqlite-implementation.ts';
import { conversations } from '../conversations/tables.sqlite.ts';
import { policyRules } from './tables.sqlite.ts';
import { conversationKeyNamed } from '../conversations/feature.ts';
import { rulesHoldingIn } from './holding-rules.sqlite.ts';

import type * as queries from './queries.ts';

const SHOWN = {
  rule: getTableColumns(policyRules),
  localConversationId: conversations.localConversationId,
};

const shown = (which: SQL | undefined) =>
  preparedQuery((db) =>
    db
      .select(SHOWN)
      .from(policyRules)
      .leftJoin(conversations, eq(conversations.conversationKey, policyRules.conversationKey))
      .where(which)
      .orderBy(desc(policyRules.createdAt), desc(policyRules.ruleId))
      .prepare(),
  );

const shownRules = shown(undefined);

const shownAmong = shown(inJson(policyRules.ruleId, sql.placeholder('ruleIds')));

const shownRule = shown(eq(policyRules.ruleId, sql.placeholder('ruleId')));

export const policyQueries: QueryImplementations<typeof queries> = {
  shownRule: (db, { ruleId }) => shownRule(db).get({ ruleId }) ?? null,
  shownRules(db, { conversation }) {
    if (conversation === undefined) return shownRules(db).all();
    const conversationKey = conversationKeyNamed(db, conversation);
    if (conversationKey === null) return null;
    const ruleIds = rulesHoldingIn(db, conversationKey).map(({ ruleId }) => ruleId);
    return shownAmong(db).all({ ruleIds: JSON.stringify(ruleIds) });
  },
  rulesIn: (db, { conversationKey }) => rulesHoldingIn(db, conversationKey),
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
