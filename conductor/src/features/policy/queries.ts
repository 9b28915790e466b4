import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Asked } from '../../engine/query.ts';
import type { Conversation } from '../conversations/feature.ts';
import type { PolicyRule } from './rows.ts';

export interface PolicyQueries {
  /** Those that hold for an instruction: of its conversation, and of all. */
  readonly rulesFor: Asked<{ readonly instructionId: string }, readonly PolicyRule[]>;
  /** Those of all, and those of the conversation where one is named. */
  readonly rulesIn: Asked<
    { readonly conversationKey: ConversationKey | null },
    readonly PolicyRule[]
  >;
  /** All, the newest first. */
  readonly allRules: Asked<
    { readonly limit: number },
    readonly { readonly rule: PolicyRule; readonly conversation: Conversation | null }[]
  >;
  readonly policyRule: Asked<{ readonly ruleId: string }, PolicyRule | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends PolicyQueries {}
}
