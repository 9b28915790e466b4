import { sql } from 'drizzle-orm';

import {
  conversationKey,
  type ConversationKey,
  type ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import { inJson } from '../../stores/sqlite/in-json.ts';
import type { Db } from '../../stores/sqlite/open-database.ts';
import { preparedQuery } from '../../stores/sqlite/prepared-query.ts';
import { conversationAliases } from './tables.sqlite.ts';
import type { ConversationAlias } from './rows.ts';

const aliases = preparedQuery((db) =>
  db
    .select()
    .from(conversationAliases)
    .where(inJson(conversationAliases.aliasKey, sql.placeholder('keys')))
    .prepare(),
);

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
  return aliases(db).all({ keys: JSON.stringify(keys) });
}
