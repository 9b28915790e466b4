import { at, idAt, isObject, listAt, textAt } from '../json-value.ts';
import { writtenText } from './describe-send.ts';
import { conversationIdOf, firstId } from './names.ts';

/** What one JSON value of a reply says, in any of the vocabularies that chat sites share. */
export interface ReplyPiece {
  readonly text: string;
  readonly messageId: string | null;
  readonly conversationId: string | null;
  readonly userMessageId: string | null;
  /** The assistant ended its turn. */
  readonly finished: boolean;
  /** Nothing follows. */
  readonly over: boolean;
  readonly error: string | null;
}

/** How a turn that is an answer ends; a stop for a tool call is not among them. */
const ANSWERED = new Set<unknown>([
  'stop',
  'length',
  'eos',
  'end_turn',
  'stop_sequence',
  'max_tokens',
]);

/**
 * Reads OpenAI chat completions (whole or in chunks) and responses, Anthropic messages, Ollama's JSON lines, and
 * pieces that a site named in plain words (`{"type":"token","text":…}`). Thinking text (`reasoning_content`, `thinking_delta`) is in none of its fields.
 */
export function readPiece(value: unknown): ReplyPiece {
  const vocabulary = Array.isArray(at(value, 'choices'))
    ? chatCompletion(value)
    : (anthropic(value) ?? openaiResponse(value) ?? ollama(value) ?? plain(value));
  return {
    text: '',
    messageId: null,
    finished: false,
    over: false,
    conversationId: conversationIdOf(value),
    userMessageId: firstId(value, ['user_message_id', 'userMessageId']),
    error: errorOf(value),
    ...vocabulary,
  };
}

function chatCompletion(value: unknown): Partial<ReplyPiece> {
  const choice = listAt(value, 'choices').find((each) => (at(each, 'index') ?? 0) === 0);
  const written = at(choice, 'delta', 'content') ?? at(choice, 'message', 'content');
  return {
    text: typeof written === 'string' ? written : '',
    messageId: idAt(value, 'id'),
    finished: ANSWERED.has(at(choice, 'finish_reason')),
  };
}

function anthropic(value: unknown): Partial<ReplyPiece> | null {
  switch (textAt(value, 'type')) {
    case 'message_start':
      return { messageId: idAt(value, 'message', 'uuid') ?? idAt(value, 'message', 'id') };
    case 'content_block_delta':
      return {
        text:
          at(value, 'delta', 'type') === 'text_delta' ? (textAt(value, 'delta', 'text') ?? '') : '',
      };
    case 'message_delta':
      return { finished: ANSWERED.has(at(value, 'delta', 'stop_reason')) };
    case 'message_stop':
      return { over: true };
    default:
      return null;
  }
}

function openaiResponse(value: unknown): Partial<ReplyPiece> | null {
  switch (textAt(value, 'type')) {
    case 'response.created':
      return { messageId: idAt(value, 'response', 'id') };
    case 'response.output_text.delta':
      return { text: textAt(value, 'delta') ?? '' };
    case 'response.completed':
      return { finished: true, over: true };
    default:
      return null;
  }
}

function ollama(value: unknown): Partial<ReplyPiece> | null {
  if (at(value, 'message', 'role') !== 'assistant') return null;
  const over = at(value, 'done') === true;
  return {
    text: writtenText(at(value, 'message')) ?? '',
    messageId: idAt(value, 'message', 'id'),
    finished: over && ANSWERED.has(at(value, 'done_reason') ?? 'stop'),
    over,
  };
}

const PIECE_WORDS = /^(?:token|delta|chunk|piece|text|content|append|stream|response|answer)$/i;
const END_WORDS =
  /^(?:(?:message|stream|response|answer|reply|turn)[._-]?)?(?:done|end|complete|completed|finish|finished)$/i;
const PIECE_NAMES = ['delta', 'token', 'text', 'content', 'chunk', 'piece', 'response', 'answer'];

/** One that says what it is: a piece of the answer, or its end. What a person said is neither. */
function plain(value: unknown): Partial<ReplyPiece> {
  const role = textAt(value, 'role') ?? textAt(value, 'sender') ?? textAt(value, 'from');
  const kind = textAt(value, 'type') ?? textAt(value, 'event') ?? textAt(value, 'kind');
  if (role !== null && !/^(?:assistant|ai|bot|model)$/i.test(role)) return {};
  const isEnd = kind === null ? at(value, 'done') === true : END_WORDS.test(kind);
  const isPiece = kind === null ? typeof at(value, 'done') === 'boolean' : PIECE_WORDS.test(kind);
  const name = PIECE_NAMES.find((each) => typeof at(value, each) === 'string');
  return {
    // The end may repeat the whole.
    text: isPiece && name !== undefined ? (textAt(value, name) ?? '') : '',
    messageId: firstId(value, ['message_id', 'messageId']),
    finished: isEnd,
    over: isEnd,
  };
}

const ANSWER_NAMES = ['answer', 'reply', 'response', 'output', 'completion'];
const ANSWER_WRAPPERS = ['data', 'result', 'message'];

/** The answer in a document that is no stream: whole as the document is. Null where it holds none. */
export function wholeAnswer(value: unknown): Partial<ReplyPiece> | null {
  if (typeof at(value, 'done') === 'boolean' && at(value, 'done') !== true) return null;
  for (const wrapper of [value, ...ANSWER_WRAPPERS.map((name) => at(value, name))]) {
    const name = ANSWER_NAMES.find((each) => typeof at(wrapper, each) === 'string');
    if (name === undefined) continue;
    const messageId = firstId(wrapper, ['message_id', 'messageId']);
    return { text: textAt(wrapper, name) ?? '', messageId, finished: true, over: true };
  }
  return null;
}

function errorOf(value: unknown): string | null {
  const error = at(value, 'error');
  if (typeof error === 'string' && error !== '') return error;
  return isObject(error) ? (textAt(error, 'message') ?? 'The site reported an error.') : null;
}
