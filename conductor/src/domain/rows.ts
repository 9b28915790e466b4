import type { ErrorCode } from '../../../shared/model/error-codes.ts';
import type { ConversationKey } from '../../../shared/model/conversation-key.ts';
import type { ConversationMode } from './conversation.machine.ts';
import type { JobStatus } from './delivery-job.machine.ts';
import type { InstructionStatus } from './instruction.machine.ts';

/**
 * The objects of the conversation layer (design section 2, seed 003 section 1), one row each. Times are
 * epoch milliseconds. `version` rises with every change; a change names the version it was decided on.
 */
export interface Conversation {
  readonly conversationKey: ConversationKey;
  readonly platform: string;
  readonly remoteConversationId: string;
  readonly localConversationId: string;
  readonly mode: ConversationMode;
  /** When a person or a rule last chose the mode; null while it is as born. */
  readonly modeSetAt: number | null;
  readonly pauseReason: string | null;
  readonly title: string | null;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAt: number | null;
  /** How long after `acked` a final reply may take. */
  readonly finalTimeoutMs: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** An earlier key of a conversation: sites give ids late, or provisional ones first. */
export interface ConversationAlias {
  readonly aliasKey: ConversationKey;
  readonly conversationKey: ConversationKey;
  readonly createdAt: number;
  readonly version: number;
}

export type AnchorSource = 'browser.final_message' | 'snapshot' | 'replay';

/** "From which assistant message do we go on." The `diagnostic` fields are for people only. */
export interface MessageAnchor {
  readonly anchorId: string;
  readonly conversationKey: ConversationKey;
  readonly assistantMessageId: string;
  readonly observedAt: number;
  readonly source: AnchorSource;
  readonly rawText: string;
  readonly diagnosticTabId: number | null;
  readonly diagnosticPageUrl: string | null;
  readonly version: number;
}

export interface DeliveryJob {
  readonly jobId: string;
  readonly conversationKey: ConversationKey;
  readonly assistantMessageId: string | null;
  readonly messageText: string;
  readonly deliveryKind: 'proxy_delivery' | 'renewal';
  readonly dedupeKey: string;
  readonly status: JobStatus;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly lastErrorCode: ErrorCode | null;
  readonly lastErrorText: string | null;
  /** The browser that holds the job's lease; null before the first dispatch. */
  readonly clientId: string | null;
  /** The next dispatch must look into the conversation before it sends. */
  readonly reconcile: boolean;
  /** When a retry_wait job is due, or an acked one has waited too long for its reply. */
  readonly dueAt: number | null;
  /** The site's id of our turn, once seen. */
  readonly userMessageId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly version: number;
}

export type Risk = 'low' | 'medium' | 'high';

/** One action of a reply: the write-ahead ledger. `running` is committed before the tool runs. */
export interface Instruction {
  readonly instructionId: string;
  readonly anchorId: string;
  readonly conversationKey: ConversationKey;
  /** Place among the actions of the reply, from 0. */
  readonly position: number;
  readonly target: string;
  readonly tool: string;
  readonly paramsJson: string;
  readonly risk: Risk;
  /** Running it again changes nothing: after a crash it simply runs again. */
  readonly idempotent: boolean;
  readonly status: InstructionStatus;
  readonly resultText: string | null;
  readonly resultFormat: 'text' | 'json';
  readonly errorCode: ErrorCode | null;
  readonly errorText: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly version: number;
}

/** What waits for a person, and what they said. */
export interface Approval {
  readonly approvalId: string;
  readonly instructionId: string;
  readonly conversationKey: ConversationKey;
  readonly decision: 'open' | 'approved' | 'denied';
  readonly reason: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly version: number;
}

/** A paired browser. */
export interface Client {
  readonly clientId: string;
  readonly tokenHash: string;
  /** Exact Origin of the extension that paired; the bridge takes this one from it and no other. */
  readonly origin: string;
  readonly browserName: string;
  readonly browserVersion: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly revokedAt: number | null;
  /** Highest seq of the browser's that is durable here. */
  readonly lastReceivedSeq: number;
  /** Highest seq given to a frame for the browser. */
  readonly lastSentSeq: number;
  readonly version: number;
}

/** Tables a plan may change, by the row each holds. */
export interface Tables {
  conversations: Conversation;
  conversationAliases: ConversationAlias;
  messageAnchors: MessageAnchor;
  deliveryJobs: DeliveryJob;
  instructions: Instruction;
  approvals: Approval;
  clients: Client;
}

export type TableName = keyof Tables;
