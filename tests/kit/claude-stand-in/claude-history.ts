import type { Conversation } from '../../../playground/chat-turn.ts';
import { preludeOf, type TurnStyle } from './completion-stream.ts';

/** A conversation as the site shows it: all branches in one flat list, the newest message as its leaf. */
export function describeConversation(
  { id, title, createdAtMs, turns }: Conversation,
  styleOf: (answerId: string) => TurnStyle,
): object {
  const shown = turns.filter((turn) => !turn.failed);
  return {
    uuid: id,
    name: title,
    model: 'claude-sonnet-5',
    created_at: new Date(createdAtMs).toISOString(),
    current_leaf_message_uuid: shown.at(-1)?.id ?? null,
    chat_messages: shown.map((turn, index) => ({
      uuid: turn.id,
      text: '',
      sender: turn.role === 'user' ? 'human' : 'assistant',
      index,
      parent_message_uuid: turn.parentId ?? '00000000-0000-4000-8000-000000000000',
      content: [
        ...(turn.role === 'assistant' ? preludeOf(styleOf(turn.id)) : []),
        { type: 'text', text: turn.text, citations: [] },
      ],
      created_at: new Date(turn.createdAtMs).toISOString(),
      attachments: [],
      files: [],
      ...(turn.role === 'assistant' && { stop_reason: 'end_turn' }),
    })),
  };
}
