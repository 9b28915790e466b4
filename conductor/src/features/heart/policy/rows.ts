import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';

/** How much harm a tool can do, as its server says or as is assumed. */
export type Risk = 'low' | 'medium' | 'high';

/** What becomes of an action: it runs unasked, a person is asked, or it is denied. */
export type PolicyDecision = 'run' | 'ask' | 'deny';

/** A rule of a person about actions (policy.ts says which rule wins). */
export interface PolicyRule {
  readonly ruleId: string;
  /** Null: it holds in any. */
  readonly conversationKey: ConversationKey | null;
  /** It holds in conversations with that agent; null: with any, and in chats. */
  readonly agentId: string | null;
  /** `target::tool`, in which `*` stands for any characters. */
  readonly toolPattern: string;
  /** Patterns that the params of those names must fit; null: any params. */
  readonly paramsPattern: Readonly<Record<string, string>> | null;
  readonly decision: PolicyDecision;
  /** It lets run also what could carry a person's own data out, after words of strangers were read. */
  readonly evenIfTainted: boolean;
  /** Told to the assistant with a denial. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly version: number;
}

/** The rows of this feature, by table. */
export interface PolicyTables {
  policyRules: PolicyRule;
}

declare module '../../../engine/tables.ts' {
  interface Tables extends PolicyTables {}
}
