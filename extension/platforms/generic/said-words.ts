import { formFields } from '../kit/form-fields.ts';
import { FrameSplitter } from '../kit/frame-splitter.ts';
import { isObject, parseJson } from '../kit/json-value.ts';
import {
  RECORD_END,
  type SendDescription,
  SOCKET_METHOD,
  type TappedRequest,
} from '../platform.ts';
import { idInRequestPath } from './locate.ts';
import { conversationIdOf, NO_TURN } from './names.ts';

/** Deep enough for a list of parts in a message in a list in an envelope. */
const DEPTH = 9;

/** Words of a message where they stand, and what they stand in, the innermost last. */
interface Found {
  readonly text: string;
  readonly holders: readonly unknown[];
}

/**
 * Takes a request for the send of what the page has just been given to send: it carries these words and no others under
 * some name, whatever that is called and however deep it lies, or is nothing but them.
 */
export function describeByWords(request: TappedRequest): SendDescription | null {
  const { url, method, pageUrl } = request;
  const said = new Set((request.said ?? []).map(comparable));
  const { pathname } = new URL(url, pageUrl);
  if (said.size === 0 || NO_TURN.test(pathname)) return null;
  const values = valuesOf(request);
  // As elsewhere, one that asks for its answer in one piece is for a title or the like.
  if (values.some((value) => isObject(value) && value['stream'] === false)) return null;
  for (const value of values) {
    const found = findIn(value, said, [value]);
    if (found === null) continue;
    const named = found.holders.map(conversationIdOf).findLast((id) => id !== null);
    return {
      kind: 'next',
      text: found.text,
      userMessageId: null,
      remoteConversationId: named ?? (method === SOCKET_METHOD ? null : idInRequestPath(request)),
      parentMessageId: null,
    };
  }
  return null;
}

function valuesOf({ url, method, body, pageUrl }: TappedRequest): readonly unknown[] {
  if (method === 'GET') return [Object.fromEntries(new URL(url, pageUrl).searchParams)];
  if (body === null) return [];
  const whole = formFields(body) ?? parseJson(body);
  const pieces = method === SOCKET_METHOD ? new FrameSplitter().push(body + RECORD_END) : [];
  const named = pieces.map(({ name = '', data }) => ({ [name]: parseJson(data ?? '') }));
  return [...named, whole ?? body];
}

function findIn(
  value: unknown,
  said: ReadonlySet<string>,
  holders: readonly unknown[],
): Found | null {
  if (typeof value === 'string') {
    if (said.has(comparable(value))) return { text: value, holders };
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return inner === undefined ? null : findIn(inner, said, [...holders, inner]);
  }
  if (typeof value !== 'object' || value === null || holders.length > DEPTH) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = NO_TURN.test(name) ? null : findIn(inner, said, [...holders, inner]);
    if (found !== null) return found;
  }
  return null;
}

/** Is this what the page has just been given to send? */
export function isSaid(text: string, { said = [] }: TappedRequest): boolean {
  return said.some((each) => comparable(each) === comparable(text));
}

/** Line ends, and blanks around a message, are a page's to change. */
function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
