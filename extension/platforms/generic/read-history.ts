import { at, firstPresent, idAt, listAt, parseJson, textAt } from '../kit/json-value.ts';
import type { HistoryReader, HistoryTurn } from '../platform.ts';
import { withoutMarks } from '../kit/private-marks.ts';
import { readErrorValue } from '../kit/read-error-value.ts';
import { withoutThought } from '../kit/without-thought.ts';
import { writtenText } from './describe-send.ts';
import { toldFailure } from './told-failure.ts';
import { endedBy } from './vocabulary.ts';

const LIST_NAMES = ['messages', 'turns', 'history', 'items'];
const WRAPPER_NAMES = ['conversation', 'chat', 'data', 'thread', 'session'];
const ROLES: Readonly<Record<string, 'user' | 'assistant'>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  model: 'assistant',
};
/** Fields of a whole history that say whether a reply is being written. */
const WRITING_NAMES = ['replying', 'streaming', 'generating', 'in_progress'];
/** Fields of one message that say how it ended, or that it has. */
const OUTCOME_NAMES = ['finish_reason', 'finishReason', 'status', 'stop_reason'];
const DONE_NAMES = ['complete', 'completed', 'finished', 'done', 'final'];
const DONE_WORDS =
  /^(?:stop|end_turn|finished|finished_successfully|complete|completed|done|success)$/i;

/**
 * A history in the shape most sites use: a list of messages with role, id and text. A site's own reads show
 * where it lies. A reply counts as final when the history says so of it, when it says
 * that nothing is being written, or when a later turn follows.
 */
export const history: HistoryReader = {
  path: () => null,
  parse(body) {
    const conversation = parseJson(body);
    const list = messagesIn(conversation);
    if (list === null) return null;
    const writing = WRITING_NAMES.map((name) => at(conversation, name));
    const saysNothing = writing.every((said) => said === undefined);
    const allWritten = writing.some(isNothing);
    const turns = list.flatMap((message, index) =>
      readTurn(message, allWritten || index < list.length - 1, saysNothing),
    );
    return turns.length === 0 && list.length > 0 ? null : turns;
  },
};

function messagesIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return listAt({ value }, 'value');
  const wrappers = [value, ...WRAPPER_NAMES.map((name) => at(value, name))];
  for (const wrapper of wrappers) {
    const name = LIST_NAMES.find((each) => Array.isArray(at(wrapper, each)));
    if (name !== undefined) return listAt(wrapper, name);
  }
  return null;
}

function readTurn(
  message: unknown,
  isWritten: boolean,
  saysNothing: boolean,
): readonly HistoryTurn[] {
  const id = idAt(message, 'id') ?? idAt(message, 'message_id') ?? idAt(message, 'messageId');
  const roleName =
    textAt(message, 'role') ?? textAt(message, 'author', 'role') ?? textAt(message, 'from');
  const role = Object.hasOwn(ROLES, roleName ?? '') ? ROLES[roleName ?? ''] : undefined;
  const failed = role === 'assistant' ? failureOf(message) : null;
  const written = writtenText(message) ?? (failed === null ? null : '');
  if (id === null || role === undefined || written === null) return [];
  const text = role === 'user' ? written : withoutMarks(withoutThought(written));
  const final = role === 'user' || (failed === null && (isWritten || saysDone(message)));
  const mayBeWhole = !final && saysNothing && failed === null && !saysHowItStands(message);
  const complete = role === 'assistant' && final ? endedBy(outcomeOf(message)).complete : undefined;
  return [
    {
      id,
      role,
      text,
      final,
      ...(complete && { complete }),
      ...(failed !== null && { failed }),
      ...(mayBeWhole && { mayBeWhole }),
    },
  ];
}

/** Said, and said to be none; a field that is not there says nothing. */
function isNothing(value: unknown): boolean {
  return value === null || value === false;
}

/** The site's words on it; null where the message did not fail. */
function failureOf(message: unknown): string | null {
  const told = toldFailure(message);
  return told === null ? null : (readErrorValue(told)?.text ?? null);
}

function outcomeOf(message: unknown): unknown {
  return firstPresent(message, OUTCOME_NAMES);
}

function saysDone(message: unknown): boolean {
  const word = outcomeOf(message);
  if (typeof word === 'string') return DONE_WORDS.test(word) || endedBy(word).finished === true;
  return firstPresent(message, DONE_NAMES) === true;
}

function saysHowItStands(message: unknown): boolean {
  const names = [...OUTCOME_NAMES, ...DONE_NAMES, ...WRITING_NAMES];
  return names.some((name) => at(message, name) !== undefined);
}
