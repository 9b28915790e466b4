import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { rowOf, rowsOf } from '../../../stores/sqlite/row-list.ts';
import { bindingOfSession } from '../lineage/bindings/tables.sqlite.ts';
import { conversationByKey } from '../conversations/tables.sqlite.ts';
import { holdsIn, type Member } from './holds-in.ts';
import type { PolicyRule } from './rows.ts';
import { rulesOfAgent, rulesOfConversation } from './tables.sqlite.ts';

/**
 * The rules that hold in a conversation, from the lists in which they can be.
 *
 * @param key Null: those of all.
 */
export function rulesHoldingIn(db: Db, key: ConversationKey | null): readonly PolicyRule[] {
  const family = familyOf(db, key);
  const lists = [
    rowsOf(db, rulesOfConversation, null),
    ...family.flatMap(({ conversationKey, agentId, boundKey }) => [
      rowsOf(db, rulesOfConversation, conversationKey),
      agentId === null ? [] : rowsOf(db, rulesOfAgent, agentId),
      boundKey === null ? [] : rowsOf(db, rulesOfConversation, boundKey),
    ]),
  ];
  const holding = lists.flat().filter((rule) => holdsIn(rule, family));
  return [...new Map(holding.map((rule) => [rule.ruleId, rule])).values()];
}

/** The conversation, who asked it, who asked that one, and so on. */
export function familyOf(db: Db, key: ConversationKey | null): readonly Member[] {
  const family = new Map<ConversationKey, Member>();
  for (let next = key; next !== null && !family.has(next);) {
    const row = rowOf(db, conversationByKey, next);
    if (row === null) break;
    const bound = rowOf(db, bindingOfSession, next);
    family.set(next, {
      conversationKey: next,
      agentId: row.agentId,
      boundKey: bound?.conversationKey ?? null,
    });
    next = row.parentKey;
  }
  return [...family.values()];
}
