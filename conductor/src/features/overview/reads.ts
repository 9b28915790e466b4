import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { InstructionView } from '../actions/feature.ts';
import type { ApprovalView } from '../approvals/feature.ts';
import type { ArtifactView } from '../artifacts/feature.ts';
import type { ConversationView, MessageView } from '../conversations/feature.ts';
import type { JobView, OpenWork } from '../deliveries/feature.ts';
import type { PolicyRuleView } from '../policy/feature.ts';

/**
 * What is committed, as the surfaces show it. Every answer is read at once and alone; a change goes through a step.
 * `id` of a conversation: our own, its key, or an earlier key of it.
 */
export interface Lookups {
  conversationKeyOf(id: string): ConversationKey | null;
  conversation(id: string): ConversationView | null;
  job(jobId: string): JobView | null;
  instruction(instructionId: string): InstructionView | null;
  approval(approvalId: string): ApprovalView | null;
  artifact(artifactId: string): ArtifactView | null;
  policyRule(ruleId: string): PolicyRuleView | null;
  /** The reply that finalized a job; null while there is none. */
  replyTo(jobId: string): MessageView | null;
  /** The newest reply seen in a conversation. */
  newestReply(localConversationId: string): MessageView | null;
  openWork(localConversationId: string): OpenWork;
}
