import type { Conversation } from '../../../playground/chat-turn.ts';
import { fragmentsOf, type TurnStyle } from './completion-stream.ts';
import { messageNumber } from './message-number.ts';

/** A session as the site shows it: a flat list with parents, which is a tree. */
export function describeSession(
  { id, title, turns }: Conversation,
  styleOf: (answerId: string) => TurnStyle,
): object {
  const shown = turns.filter((turn) => !turn.failed);
  const newest = shown.at(-1);
  return {
    chat_session: {
      id,
      title,
      current_message_id: newest ? messageNumber(newest.id) : null,
      seq_id: shown.length,
      version: shown.length,
    },
    chat_messages: shown.map((turn) => ({
      message_id: messageNumber(turn.id),
      parent_id: turn.parentId === null ? null : messageNumber(turn.parentId),
      role: turn.role === 'user' ? 'USER' : 'ASSISTANT',
      status: 'FINISHED',
      incomplete_message: null,
      files: [],
      inserted_at: turn.createdAtMs / 1000,
      fragments:
        turn.role === 'user'
          ? [{ id: 1, type: 'REQUEST', content: turn.text }]
          : fragmentsOf(styleOf(turn.id), turn.text).flat(),
    })),
    cache_control: 'REPLACE',
  };
}
