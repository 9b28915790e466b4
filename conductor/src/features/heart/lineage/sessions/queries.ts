import type { ConversationKey } from '../../../../../../shared/model/conversation-key.ts';
import { type Nothing, query } from '../../../../engine/query.ts';
import type { ChatSession, HeardMarks } from './rows.ts';

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
/** Marks of a conversation, and of those whose words may have come to it. A null key has no marks. */
export const marksOf = query<{ readonly conversationKey: ConversationKey | null }, HeardMarks>(
  'marksOf',
);
