import { and, isNull, or, type SQL, sql } from 'drizzle-orm';

import { policyRules } from './tables.sqlite.ts';

/**
 * True of rules that hold in the conversation: those of all, its own, those of its agent, and the same of the
 * conversations from which a worker was asked: what is denied there, a worker may not do either. Null: those of all.
 *
 * @param key A placeholder, or a column.
 */
export function holdsIn(key: SQL | null): SQL | undefined {
  const ofAll = and(isNull(policyRules.conversationKey), isNull(policyRules.agentId));
  if (key === null) return ofAll;
  const family = sql`with recursive family(conversation_key, agent_id, parent_key) as (
    select conversation_key, agent_id, parent_key from conversations where conversation_key = ${key}
    union select above.conversation_key, above.agent_id, above.parent_key
      from conversations as above join family on above.conversation_key = family.parent_key
  )`;
  return or(
    ofAll,
    sql`${policyRules.conversationKey} in (${family} select conversation_key from family)`,
    sql`${policyRules.agentId} in (${family} select agent_id from family)`,
  );
}
