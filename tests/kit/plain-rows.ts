import type { Approval, Instruction } from '../../conductor/src/features/heart/actions/rows.ts';
import type { Resource } from '../../conductor/src/features/hands/resources/rows.ts';
import type { ChatSession } from '../../conductor/src/features/heart/lineage/sessions/rows.ts';
import type { Client } from '../../conductor/src/features/ground/browsers/rows.ts';
import type {
  Conversation,
  MessageAnchor,
} from '../../conductor/src/features/heart/conversations/rows.ts';
import type { DeliveryJob } from '../../conductor/src/features/heart/deliveries/rows.ts';
import { conversationKey, conversationRef } from '../../shared/model/conversation-key.ts';

// Rows that need nothing else said of them.

export const A = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'a' });

export const B = conversationKey({ platform: 'chatgpt', remote_conversation_id: 'b' });

export function conversation(key = A, more: Partial<Conversation> = {}): Conversation {
  const { platform, remote_conversation_id: remoteConversationId } = conversationRef(key);
  return {
    conversationKey: key,
    platform,
    remoteConversationId,
    localConversationId: `local-${remoteConversationId}`,
    mode: 'manual',
    modeSetAt: null,
    pauseReason: null,
    title: null,
    customTitle: null,
    latestUserTurnAt: null,
    accountKey: 'chatgpt',
    staleAnchors: 'rebase',
    agentId: null,
    parentKey: null,
    latestAssistantMessageId: null,
    latestObservedAt: null,
    finalTimeoutMs: 60_000,
    createdAt: 1,
    updatedAt: 1,
    version: 1,
    ...more,
  };
}

export function anchor(anchorId: string, key = A, assistantMessageId = anchorId): MessageAnchor {
  return {
    anchorId,
    conversationKey: key,
    assistantMessageId,
    observedAt: 1,
    source: 'browser.final_message',
    rawText: '',
    complete: 'whole',
    isSecond: false,
    leftAt: null,
    actionsHash: null,
    chain: [],
    diagnosticTabId: 4711,
    diagnosticPageUrl: null,
    version: 1,
  };
}

export function instruction(anchorId: string, position: number, key = A): Instruction {
  return {
    instructionId: `${anchorId}.${position}`,
    anchorId,
    conversationKey: key,
    position,
    target: 'conductor',
    tool: 'time',
    paramsJson: '{}',
    risk: 'low',
    readOnly: false,
    idempotent: true,
    toolPin: null,
    mayHaveRun: false,
    status: 'succeeded',
    resultText: '',
    resultFormat: 'text',
    errorCode: null,
    errorText: null,
    createdAt: 1,
    startedAt: 1,
    finishedAt: 1,
    version: 1,
  };
}

export function job(jobId: string, key = A): DeliveryJob {
  return {
    jobId,
    conversationKey: key,
    assistantMessageId: null,
    messageText: 'hello',
    deliveryKind: 'proxy_delivery',
    origin: 'reply',
    chain: [],
    dedupeKey: jobId,
    status: 'pending',
    attemptCount: 0,
    maxAttempts: 5,
    lastErrorCode: null,
    lastErrorText: null,
    dismissedAt: null,
    clientId: null,
    reconcile: false,
    dueAt: null,
    userMessageId: null,
    finalAnchorId: null,
    createdAt: 1,
    updatedAt: 1,
    startedAt: null,
    finishedAt: null,
    version: 1,
  };
}

export function approval(instructionId: string, key = A): Approval {
  return {
    approvalId: `${instructionId}.approval`,
    subjectKind: 'instruction',
    subjectId: instructionId,
    subject: null,
    instructionId,
    conversationKey: key,
    kind: 'permission',
    decision: 'open',
    quoted: false,
    toolChanged: false,
    mayLeak: false,
    secondReply: false,
    reason: null,
    expiresAt: null,
    decidedBy: null,
    createdAt: 1,
    decidedAt: null,
    version: 1,
  };
}

export function client(clientId: string): Client {
  return {
    clientId,
    tokenHash: `hash of ${clientId}`,
    origin: 'moz-extension://11111111-2222-4333-8444-555555555555',
    browserName: 'firefox',
    browserVersion: '153',
    createdAt: 1,
    lastSeenAt: 1,
    revokedAt: null,
    lastReceivedSeq: 0,
    lastSentSeq: 0,
    version: 1,
  };
}

export function chatSession(more: Partial<ChatSession> = {}): ChatSession {
  return {
    chatSessionId: 'chat',
    kind: 'conversation',
    conversationKey: A,
    label: '',
    activeTabId: null,
    nextIndex: 0,
    taint: null,
    seen: null,
    createdAt: 1,
    lastUsedAt: 1,
    clientSeenAt: null,
    version: 1,
    ...more,
  };
}

export function resource(more: Partial<Resource> = {}): Resource {
  return {
    resourceId: 'browser_chat_0',
    resourceType: 'browser',
    chatSessionId: 'chat',
    idx: 0,
    adapter: 'tab',
    executorId: 'executor',
    browserName: null,
    originKind: 'opened',
    status: 'ready',
    statusReason: null,
    lastUrl: null,
    lastTitle: null,
    lastDoc: null,
    driverId: null,
    pinned: false,
    createdAt: 1,
    updatedAt: 1,
    version: 1,
    ...more,
  };
}
