import { type Platform, SOCKET_TEXTS } from '../platform.ts';
import { plainRefusal } from '../kit/refusal-in-words.ts';
import { FrameSplitter } from '../kit/frame-splitter.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { CopilotReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { selectors } from './selectors.ts';

/**
 * copilot.microsoft.com, the one for consumers. Its page sends over a WebSocket, and the answer comes over the
 * same. Source: site.md.
 */
export const copilot: Platform = {
  name: 'copilot',
  evidence: {
    from: 'documented',
    unsure: [
      'what "replaceText" replaces: an answer with it has no final',
      'a message that waits for a proof of work may be sent again by the page: the second is held back, and what became of the first looked up',
      'whether an answer in the history is whole: none counts as final',
      'whether the history calls a message by the id that the socket gave it: where it does not, an unknown outcome stays one',
      'the history of a signed-in person is read with the bearer of the page’s own last read: whether the site wants more',
      'the marks of messages in the page: from one source, and without an id',
      'which codes its errors have, but for throttling',
      'what marks attached files: a message that would leave with one is held back',
      'the length a message may have, for people who pay',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'copilot.microsoft.com',
  recognises: null,
  platformOf: () => 'copilot',
  mayBeNameless: false,
  shownAt: 'https://copilot.microsoft.com/chats/dRabcdefghijklmnopqrs',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply(request, contentType) {
    const id = contentType === SOCKET_TEXTS ? describeSend(request)?.remoteConversationId : null;
    return typeof id === 'string'
      ? new ReplyDecoder(new FrameSplitter(), new CopilotReplyReader(id))
      : null;
  },
  readFrame: () => [],
  readRefusal: plainRefusal,
  selectors,
  history,
  // The socket wants proofs of work and human checks that only the page can give.
  replay: null,
};
