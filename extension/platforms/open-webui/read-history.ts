import { at, idAt, isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { isUuid } from '../kit/uuid.ts';
import { answerText, isFinished } from './message.ts';

/** A tree of messages; the branch shown is the path from `currentId` to the root. The login's cookie is enough. */
export const history: HistoryReader = {
  path: (id) => (isUuid(id) ? `/api/v1/chats/${id}` : null),
  parse(body) {
    const tree = at(parseJson(body), 'chat', 'history');
    const messages = at(tree, 'messages');
    if (!isObject(messages)) return null;
    return branchOf(messages, idAt(tree, 'currentId')).flatMap(([id, message]) =>
      turnOf(id, message),
    );
  },
};

function branchOf(
  messages: unknown,
  newest: string | null,
): readonly (readonly [string, unknown])[] {
  const branch: (readonly [string, unknown])[] = [];
  const seen = new Set<string>();
  for (let id = newest; id !== null && !seen.has(id);) {
    seen.add(id); // A message that is its own ancestor ends the walk instead of looping it.
    const message = at(messages, id);
    if (isObject(message)) branch.unshift([id, message]);
    id = idAt(message, 'parentId');
  }
  return branch;
}

function turnOf(id: string, message: unknown): readonly HistoryTurn[] {
  const role = at(message, 'role');
  if (role === 'user') {
    return [{ id, role, text: textAt(message, 'content') ?? '', final: true }];
  }
  if (role !== 'assistant') return [];
  return [{ id, role, text: answerText(message), final: isFinished(message) }];
}
