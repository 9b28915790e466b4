import { at, idAt, textAt } from '../kit/json-value.ts';
import type { SendDescription, TappedRequest } from '../platform.ts';
import { jsonPostedTo } from '../kit/request-body.ts';
import { locate } from './locate.ts';

export function describeSend(request: TappedRequest): SendDescription | null {
  const body = jsonPostedTo(request, '/rest/sse/perplexity_ask');
  const text = textAt(body, 'query_str');
  const source = at(body, 'params', 'query_source');
  const parentMessageId = idAt(body, 'params', 'last_backend_uuid');
  const isFollowUp = source === 'followup' && parentMessageId !== null;
  const isFirst = source === 'home' && parentMessageId === null;
  if (text === null || (!isFollowUp && !isFirst)) return null;
  const page = locate(new URL(request.pageUrl));
  return {
    kind: 'next',
    text,
    // The page's own id of the entry is not known to be found again.
    userMessageId: null,
    remoteConversationId: isFollowUp ? page.remoteConversationId : null,
    parentMessageId,
  };
}

/** A question and its answer are one entry with one id; the question gets one of its own. */
export function questionId(entryId: string): string {
  return `${entryId}:question`;
}
