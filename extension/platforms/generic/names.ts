import { idAt } from '../kit/json-value.ts';

const CONVERSATION_NAMES = [
  'conversation_id',
  'conversationId',
  'chat_id',
  'chatId',
  'thread_id',
  'threadId',
  'session_id',
  'sessionId',
];

/** The id under the first of these names that holds one. */
export function firstId(value: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const id = idAt(value, name);
    if (id !== null) return id;
  }
  return null;
}

/** What sites call a conversation's id in requests, streams and histories. */
export function conversationIdOf(value: unknown): string | null {
  return firstId(value, CONVERSATION_NAMES) ?? idAt(value, 'conversation', 'id');
}
