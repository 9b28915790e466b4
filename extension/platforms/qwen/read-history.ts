import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';

/**
 * A tree of messages; the branch shown leads to `currentId`. Whether the login alone reads it is not sure,
 * so only what the page reads itself is taken (site.md, History).
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const tree = at(parseJson(body), 'data', 'chat', 'history');
    const newest = idAt(tree, 'currentId');
    if (newest === null || at(tree, 'messages', newest) === undefined) return null;
    const turns: HistoryTurn[] = [];
    const seen = new Set<string>();
    for (let id: string | null = newest; id !== null && !seen.has(id);) {
      seen.add(id); // A message that is its own ancestor ends the walk instead of looping it.
      const message = at(tree, 'messages', id);
      turns.unshift(...turnOf(id, message));
      id = idAt(message, 'parentId');
    }
    return turns;
  },
};

function turnOf(id: string, message: unknown): readonly HistoryTurn[] {
  const role = textAt(message, 'role');
  if (role === 'user') {
    return [{ id, role, text: textAt(message, 'content') ?? '', final: true }];
  }
  if (role !== 'assistant') return [];
  const answers = listAt(message, 'content_list').filter((part) => at(part, 'phase') === 'answer');
  const text = answers.map((part) => textAt(part, 'content') ?? '').join('');
  return [{ id, role, text, final: at(answers.at(-1), 'status') === 'finished' }];
}
