import { at, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { questionId } from './describe-send.ts';
import { EntryBlocks } from './entry-blocks.ts';
import { isDeflection, statusOf } from './entry-status.ts';

const QUERY =
  'with_parent_info=true&with_schematized_response=true&version=2.18&source=default' +
  '&limit=100&offset=0&from_first=true';

/** A thread: entries, each a question and its answer, oldest first. */
export const history: HistoryReader = {
  path: (slug) => `/rest/thread/${encodeURIComponent(slug)}?${QUERY}`,
  parse(body) {
    const thread = parseJson(body);
    const entries = at(thread, 'entries');
    // Half a thread would show a question to be missing that is not.
    if (!Array.isArray(entries) || (at(thread, 'has_next_page') ?? false) !== false) return null;
    const turns = entries.map(turnsOf);
    return turns.includes(null) ? null : turns.flatMap((each) => each ?? []);
  },
};

/** Null where the entry is not what it used to be. */
function turnsOf(entry: unknown): readonly HistoryTurn[] | null {
  const id = idAt(entry, 'backend_uuid') ?? idAt(entry, 'uuid');
  const question = textAt(entry, 'query_str');
  if (id === null || question === null) return null;
  const blocks = new EntryBlocks();
  blocks.take(listAt(entry, 'blocks'));
  const answer = blocks.answer();
  const user: HistoryTurn = { id: questionId(id), role: 'user', text: question, final: true };
  if (answer === null) return [user];
  const { text, isDone } = answer;
  const final = isDone && statusOf(entry) === 'COMPLETED' && !isDeflection(text);
  return [user, { id, role: 'assistant', text, final }];
}
