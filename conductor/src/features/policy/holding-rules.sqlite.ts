import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../stores/sqlite/row-list.ts';
import { bindingOfSession } from '../bindings/tables.sqlite.ts';
import { conversationByKey } from '../conversations/tables.sqlite.ts';
import type { PolicyRule } from './rows.ts';
import { rulesOfAgent, rulesOfConversation } from './tables.sqlite.ts';

/**
 * The rules that hold in a conversation: those of all, its own, those of its agent, and the same of the conversations
 * from which a worker was asked: what is denied there, a worker may not do either. What a chat is denied that serves one
 * of them as its model is denied there as well.
 *
 * @param key Null: those of all.
 */
export function rulesHoldingIn(db: Db, key: ConversationKey | null): readonly PolicyRule[] {
  const found = new Set(
    rowsOf(db, rulesOfConversation, null).filter(({ agentId }) => agentId === null),
  );
  for (const { conversationKey, agentId } of familyOf(db, key)) {
    for (const rule of rowsOf(db, rulesOfConversation, conversationKey)) found.add(rule);
    if (agentId !== null) for (const rule of rowsOf(db, rulesOfAgent, agentId)) found.add(rule);
    const bound = rowOf(db, bindingOfSession, conversationKey);
    for (const rule of bound === null ? [] : rowsOf(db, rulesOfConversation, bound.conversationKey))
      if (rule.decision === 'deny') found.add(rule);
  }
  return [...new Map([...found].map((rule) => [rule.ruleId, rule])).values()];
}

interface Member {
  readonly conversationKey: ConversationKey;
  readonly agentId: string | null;
}

/** The conversation, who asked it, who asked that one, and so on. */
function familyOf(db: Db, key: ConversationKey | null): readonly Member[] {
  const family = new Map<ConversationKey, Member>();
  for (let next = key; next !== null && !family.has(next);) {
    const member = rowOf(db, conversationByKey, next);
    if (member === null) break;
    family.set(next, member);
    next = member.parentKey;
  }
  return [...family.values()];
}
