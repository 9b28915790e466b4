import { type Platform, SOCKET_TEXTS } from '../platform.ts';
import { plainRefusal } from '../kit/refusal-in-words.ts';
import { wholeAnswer } from './answer-texts.ts';
import { genericDecoder } from './decode-stream.ts';
import { describeSend, sentValue } from './describe-send.ts';
import { idInRequestPath, locate } from './locate.ts';
import { history } from './read-history.ts';
import { selectors } from './selectors.ts';

export const GENERIC_PREFIX = 'generic:';

/** Content types say little: what stands in an answer shows whether it is a reply. */
const UNREADABLE =
  /^(?:text\/(?:css|javascript)|image|audio|video|font|application\/(?:javascript|pdf|zip|wasm))/;

/** Any chat page a person has granted that nobody wrote an adapter for. Source: site.md. */
export const generic: Platform = {
  name: 'generic',
  evidence: { from: 'recorded', unsure: ['everything: the page is found by structure'] },
  serves: (page) => page.protocol === 'https:' || page.protocol === 'http:',
  recognises: null,
  platformOf: (page) => `${GENERIC_PREFIX}${page.host.toLowerCase()}`,
  locate,
  // How a site builds its addresses cannot be told from an id; the runtime knows where it was seen.
  conversationUrl: () => null,
  newConversationPath: null,
  sendsAreCertain: false,
  mayBeNameless: true,
  describeSend,
  // A reply under way at load is often followed by a GET that streams it from its start.
  describeResume(request) {
    if (request.method !== 'GET') return null;
    const remoteConversationId = idInRequestPath(request);
    return remoteConversationId === null ? null : { remoteConversationId, fromStart: true };
  },
  decodeReply(request, contentType) {
    const isStream = contentType.startsWith('text/event-stream') || contentType === SOCKET_TEXTS;
    const send = describeSend(request);
    const isRead = request.method === 'GET' && send === null;
    if (!isStream && (isRead || UNREADABLE.test(contentType))) return null;
    const context = [send?.remoteConversationId, send?.userMessageId, send?.text].join('\n');
    const here = locate(new URL(request.pageUrl)).remoteConversationId;
    const conversationId = send?.remoteConversationId ?? here;
    const sent = sentValue(request);
    return genericDecoder(contentType, { context, conversationId, text: send?.text ?? null, sent });
  },
  wholeAnswer,
  readFrame: () => [],
  readRefusal: plainRefusal,
  selectors,
  history,
  replay: null,
};
