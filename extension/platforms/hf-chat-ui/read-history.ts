import { at, idAt, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { fromSuperjson } from '../kit/superjson.ts';
import { withoutThought } from '../kit/without-thought.ts';

/**
 * A tree of messages with the newest last; the page shows the branch of that one. Where the software is
 * installed is not told by an id, so the address is learned from the page's own reads.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const messages = listAt(fromSuperjson(parseJson(body)), 'messages');
    const newest = messages.at(-1);
    if (newest === undefined || !messages.every(isMessage)) return null;
    const byId = new Map(messages.map((message) => [idAt(message, 'id'), message]));
    const before = listAt(newest, 'ancestors').map((id) => byId.get(String(id)));
    const branch = [...before, ...downFrom(newest, byId)];
    return branch.flatMap((message) => (message === undefined ? [] : turnOf(message)));
  },
};

/** A message and the newest branch below it. */
function downFrom(message: unknown, byId: ReadonlyMap<string | null, unknown>): readonly unknown[] {
  const path: unknown[] = [];
  for (let next: unknown = message; next !== undefined && !path.includes(next);) {
    path.push(next);
    const child = listAt(next, 'children').at(-1);
    next = typeof child === 'string' ? byId.get(child) : undefined;
  }
  return path;
}

function isMessage(value: unknown): boolean {
  return isObject(value) && idAt(value, 'id') !== null && textAt(value, 'from') !== null;
}

function turnOf(message: unknown): readonly HistoryTurn[] {
  const role = at(message, 'from');
  // A reply goes by the id of its run, as the stream has no other.
  const id = (role === 'assistant' ? idAt(message, 'generationId') : null) ?? idAt(message, 'id');
  const content = textAt(message, 'content') ?? '';
  if (id === null) return [];
  if (role === 'user') return [{ id, role, text: content, final: true }];
  if (role !== 'assistant') return [];
  const text = withoutThought(content).trim();
  return [{ id, role, text, final: text !== '' && isAnswered(message) }];
}

/** Said only once the final answer came: `interrupted` is not there before, and true for a stopped one. */
function isAnswered(message: unknown): boolean {
  const failed = listAt(message, 'updates').some(
    (update) => at(update, 'type') === 'status' && at(update, 'status') === 'error',
  );
  return at(message, 'interrupted') === false && !failed;
}
