import { at, isObject, listAt, parseJson } from '../kit/json-value.ts';
import { writtenText } from '../generic/describe-send.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';

/**
 * The page asks the model's provider, through its own server or straight: any host, this path. Other
 * vocabularies (Anthropic, Google) are left out: there a summary looks like a turn of the person, because
 * the page turns its instruction into one.
 */
const SEND_PATH = /\/chat\/completions$/;
/** Results of tools that the page feeds back as if the person had said them (site.md, Sending). */
const TOOL_RESULT = /^```json:mcp-response:/;

/**
 * Title requests ask for no stream, and a summary ends with an instruction of the system. After a tool
 * call the page asks again, with the results at the end. Source: site.md, Sending.
 */
export function describeSend(request: TappedRequest): SendDescription | null {
  if (request.method !== 'POST' || request.body === null) return null;
  if (!URL.canParse(request.url, request.pageUrl)) return null;
  if (!SEND_PATH.test(new URL(request.url, request.pageUrl).pathname)) return null;
  const body = parseJson(request.body);
  if (!isObject(body) || body['stream'] !== true) return null;
  const messages = listAt(body, 'messages');
  const turn = messages.findLast((message) => at(message, 'role') === 'user');
  const text = turn === undefined ? null : writtenText(turn);
  const lastRole = at(messages.at(-1), 'role');
  if (text === null || (lastRole !== 'user' && lastRole !== 'tool')) return null;
  return {
    kind: lastRole === 'tool' || TOOL_RESULT.test(text) ? 'continue' : 'next',
    text,
    userMessageId: null,
    remoteConversationId: null,
    parentMessageId: null,
  };
}
