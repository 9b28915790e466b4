import {
  conversationKey,
  type ConversationKey,
  type ConversationRef,
} from '../../../../../shared/model/conversation-key.ts';
import type { Db } from '../../../stores/sqlite/open-database.ts';
import { rowsOf } from '../../../stores/sqlite/row-list.ts';
import { aliasByKey } from './tables.sqlite.ts';
import type { ConversationAlias } from './rows.ts';

export function aliasesAmong(db: Db, refs: readonly ConversationRef[]): ConversationAlias[] {
  return aliasesOf(
    db,
    refs.map((ref) => conversationKey(ref)),
  );
}

export function canonicalKeys(db: Db, refs: readonly ConversationRef[]): ConversationKey[] {
  const named = refs.map((ref) => conversationKey(ref));
  const found = aliasesOf(db, named);
  if (found.length === 0) return [...new Set(named)];
  const canonical = new Map(found.map((alias) => [alias.aliasKey, alias.conversationKey]));
  return [...new Set(named.map((key) => canonical.get(key) ?? key))];
}

/** The one a ref stands for. */
export function canonicalKey(db: Db, ref: ConversationRef): ConversationKey {
  const key = conversationKey(ref);
  return aliasesOf(db, [key])[0]?.conversationKey ?? key;
}

function aliasesOf(db: Db, keys: readonly ConversationKey[]): ConversationAlias[] {
  return keys.flatMap((key) => rowsOf(db, aliasByKey, key));
}
