import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { QueryType } from '../../../engine/query.ts';
import type { Conversation } from '../conversations/feature.ts';
import type { PolicyRule } from './rows.ts';

/** A rule with its conversation. */
export interface ShownRule {
  readonly rule: PolicyRule;
  /** Null: the rule is of no conversation. */
  readonly localConversationId: string | null;
}

/** The queries of this feature, by name. */
export interface PolicyQueries {
  readonly shownRule: QueryType<{ readonly ruleId: string }, ShownRule | null>;
  /**
   * Rules, the newest first: all, or those that hold in the conversation, where one is named. Null: there is no such
   * conversation.
   */
  readonly shownRules: QueryType<
    { readonly conversation?: string | undefined },
    readonly ShownRule[] | null
  >;
  /** Rules for all conversations, and those that hold in the named one, if any: holding-rules.sqlite.ts. */
  readonly rulesIn: QueryType<
    { readonly conversationKey: ConversationKey | null },
    readonly PolicyRule[]
  >;
  /** Rules, the newest first. */
  readonly allRules: QueryType<
    { readonly limit: number },
    readonly { readonly rule: PolicyRule; readonly conversation: Conversation | null }[]
  >;
  readonly policyRule: QueryType<{ readonly ruleId: string }, PolicyRule | null>;
}

declare module '../../../engine/query.ts' {
  interface QueryTypes extends PolicyQueries {}
}
