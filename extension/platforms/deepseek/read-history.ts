import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { answerOf, contentOf } from './answer-text.ts';

/**
 * A flat list with parents; the branch shown leads to `current_message_id`. It is read with the bearer that the page
 * keeps in its own storage, which stays in its realm. With `cache_control: MERGE` some messages are
 * left out, for the page has them: that is no history (site.md, History).
 */
export const history: HistoryReader = {
  path: (remoteConversationId) =>
    `/api/v0/chat/history_messages?chat_session_id=${encodeURIComponent(remoteConversationId)}`,
  parse(body) {
    const data = at(parseJson(body), 'data', 'biz_data');
    const newest = idAt(data, 'chat_session', 'current_message_id');
    if (at(data, 'cache_control') !== 'REPLACE' || newest === null) return null;
    const messages = new Map(
      listAt(data, 'chat_messages').map((message) => [idAt(message, 'message_id'), message]),
    );
    if (!messages.has(newest)) return null;
    const branch: unknown[] = [];
    for (let id: string | null = newest; id !== null;) {
      const message = messages.get(id);
      messages.delete(id); // A message that is its own ancestor ends the walk instead of looping it.
      if (message !== undefined) branch.unshift(message);
      id = message === undefined ? null : idAt(message, 'parent_id');
    }
    return branch.flatMap(turnOf);
  },
};

function turnOf(message: unknown): readonly HistoryTurn[] {
  const id = idAt(message, 'message_id');
  if (id === null) return [];
  switch (textAt(message, 'role')) {
    case 'USER':
      return [
        { id, role: 'user', text: contentOf(message, (kind) => kind === 'REQUEST'), final: true },
      ];
    case 'ASSISTANT': {
      const final = at(message, 'status') === 'FINISHED' && at(message, 'auto_continue') !== true;
      return [{ id, role: 'assistant', text: answerOf(message), final }];
    }
    default:
      return [];
  }
}
