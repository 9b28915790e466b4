import type * as z from 'zod';

import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { Answer } from '../api/operation.ts';
import type { Operations } from '../api/operations.ts';
import type { message } from '../api/resources/conversations.ts';

import type { OpenWork } from './open-work.ts';

type OneOf<Id extends keyof Operations> = Answer<Operations[Id]>;
export type ConversationView = OneOf<'getConversation'>;
export type JobView = OneOf<'getJob'>;
export type InstructionView = OneOf<'getInstruction'>;
export type ApprovalView = OneOf<'getApproval'>;
export type ArtifactView = OneOf<'getArtifact'>;
export type PolicyRuleView = OneOf<'addPolicyRule'>;
export type MessageView = z.output<typeof message>;

/**
 * What is committed, as the surfaces show it. Every answer is read at once and alone; a change goes through a step.
 * `id` of a conversation: our own, its key, or an earlier key of it.
 */
export interface Reads {
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
