import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import { modelBindings } from '../bindings/tables.sqlite.ts';
import { policyRules } from './tables.sqlite.ts';

/**
 * True of rules that hold in the conversation: those of all, its own, those of its agent, and the same of the
 * conversations from which a worker was asked: what is denied there, a worker may not do either. What a chat is
 * denied that serves one of them as its model is denied there as well. Null: those of all.
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
    and(
      eq(policyRules.decision, 'deny'),
      sql`${policyRules.conversationKey} in (${family} select bound.conversation_key
        from ${modelBindings} as bound join family on bound.session_key = family.conversation_key
        where bound.state = 'bound')`,
    ),
  );
}
