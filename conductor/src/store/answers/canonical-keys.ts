import { inArray } from 'drizzle-orm';

import {
  conversationKey,
  type ConversationKey,
  type ConversationRef,
} from '../../../../shared/model/conversation-key.ts';
import type { ConversationAlias } from '../../domain/rows.ts';
import type { Db } from '../open-database.ts';
import { conversationAliases } from '../schema.ts';

export function aliasesAmong(db: Db, refs: readonly ConversationRef[]): ConversationAlias[] {
  const named = refs.map((ref) => conversationKey(ref));
  return db
    .select()
    .from(conversationAliases)
    .where(inArray(conversationAliases.aliasKey, named))
    .all();
}

export function canonicalKeys(db: Db, refs: readonly ConversationRef[]): ConversationKey[] {
  const named = refs.map((ref) => conversationKey(ref));
  const canonical = new Map(
    aliasesAmong(db, refs).map((alias) => [alias.aliasKey, alias.conversationKey]),
  );
  return [...new Set(named.map((key) => canonical.get(key) ?? key))];
}
