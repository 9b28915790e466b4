import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';

/** What a stranger wrote was read in a session: from then on what it wants to change asks more. */
export interface Taint {
  /** When it first was. */
  readonly since: number;
  /** Whose words they are, the first read first. */
  readonly origins: readonly string[];
}

/** What the results of tools brought into a session: words of strangers, and what is the person's own. */
export type DataKind = 'untrusted' | 'private';

/** Of each kind, when it first came, and from which targets. */
export type SeenData = Readonly<
  Partial<Record<DataKind, { readonly since: number; readonly from: readonly string[] }>>
>;

/** What is known of what a conversation, and those that work for it, have read. */
export interface ReadMarks {
  readonly taint: Taint | null;
  /** It has read words of strangers: these may ask it to carry out what is the person's own. */
  readonly strangers: boolean;
  /** The targets that brought what is the person's own. */
  readonly privateFrom: readonly string[];
}

/** What a conversation hears of who tells it something: the sites that wrote what was read there, and the data of tools. */
export interface HeardMarks {
  readonly origins: readonly string[];
  readonly kinds: readonly DataKind[];
}

/** Who acts on resources: a chat, or a program that asks over HTTP or MCP. */
export interface ChatSession {
  /** Of a conversation its local id. */
  readonly chatSessionId: string;
  readonly kind: 'conversation' | 'client';
  readonly conversationKey: ConversationKey | null;
  /** What a program calls itself; empty for a conversation, which has a title. */
  readonly label: string;
  /** What a call means that names no resource. */
  readonly activeTabId: string | null;
  /** Of the next resource. No index is used twice. */
  readonly nextIndex: number;
  readonly taint: Taint | null;
  readonly seen: SeenData | null;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** When the MCP client that it belongs to was last there. Null: it belongs to none, or that is gone. */
  readonly clientSeenAt: number | null;
  readonly version: number;
}

export interface SessionsTables {
  chatSessions: ChatSession;
}

declare module '../../../../engine/tables.ts' {
  interface Tables extends SessionsTables {}
}
