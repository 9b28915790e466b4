import { at, idAt, parseJson, textAt } from '../kit/json-value.ts';
import { unlessWhole } from '../kit/reply-event.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import type { ChatgptMessage } from './message.ts';
import { readMessage, textOf } from './message.ts';

/** The conversation as a tree of nodes; the branch shown is the path from `current_node` to the root. */
export const history: HistoryReader = {
  path: (id) => `/backend-api/conversation/${encodeURIComponent(id)}`,
  parse(body) {
    const conversation = parseJson(body);
    const newest = textAt(conversation, 'current_node');
    if (newest === null || at(conversation, 'mapping') === undefined) return null;
    return branchOf(conversation, newest).flatMap(turnOf);
  },
};

function branchOf(conversation: unknown, newest: string): readonly ChatgptMessage[] {
  const branch: ChatgptMessage[] = [];
  const seen = new Set<string>();
  for (let id: string | null = newest; id !== null && !seen.has(id);) {
    seen.add(id); // A node that is its own ancestor ends the walk instead of looping it.
    const node = at(conversation, 'mapping', id);
    const message = readMessage(at(node, 'message'));
    if (message !== null) branch.unshift(message);
    id = idAt(node, 'parent');
  }
  return branch;
}

function turnOf(message: ChatgptMessage): readonly HistoryTurn[] {
  const { id } = message;
  const text = textOf(message);
  if (message.role === 'user' && !message.isHidden)
    return [{ id, role: 'user', text, final: true }];
  if (!message.isAnswer) return [];
  const { end } = message;
  return [{ id, role: 'assistant', text, final: end !== null, ...unlessWhole(end ?? 'whole') }];
}
