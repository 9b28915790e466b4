import { at, idAt, isObject, listAt, parseJson } from '../kit/json-value.ts';
import type { ReplyEvent, TappedRequest } from '../platform.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { isUuid } from '../kit/uuid.ts';
import { WholeText } from '../kit/whole-text.ts';
import { describeResume } from './describe-send.ts';
import { answerText, hasFailed } from './message.ts';
import { readError } from './read-refusal.ts';
import { readSend } from './read-send.ts';

/**
 * The answer to a send only says that the work began: the reply itself comes over socket.io. What can be
 * read over HTTP is the chat's history, and before 0.9 the page's own report of a whole reply.
 */
export function decodeReply(request: TappedRequest, contentType: string): ReplyDecoder | null {
  if (!contentType.startsWith('application/json')) return null;
  const send = readSend(request);
  if (send !== null) {
    const known = send.remoteConversationId;
    return new ReplyDecoder(new WholeText(), { read: (answer) => readStart(answer, known) });
  }
  if (describeResume(request) === null) return null;
  const report = parseJson(request.body ?? '');
  return new ReplyDecoder(new WholeText(), { read: (answer) => readReport(report, answer) });
}

function readStart(answer: unknown, known: string | null): readonly ReplyEvent[] {
  const error = readError(answer);
  if (error !== null) return [{ type: 'error', ...error }];
  if (at(answer, 'status') !== true) return [];
  const named = idAt(answer, 'chat_id');
  const remoteConversationId = named !== null && isUuid(named) ? named : known;
  return remoteConversationId === null
    ? []
    : [{ type: 'conversation', remoteConversationId }, { type: 'handoff' }];
}

/** Reads the reply from the page's report and the server's answer, which is filtered, and stored in the chat. */
function readReport(report: unknown, answer: unknown): readonly ReplyEvent[] {
  const assistantMessageId = idAt(report, 'id');
  if (assistantMessageId === null || !isObject(answer)) return [];
  const isReply = (message: unknown): boolean =>
    idAt(message, 'id') === assistantMessageId && at(message, 'role') === 'assistant';
  const reported = listAt(report, 'messages').find(isReply);
  const filtered = listAt(answer, 'messages').find(isReply);
  // An answer without messages may say anything, also that it was not kept.
  const isTaken = Array.isArray(at(answer, 'messages'));
  if (reported === undefined || !isTaken || hasFailed(reported)) return [];
  const text = answerText(filtered ?? reported);
  return text === '' ? [] : [{ type: 'final', assistantMessageId, text }];
}
