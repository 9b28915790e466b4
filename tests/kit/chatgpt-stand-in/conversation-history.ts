import type { Conversation } from '../../../playground/chat-turn.ts';
import { answerMessage, userMessage } from './chatgpt-message.ts';
import type { ChatgptMessage } from './chatgpt-message.ts';

export const ROOT_ID = 'client-created-root';

interface HistoryNode {
  readonly id: string;
  readonly parent: string | null;
  readonly children: string[];
  readonly message: ChatgptMessage | null;
}

/**
 * A conversation as `GET /backend-api/conversation/<id>` shows it: all branches in `mapping`, the newest
 * node as `current_node`. `preludeOf` gives what stood between a question and its answer.
 */
export function describeConversation(
  conversation: Conversation,
  preludeOf: (answerId: string) => readonly ChatgptMessage[],
): object {
  const mapping = new Map<string, HistoryNode>();
  const add = (id: string, parent: string | null, message: ChatgptMessage | null): void => {
    mapping.set(id, { id, parent, children: [], message });
    if (parent !== null) mapping.get(parent)?.children.push(id);
  };
  add(ROOT_ID, null, null);
  for (const turn of conversation.turns) {
    if (turn.failed) continue;
    let parent = turn.parentId ?? ROOT_ID;
    if (turn.role === 'user') {
      add(turn.id, parent, userMessage(turn));
      continue;
    }
    for (const message of preludeOf(turn.id)) {
      add(message.id, parent, message);
      parent = message.id;
    }
    add(turn.id, parent, answerMessage(turn, parent));
  }
  return {
    conversation_id: conversation.id,
    title: conversation.title,
    create_time: conversation.createdAtMs / 1000,
    current_node: [...mapping.keys()].at(-1),
    mapping: Object.fromEntries(mapping),
    async_status: null,
    is_archived: false,
  };
}
