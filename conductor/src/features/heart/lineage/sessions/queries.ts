import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import type { Nothing, QueryType } from '../../../../engine/query.ts';
import type { ChatSession, HeardMarks, ReadMarks } from './rows.ts';

export interface SessionsQueries {
  readonly chatSession: QueryType<{ readonly chatSessionId: string }, ChatSession | null>;
  /** Local id of a conversation, and its session if there is one already. */
  readonly sessionOfConversation: QueryType<
    { readonly conversationKey: ConversationKey },
    { readonly chatSessionId: string; readonly session: ChatSession | null } | null
  >;
  /** The latest used first. */
  readonly chatSessions: QueryType<Nothing, readonly ChatSession[]>;
  /** Sessions of MCP clients that were last there before that time. */
  readonly lonelySessions: QueryType<{ readonly before: number }, readonly ChatSession[]>;
  /** Session of an action's conversation; null: there is no such action. */
  readonly sessionOfAction: QueryType<
    { readonly instructionId: string },
    {
      readonly chatSessionId: string;
      readonly conversationKey: ConversationKey;
      readonly session: ChatSession | null;
    } | null
  >;
  /** Marks of an action's conversation, and of those whose words may have come to it. */
  readonly readMarks: QueryType<{ readonly instructionId: string }, ReadMarks>;
  /** Marks of a conversation, and of those whose words may have come to it. A null key has no marks. */
  readonly marksOf: QueryType<{ readonly conversationKey: ConversationKey | null }, HeardMarks>;
}

declare module '../../../../engine/query.ts' {
  interface QueryTypes extends SessionsQueries {}
}
