import type { ConversationKey } from '../../../../shared/model/conversation-key.ts';
import type { Nothing, QueryType } from '../../engine/query.ts';
import type { ChatSession, Taint } from './rows.ts';

export interface SessionsQueries {
  readonly chatSession: QueryType<{ readonly chatSessionId: string }, ChatSession | null>;
  /** Of a conversation by its key: its local id, and its session where it has one already. */
  readonly sessionOfConversation: QueryType<
    { readonly conversationKey: ConversationKey },
    { readonly chatSessionId: string; readonly session: ChatSession | null } | null
  >;
  /** The latest used first. */
  readonly chatSessions: QueryType<Nothing, readonly ChatSession[]>;
  /** Sessions of MCP clients that were last there before that time. */
  readonly lonelySessions: QueryType<{ readonly before: number }, readonly ChatSession[]>;
  /** The first taint of the sessions of an action's conversation. */
  readonly taintFor: QueryType<{ readonly instructionId: string }, Taint | null>;
}

declare module '../../engine/query.ts' {
  interface QueryTypes extends SessionsQueries {}
}
