import { idAt } from '../kit/json-value.ts';

const CONVERSATION_NAMES = [
  'conversation_id',
  'conversationId',
  'chat_id',
  'chatId',
  'thread_id',
  'threadId',
  'room_id',
  'roomId',
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

/** `contentBlockDelta`, `text-delta` and `message.delta`, each as its words. */
export function wordsOf(kind: string): readonly string[] {
  return kind
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
