import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { table } from '../../../../engine/tables.ts';

/** Mark of a session that has read words of a stranger: from then on, calls that change something ask more. */
export interface Taint {
  /** Time when such words were first read. */
  readonly since: number;
  /** Sites whose words were read, the first read first. */
  readonly origins: readonly string[];
}

/** Kinds of data that results of tools bring into a session: words of strangers, and the person's own data. */
export type DataKind = 'untrusted' | 'private';

/** First time and sources (targets) of each kind of data. */
export type SeenData = Readonly<
  Partial<Record<DataKind, { readonly since: number; readonly from: readonly string[] }>>
>;

/** Marks of what a conversation, and those that work for it, have read. */
export interface ReadMarks {
  readonly taint: Taint | null;
  /** true: the conversation has read words of strangers, which may ask it to send out the person's own data. */
  readonly strangers: boolean;
  /** The targets that brought what is the person's own. */
  readonly privateFrom: readonly string[];
}

/**
 * Marks that a conversation passes on to one that it tells something: the sites whose words it has read, and the data
 * of tools.
 */
export interface HeardMarks {
  readonly origins: readonly string[];
  readonly kinds: readonly DataKind[];
}

/** Session of one who acts on resources: a chat, or a program that asks over HTTP or MCP. */
export interface ChatSession {
  /** Id of the session; of a conversation its local id. */
  readonly chatSessionId: string;
  readonly kind: 'conversation' | 'client';
  readonly conversationKey: ConversationKey | null;
  /** A program's name for itself; empty for a conversation, which has a title. */
  readonly label: string;
  /** Tab of calls that name no resource. */
  readonly activeTabId: string | null;
  /** Index of the next resource. No index is used twice. */
  readonly nextIndex: number;
  readonly taint: Taint | null;
  readonly seen: SeenData | null;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** Time when the MCP client of the session was last there. Null: it belongs to none, or the client is gone. */
  readonly clientSeenAt: number | null;
  readonly version: number;
}

export const CHAT_SESSIONS = table<ChatSession>('chatSessions');
