import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import { table } from '../../../engine/tables.ts';

/** How much harm a tool can do, as its server says or as is assumed. */
export type Risk = 'low' | 'medium' | 'high';

/** Decision on an action: it runs unasked, a person is asked, or it is denied. */
export type PolicyDecision = 'run' | 'ask' | 'deny';

/** A rule of a person about actions (policy.ts says which rule wins). */
export interface PolicyRule {
  readonly ruleId: string;
  /** Null: it holds in any. */
  readonly conversationKey: ConversationKey | null;
  /** Agent whose conversations the rule holds in; null: those of any agent, and chats. */
  readonly agentId: string | null;
  /** `target::tool`, in which `*` stands for any characters. */
  readonly toolPattern: string;
  /** Patterns that the params of those names must fit; null: any params. */
  readonly paramsPattern: Readonly<Record<string, string>> | null;
  readonly decision: PolicyDecision;
  /**
   * true: the rule also lets actions run that could send out the person's own data after words of strangers were read.
   */
  readonly evenIfTainted: boolean;
  /** Reason told to the assistant with a denial. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly version: number;
}

export const POLICY_RULES = table<PolicyRule>('policyRules');
