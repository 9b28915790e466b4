import type { Completeness } from '../../../../../shared/model/completeness.ts';
import type { ConversationKey } from '../../../../../shared/model/conversation-key.ts';
import type { ConversationMode } from './conversation.machine.ts';
import { table } from '../../../engine/tables.ts';

/** One chat. Times are epoch milliseconds. `version` rises by one with every change. */
export interface Conversation {
  readonly conversationKey: ConversationKey;
  readonly platform: string;
  readonly remoteConversationId: string;
  readonly localConversationId: string;
  readonly mode: ConversationMode;
  /** When the mode was set last; null if it never was. */
  readonly modeSetAt: number | null;
  readonly pauseReason: string | null;
  /** Title as the page shows it. */
  readonly title: string | null;
  /** A title that a person gave; it is shown instead of the page's. */
  readonly customTitle: string | null;
  readonly latestAssistantMessageId: string | null;
  readonly latestObservedAt: number | null;
  /** When the person last sent something by hand; null if that was never seen. */
  readonly latestUserTurnAt: number | null;
  /** The account whose limits apply to its deliveries: the platform, and the account where it is known. */
  readonly accountKey: string;
  /** Handling of a delivery whose conversation got newer messages first: it is sent, or a person is asked. */
  readonly staleAnchors: 'rebase' | 'ask';
  /** How long after `acked` a final reply may take. */
  readonly finalTimeoutMs: number;
  /** The agent that answers in it; null: a chat of a site. Rules of that agent hold here. */
  readonly agentId: string | null;
  /** Conversation whose action began this one, if this one is a worker's. Its rules hold here as well. */
  readonly parentKey: ConversationKey | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/** An earlier key of a conversation. Sites give an id late, or a provisional one first. */
export interface ConversationAlias {
  readonly aliasKey: ConversationKey;
  readonly conversationKey: ConversationKey;
  readonly createdAt: number;
  readonly version: number;
}

/**
 * How a reply was observed: live, in a page that already showed it, or in a recorded history. `model`: the model of an
 * agent gave it.
 */
/** `call`: no reply, but one call of a program, which waits for its result in the midst of a turn. */
export type AnchorSource = 'browser.final_message' | 'snapshot' | 'replay' | 'model' | 'call';

/** An observed reply of an assistant. The `diagnostic` fields are for people only. */
export interface MessageAnchor {
  readonly anchorId: string;
  readonly conversationKey: ConversationKey;
  readonly assistantMessageId: string;
  readonly observedAt: number;
  readonly source: AnchorSource;
  readonly rawText: string;
  /** Completeness of the reply: only a whole one acts. */
  readonly complete: Completeness;
  /** true: the reply stands beside another reply to the same turn, or in the place of messages after an older turn. */
  readonly isSecond: boolean;
  /**
   * Time when such a second reply came beside this one; null: none has. What is still to come of this one goes nowhere
   * unasked.
   */
  readonly leftAt: number | null;
  /** A hash of all its actions as written: equal hashes mean equal actions. Null if it holds none. */
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

/**
 * A goal for which Baton keeps sending turns into a conversation. Its row stands here and not in `renewals`, because a
 * change of mode, a merge and a deletion of the conversation change it in their own commit, and `renewals` comes later.
 */
export interface Renewal {
  readonly conversationKey: ConversationKey;
  readonly goal: string;
  /** The text of each turn; null: a sentence of Baton with the goal. */
  readonly message: string | null;
  readonly spacingMs: number;
  readonly maxTurns: number;
  readonly turnsUsed: number;
  /** A reply that contains this text ends the renewal. */
  readonly stopPhrase: string | null;
  /** Minutes of the local day between which nothing is sent; the span may go over midnight. */
  readonly quietFromMinute: number | null;
  readonly quietToMinute: number | null;
  /** IANA zone of the quiet hours. */
  readonly timeZone: string | null;
  readonly status: 'active' | 'stopped';
  readonly stopReason: string | null;
  /** When the next turn is sent (epoch ms); null if none is planned. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

/**
 * Where words come from that the assistant did not write: a turn of the person, a message that Baton sends for someone,
 * or a result.
 */
export interface ForeignSource {
  readonly source: 'turn' | 'message' | 'result';
  /** turn_id, job_id or instruction_id. */
  readonly sourceId: string;
}

export const CONVERSATIONS = table<Conversation>('conversations');

export const CONVERSATION_ALIASES = table<ConversationAlias>('conversationAliases');

export const MESSAGE_ANCHORS = table<MessageAnchor>('messageAnchors');

export const USER_TURNS = table<UserTurn>('userTurns');

export const RENEWALS = table<Renewal>('renewals');
