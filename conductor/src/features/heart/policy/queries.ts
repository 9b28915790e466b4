import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { query } from '../../../engine/query.ts';
import type { Conversation } from '../conversations/feature.ts';
import type { PolicyRule } from './rows.ts';

/** A rule with its conversation. */
export interface ShownRule {
  readonly rule: PolicyRule;
  /** Null: the rule is of no conversation. */
  readonly localConversationId: string | null;
}

export const shownRule = query<{ readonly ruleId: string }, ShownRule | null>('shownRule');
/**
 * Rules, the newest first: all, or those that hold in the conversation, where one is named. Null: there is no such
 * conversation.
 */
export const shownRules = query<
  { readonly conversation?: string | undefined },
  readonly ShownRule[] | null
>('shownRules');
/** Rules for all conversations, and those that hold in the named one, if any: holding-rules.sqlite.ts. */
export const rulesIn = query<
  { readonly conversationKey: ConversationKey | null },
  readonly PolicyRule[]
>('rulesIn');
/** Rules, the newest first. */
export const allRules = query<
  { readonly limit: number },
  readonly { readonly rule: PolicyRule; readonly conversation: Conversation | null }[]
>('allRules');

export const policyRule = query<{ readonly ruleId: string }, PolicyRule | null>('policyRule');
