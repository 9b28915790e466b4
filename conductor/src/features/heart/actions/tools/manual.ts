import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { ToolPin, PolicyDecision } from '../../policy/feature.ts';
import type { Tool } from './tool.ts';

/** A tool, and what the policy says of it where it is asked about; params may still change that. */
export interface JudgedTool {
  readonly tool: Tool;
  readonly decision: PolicyDecision;
  /** Pin of a tool whose server describes it differently than was accepted: the tool asks. Null: unchanged. */
  readonly changed: ToolPin | null;
}

export interface TargetView {
  readonly target: string;
  readonly tools: readonly JudgedTool[];
  /** Reason why the tools of the target are not known; null: they are. */
  readonly down: string | null;
}

/** Tools that may be used in a conversation; null: anywhere. */
export interface Manual {
  /** Every target in the order of the registry, or only the one named; none where there is none of that name. */
  readonly targets: (
    conversationKey: ConversationKey | null,
    only?: string,
  ) => Promise<readonly TargetView[]>;
}
