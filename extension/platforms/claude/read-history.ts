import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { answerText, endOf } from './answer-text.ts';

/**
 * A flat list of the messages of all branches; the branch shown goes from `current_leaf_message_uuid` by
 * parents. Its address names the organization, which an id alone does not tell: the page's own read does.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const conversation = parseJson(body);
    const leaf = idAt(conversation, 'current_leaf_message_uuid');
    const messages = new Map(
      listAt(conversation, 'chat_messages').map((message) => [idAt(message, 'uuid'), message]),
    );
    if (leaf === null || !messages.has(leaf)) return isEmpty(conversation) ? [] : null;
    const branch: unknown[] = [];
    for (let id: string | null = leaf; id !== null;) {
      const message = messages.get(id);
      messages.delete(id); // A message that is its own ancestor ends the walk instead of looping it.
      if (message !== undefined) branch.unshift(message);
      id = message === undefined ? null : idAt(message, 'parent_message_uuid');
    }
    return branch.flatMap(turnOf);
  },
};

/** A conversation nobody has said anything in: a list that is there, and empty. */
function isEmpty(conversation: unknown): boolean {
  const messages = at(conversation, 'chat_messages');
  return idAt(conversation, 'uuid') !== null && Array.isArray(messages) && messages.length === 0;
}

function turnOf(message: unknown): readonly HistoryTurn[] {
  const id = idAt(message, 'uuid');
  const sender = textAt(message, 'sender');
  const text = answerText(
    listAt(message, 'content').map((block) => ({
      type: textAt(block, 'type'),
      text: textAt(block, 'text') ?? '',
    })),
  );
  if (id === null) return [];
  if (sender === 'human') return [{ id, role: 'user', text, final: true }];
  if (sender !== 'assistant') return [];
  const end = endOf(at(message, 'stop_reason'));
  return [{ id, role: 'assistant', text, final: end !== null, ...unlessWhole(end ?? 'whole') }];
}
