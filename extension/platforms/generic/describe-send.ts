import { formFields } from '../kit/form-fields.ts';
import { at, idAt, isObject, listAt, parseJson, textAt } from '../kit/json-value.ts';
import { FrameSplitter } from '../kit/frame-splitter.ts';
import {
  RECORD_END,
  type SendDescription,
  SOCKET_METHOD,
  type TappedRequest,
} from '../platform.ts';
import { idInRequestPath } from './locate.ts';
import { conversationIdOf, firstId, NO_TURN, wordsOf } from './names.ts';
import { givenToProgram } from './programs.ts';
import { describeByWords, isSaid } from './said-words.ts';

/** Names that sites give to a person's words, the likeliest first. */
const SAID = 'message msg prompt text input inputs query question content utterance'.split(' ');
/** Words that may stand beside them in the name of a field: `chatInput`, `user_message`. */
const OF_PERSON = new Set([...SAID, 'user', 'human', 'chat', 'new']);
/** Lists of messages, the newest last. */
const LISTS: readonly (readonly string[])[] = [
  ['messages'],
  ['contents'],
  ['input'],
  ['input', 'messages'],
  ['body', 'messages'],
];

/**
 * Takes a request, or a text over a socket, for a send when it holds a new user text where chat sites put one (the last
 * message of `messages` when a person wrote it, or a field such as `message` or `prompt`), or anywhere the very words
 * that the page has just been given to send. Title and summary requests, and requests for an answer in one piece, are
 * no turns.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  const named = describeByNames(request);
  // The words said before may stand in it as well: a page may send all of its conversation.
  if (named !== null && isSaid(named.text, request)) return named;
  const found = describeByWords(request);
  return found ?? named;
}

function describeByNames(request: TappedRequest): SendDescription | null {
  // A socket that is not open yet posts what it would send.
  const isSocket = request.method === SOCKET_METHOD || POLLING.test(request.body ?? '');
  if ((!isSocket && request.method !== 'POST') || request.body === null) return null;
  const url = new URL(request.url, request.pageUrl);
  const body = isSocket ? fieldsOfText(request) : fieldsOf(request.body);
  const operation = textAt(parseJson(request.body), 'operationName') ?? '';
  const purpose = isSocket ? purposeOf(body, request) : `${url.pathname} ${operation}`;
  if (!isObject(body) || body['stream'] === false || NO_TURN.test(purpose)) return null;
  const turn = userTurnOf(body);
  if (turn === null) return null;
  return {
    kind: 'next',
    text: turn.text,
    userMessageId:
      turn.id ?? firstId(body, ['message_id', 'messageId', 'user_message_id', 'userMessageId']),
    // The address of a socket names the connection, if anything.
    remoteConversationId:
      conversationIdOf(body) ?? chatIdOf(body) ?? (isSocket ? null : idInRequestPath(request)),
    parentMessageId: firstId(body, [
      'parent_id',
      'parentId',
      'parent_message_id',
      'parentMessageId',
    ]),
  };
}

/** An event of socket.io. */
const POLLING = /^42(?:\/[^,[]*,)?\d*\[/;
const METHOD_NAMES = ['target', 'method', 'procedure'];
const TO_SAY = new Set(
  'ask chat complete generate message prompt query say send stream talk'.split(' '),
);

/** The AI SDK's requests name the chat by its id alone. */
function chatIdOf(body: unknown): string | null {
  return textAt(body, 'trigger') === null ? null : idAt(body, 'id');
}

/** The fields of a body; a site that sends a form may have put the JSON proper into one field of it. */
function fieldsOf(body: string): unknown {
  const fields = formFields(body) ?? parseJson(body);
  const inner = typeof at(fields, 'data') === 'string' ? within(fields, 'data') : undefined;
  return isObject(inner) ? inner : (fieldsOfProgram(fields) ?? fields);
}

/** Value of a field, also where it is JSON in a text. */
function within(fields: unknown, name: string): unknown {
  const field = at(fields, name);
  return typeof field === 'string' ? parseJson(field) : field;
}

/** Variables of a program, in which a person's words may lie one deeper. */
function fieldsOfProgram(fields: unknown): unknown {
  const given = givenToProgram(fields);
  const inner = Object.values(given ?? {}).filter(isObject);
  return inner.find((each) => userTurnOf(each) !== null) ?? given;
}

/** Returns the value sent to the site; over a socket it may be in a list, or behind a number, or text and nothing else. */
export function sentValue({ body }: TappedRequest): unknown {
  const [first] = new FrameSplitter().push(body + RECORD_END);
  return first === undefined ? body : parseJson(first.data ?? '');
}

/** The fields of that, which may lie one deeper, or be what a method is called with. */
function fieldsOfText(request: TappedRequest): unknown {
  const fields = sentValue(request);
  const called = ['params', 'arguments', 'args'].flatMap((name) => [at(fields, name)].flat());
  const inner = [
    ...['data', 'payload', 'body', 'event'].map((name) => within(fields, name)),
    ...called,
  ]
    .map((value) => fieldsOfProgram(value) ?? value)
    .find((value) => isObject(value) && userTurnOf(value) !== null);
  return inner ?? saidToMethod(fields, called) ?? fields;
}

/** A call whose last plain value is what a person says, as its method's name tells. */
function saidToMethod(
  fields: unknown,
  values: readonly unknown[],
): { readonly text: string } | null {
  const names = METHOD_NAMES.map((name) => textAt(fields, name) ?? '');
  const isToSay = names.flatMap(wordsOf).some((word) => TO_SAY.has(word));
  const text = values.findLast((value) => typeof value === 'string');
  return isToSay && typeof text === 'string' ? { text } : null;
}

/** Returns the purpose that a text over a socket names: its type, or the name that socket.io puts before the fields. */
function purposeOf(body: unknown, request: TappedRequest): string {
  const text = request.body ?? '';
  const names = ['type', 'event', 'kind', 'op', 'action', ...METHOD_NAMES];
  const said = [sentValue(request), body].flatMap((fields) =>
    names.map((name) => textAt(fields, name) ?? ''),
  );
  return [text.slice(0, Math.max(text.indexOf('{'), 0)), ...said].join(' ');
}

function userTurnOf(body: unknown): { text: string; id: string | null } | null {
  for (const path of LISTS) {
    const last = listAt(body, ...path).at(-1);
    if (last === undefined) continue;
    const role = textAt(last, 'role') ?? textAt(last, 'author', 'role') ?? textAt(last, 'type');
    const isOfPerson = role === 'user' || role === 'human';
    const text = isOfPerson ? writtenText(last) : null;
    return text === null ? null : { text, id: idAt(last, 'id') };
  }
  // Gradio: the values of the fields, of which the first is what was written.
  const [first] = at(body, 'session_hash') === undefined ? [] : listAt(body, 'data');
  if (typeof first === 'string') return { text: first, id: null };
  for (const name of textNamesIn(body)) {
    const value = at(body, name);
    const text = typeof value === 'string' ? value : writtenText(value);
    if (text !== null) return { text, id: idAt(value, 'id') };
  }
  return null;
}

function textNamesIn(body: unknown): readonly string[] {
  const names = Object.keys(isObject(body) ? body : {}).map(
    (name) => [name, wordsOf(name)] as const,
  );
  const fit = names.filter(([, words]) => words.every((word) => OF_PERSON.has(word)));
  return SAID.flatMap((said) =>
    fit.filter(([, words]) => words.includes(said)).map(([name]) => name),
  );
}

/** The text of a message object: `content`, `text` or `parts`, whole or in pieces. */
export function writtenText(message: unknown): string | null {
  for (const value of [
    at(message, 'content'),
    at(message, 'text'),
    at(message, 'output'),
    message,
  ]) {
    if (typeof value === 'string') return value;
    const pieces = Array.isArray(value) ? listAt({ value }, 'value') : listAt(value, 'parts');
    const texts = pieces.map((piece) =>
      typeof piece === 'string' ? piece : textAt(piece, 'text'),
    );
    if (texts.some((text) => text !== null)) return texts.filter((text) => text !== null).join('');
  }
  return null;
}
