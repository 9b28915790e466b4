import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { type Nothing, query } from '../../../../engine/query.ts';
import type { ChatSession, HeardMarks, ReadMarks } from './rows.ts';

export const chatSession = query<{ readonly chatSessionId: string }, ChatSession | null>(
  'chatSession',
);
/** Local id of a conversation, and its session if there is one already. */
export const sessionOfConversation = query<
  { readonly conversationKey: ConversationKey },
  { readonly chatSessionId: string; readonly session: ChatSession | null } | null
>('sessionOfConversation');
/** The latest used first. */
export const chatSessions = query<Nothing, readonly ChatSession[]>('chatSessions');
/** Sessions of MCP clients that were last there before that time. */
export const lonelySessions = query<{ readonly before: number }, readonly ChatSession[]>(
  'lonelySessions',
);
/** Session of an action's conversation; null: there is no such action. */
export const sessionOfAction = query<
  { readonly instructionId: string },
  {
    readonly chatSessionId: string;
    readonly conversationKey: ConversationKey;
    readonly session: ChatSession | null;
  } | null
>('sessionOfAction');
/** Marks of an action's conversation, and of those whose words may have come to it. */
export const readMarks = query<{ readonly instructionId: string }, ReadMarks>('readMarks');
/** Marks of a conversation, and of those whose words may have come to it. A null key has no marks. */
export const marksOf = query<{ readonly conversationKey: ConversationKey | null }, HeardMarks>(
  'marksOf',
);
