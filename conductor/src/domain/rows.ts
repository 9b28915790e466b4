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
  /** As the page shows it. */
  readonly title: string | null;
  /** A person's own title; it stands before the page's. */
  readonly customTitle: string | null;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAt: number | null;
  /** When the person last sent something by hand; null when that was never seen. */
  readonly latestUserTurnAt: number | null;
  /** Whose limits its sends count against: the platform, with the account where it is known. */
  readonly accountKey: string;
  /** What becomes of a delivery whose conversation moved on before it left: it goes out all the same, or a person is asked. */
  readonly staleAnchors: 'rebase' | 'ask';
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
  /** Of all its actions as written; null when it holds none. Equal hashes are equal actions. */
  readonly actionsHash: string | null;
  /** Conversations (our ids) that asked one another until this reply came about, the first asker first. */
  readonly chain: readonly string[];
  readonly diagnosticTabId: number | null;
  readonly diagnosticPageUrl: string | null;
  readonly version: number;
}

/** A message a person's side sent: by hand, or by Baton for one of its jobs. */
export interface UserTurn {
  readonly turnId: string;
  readonly conversationKey: ConversationKey;
  readonly userMessageId: string;
  readonly rawText: string;
  readonly author: 'person' | 'baton';
  readonly jobId: string | null;
  readonly observedAt: number;
  readonly version: number;
}

/** Who wanted a delivery: an answer to a reply's actions, a person, another conversation, or a renewal. */
export type JobOrigin = 'reply' | 'person' | 'conversation' | 'renewal';

export interface DeliveryJob {
  readonly jobId: string;
  readonly conversationKey: ConversationKey;
  readonly assistantMessageId: string | null;
  readonly messageText: string;
  readonly deliveryKind: 'proxy_delivery' | 'renewal';
  readonly origin: JobOrigin;
  /** See MessageAnchor. */
  readonly chain: readonly string[];
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
  /** The reply that finalized it. */
  readonly finalAnchorId: string | null;
  /** When a person put its failure aside. */
  readonly dismissedAt: number | null;
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
  /** `high` until the tool is known. */
  readonly risk: Risk;
  /** It changes nothing: it may run beside others. */
  readonly readOnly: boolean;
  /** Running it again changes nothing: after a crash it simply runs again. */
  readonly idempotent: boolean;
  /** It came back from a backup before it had ended: it, and the delivery of its result, may have happened since. */
  readonly mayHaveRun: boolean;
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

/**
 * - `permission`: may the action run? `approved`, with params perhaps edited, or `denied`.
 * - `outcome_unknown`: the conductor died while it ran, or it came back from a backup. `run_again`, `skipped` (the person
 *   has seen to it), or `told` (the assistant hears that nobody knows).
 */
export type ApprovalKind = 'permission' | 'outcome_unknown';
export type ApprovalDecision =
  'open' | 'approved' | 'denied' | 'expired' | 'run_again' | 'skipped' | 'told' | 'cancelled';

/** What waits for a person, and what they said. */
export interface Approval {
  readonly approvalId: string;
  readonly instructionId: string;
  readonly conversationKey: ConversationKey;
  readonly kind: ApprovalKind;
  readonly decision: ApprovalDecision;
  /** The action stands word for word in something delivered to its conversation, or said there. */
  readonly quoted: boolean;
  /** The person's words, told to the assistant with a denial. */
  readonly reason: string | null;
  /** Null: it waits for ever. */
  readonly expiresAt: number | null;
  /** Who said so, by which surface. */
  readonly decidedBy: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly version: number;
}

/** Something too long or not text, whole on disk under the hash of its content. */
export interface Artifact {
  readonly artifactId: string;
  readonly conversationKey: ConversationKey;
  readonly instructionId: string | null;
  readonly name: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** Of the content, in hex: the name of its file. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly version: number;
}

export type PolicyDecision = 'run' | 'ask' | 'deny';

/** What an action may do without being asked about (domain/policy.ts says which rule wins). */
export interface PolicyRule {
  readonly ruleId: string;
  /** Null: it holds everywhere. */
  readonly conversationKey: ConversationKey | null;
  /** `target::tool`, in which `*` stands for any characters. */
  readonly toolPattern: string;
  /** Patterns that the params of those names must fit; null: any params. */
  readonly paramsPattern: Readonly<Record<string, string>> | null;
  readonly decision: PolicyDecision;
  /** Told to the assistant with a denial. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly version: number;
}

/** A conversation that goes on by itself towards a goal (design section 6). */
export interface Renewal {
  readonly conversationKey: ConversationKey;
  readonly goal: string;
  /** What is sent; null: a sentence of Baton's own around the goal. */
  readonly message: string | null;
  readonly spacingMs: number;
  readonly maxTurns: number;
  readonly turnsUsed: number;
  /** A reply that holds it ends the renewal. */
  readonly stopPhrase: string | null;
  /** Minutes of the local day between which nothing is sent; the span may go over midnight. */
  readonly quietFromMinute: number | null;
  readonly quietToMinute: number | null;
  /** IANA zone of the quiet hours. */
  readonly timeZone: string | null;
  readonly status: 'active' | 'stopped';
  readonly stopReason: string | null;
  /** When the next turn goes out; null while none is planned. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** How fast one account of a site may be sent to (domain/governor.ts). */
export interface Account {
  readonly accountKey: string;
  readonly platform: string;
  /** Nothing goes out before. */
  readonly nextSendAt: number;
  /** The site named a limit: nothing goes out before. Null: it named none. */
  readonly parkedUntil: number | null;
  readonly parkReason: string | null;
  /** Limit notices since the last message that got through. */
  readonly parksInRow: number;
  /** Times of the sends inside the rolling window, oldest first. */
  readonly recentSends: readonly number[];
  readonly updatedAt: number;
  readonly version: number;
}

/** A setting a person changed while the conductor runs; what is not here stands at its default. */
export interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly updatedAt: number;
  readonly version: number;
}

/** The answer a request got, given again to whoever repeats it. */
export interface IdempotencyKey {
  readonly key: string;
  /** Of method, path and body: one key stands for one request. */
  readonly requestHash: string;
  readonly httpStatus: number;
  readonly responseBody: string;
  readonly createdAt: number;
  readonly version: number;
}

/**
 * An action that stands in what others than the assistant said in a conversation, or had delivered to it: in a turn of
 * the person's, a message that Baton sends for someone, or a result.
 */
export interface ForeignAction {
  readonly source: 'turn' | 'message' | 'result';
  /** turn_id, job_id or instruction_id. */
  readonly sourceId: string;
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
  userTurns: UserTurn;
  deliveryJobs: DeliveryJob;
  instructions: Instruction;
  approvals: Approval;
  artifacts: Artifact;
  policyRules: PolicyRule;
  renewals: Renewal;
  accounts: Account;
  settings: Setting;
  idempotencyKeys: IdempotencyKey;
  clients: Client;
}

export type TableName = keyof Tables;
