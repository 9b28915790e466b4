import { at, idAt, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { fromSuperjson } from '../kit/superjson.ts';

/** Stands in a reply until its first words are saved. */
const NOT_BEGUN = '...';

/**
 * `message.getMessages`, which asks for more than the topic, so only a read that the page itself made is
 * known to work. Several calls may share the answer: it counts when exactly one of them is messages, all
 * of one topic. Source: site.md, History.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const answer = parseJson(body);
    const outcomes: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
    const lists = outcomes.flatMap((outcome) => messagesIn(outcome) ?? []);
    const [messages] = lists;
    return lists.length === 1 && messages !== undefined ? shownOf(messages).flatMap(turnOf) : null;
  },
};

function messagesIn(outcome: unknown): readonly [readonly unknown[]] | null {
  const data = fromSuperjson(at(outcome, 'result', 'data'));
  if (!Array.isArray(data) || data.length === 0) return null;
  const messages: readonly unknown[] = data;
  const topic = idAt(messages[0], 'topicId');
  const isMessage = (value: unknown): boolean =>
    isObject(value) &&
    idAt(value, 'id') !== null &&
    textAt(value, 'role') !== null &&
    idAt(value, 'topicId') === topic;
  return topic !== null && messages.every(isMessage) ? [messages] : null;
}

/** Returns the messages with only the newest of several answers to a turn; which one the page shows is unknown here. */
function shownOf(messages: readonly unknown[]): readonly unknown[] {
  return messages.filter((message, index) => {
    const parent = idAt(message, 'parentId');
    if (parent === null || !isAnswer(message)) return true;
    const later = messages.slice(index + 1);
    return !later.some((other) => isAnswer(other) && idAt(other, 'parentId') === parent);
  });
}

function isAnswer(message: unknown): boolean {
  const role = textAt(message, 'role');
  return role === 'assistant' || role === 'assistantGroup';
}

function turnOf(message: unknown): readonly HistoryTurn[] {
  const id = idAt(message, 'id');
  if (id === null) return [];
  if (at(message, 'role') === 'user') {
    return [{ id, role: 'user', text: textAt(message, 'content') ?? '', final: true }];
  }
  // A group holds the steps of one reply: its tools' ones come first, the answer last.
  const steps = listAt(message, 'children');
  const answer = at(message, 'role') === 'assistantGroup' ? steps.at(-1) : message;
  if (!isAnswer(message) || usesTools(answer)) return [];
  const text = textAt(answer, 'content') ?? '';
  return [
    { id, role: 'assistant', text: text === NOT_BEGUN ? '' : text, final: isFinished(answer) },
  ];
}

function usesTools(answer: unknown): boolean {
  return listAt(answer, 'tools').length > 0;
}

/** The count of tokens comes with the end of a reply: one that was stopped has none. */
function isFinished(answer: unknown): boolean {
  const text = textAt(answer, 'content') ?? '';
  const isCounted =
    isObject(at(answer, 'usage')) ||
    isObject(at(answer, 'metadata', 'usage')) ||
    typeof at(answer, 'metadata', 'totalTokens') === 'number';
  const hasFailed = (at(answer, 'error') ?? null) !== null;
  return isCounted && !hasFailed && text.trim() !== '' && text !== NOT_BEGUN;
}
