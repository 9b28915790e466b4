import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';

/**
 * The newest messages of a conversation, newest first. Nothing says whether an answer is whole, so none is
 * final. The page reads it with a bearer of its own: only an address that it has read itself is read again.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const results = at(parseJson(body), 'results');
    if (!Array.isArray(results)) return null;
    const turns = results.map(turnOf);
    return turns.includes(null) ? null : turns.flatMap((turn) => turn ?? []).toReversed();
  },
};

/** Null where the value is no message of a history. */
function turnOf(message: unknown): HistoryTurn | null {
  const id = idAt(message, 'id');
  const author = at(message, 'author', 'type');
  if (id === null || (author !== 'human' && author !== 'ai')) return null;
  const text = listAt(message, 'content')
    .filter((part) => at(part, 'type') === 'text')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n\n');
  return author === 'human'
    ? { id, role: 'user', text, final: true }
    : { id, role: 'assistant', text, final: false };
}
