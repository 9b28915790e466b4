import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { Approval, Instruction } from '../rows.ts';
import type { Conversation } from '../../conversations/feature.ts';

/**
 * An approval that no reply's instruction stands behind (a call, a grant, a person's step), as an instruction row: so
 * whatever shows and answers approvals of instructions does so with it too.
 */
export function instructionRowFor({
  approvalId,
  subjectId,
  subject,
  conversationKey,
  createdAt,
}: Approval): Instruction {
  return {
    instructionId: subjectId ?? approvalId,
    anchorId: '',
    conversationKey: conversationKey ?? ('' as ConversationKey),
    position: 0,
    target: subject?.target ?? '',
    tool: subject?.tool ?? '',
    paramsJson: subject?.paramsJson ?? '{}',
    risk: subject?.risk ?? 'high',
    readOnly: false,
    idempotent: false,
    toolPin: null,
    mayHaveRun: false,
    status: 'awaiting_approval',
    resultText: null,
    resultFormat: 'text',
    errorCode: null,
    errorText: null,
    createdAt,
    startedAt: null,
    finishedAt: null,
    version: 1,
  };
}

/** A conversation row for the session of a program, which has no conversation; its title is the program's label. */
export function conversationRowFor({ approvalId, subject, createdAt }: Approval): Conversation {
  const id = subject?.chatSessionId ?? approvalId;
  return {
    conversationKey: `client/${id}` as ConversationKey,
    platform: 'client',
    remoteConversationId: id,
    localConversationId: id,
    mode: 'manual',
    modeSetAt: null,
    pauseReason: null,
    title: subject?.label ?? null,
    customTitle: null,
    latestAssistantMessageId: null,
    latestObservedAt: null,
    latestUserTurnAt: null,
    accountKey: '',
    staleAnchors: 'ask',
    agentId: null,
    parentKey: null,
    finalTimeoutMs: 0,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
}
