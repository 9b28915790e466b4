import { FrameSplitter } from '../kit/frame-splitter.ts';
import { JsonSplitter } from '../kit/json-splitter.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { type Platform, SOCKET_TEXTS } from '../platform.ts';
import { GrokReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { GrokSocketReader } from './read-socket.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** grok.com: sends and answers go over a WebSocket, some still over the older REST interface. Source: site.md. */
export const grok: Platform = {
  name: 'grok',
  evidence: {
    from: 'documented',
    unsure: [
      'frames of the WebSocket are known from programs that read them, not from a recording',
      'that a session has the id of its conversation: where it has not, nothing is sent',
      'answers whose text comes as "response.output_text": they have no final',
      'whether the site keeps the name that the page gives a message',
      'the marks of messages in the page: from one source, and without an id',
      'how a regenerated or edited turn differs from a new one: all are described as new',
      'how a history is read: it takes a POST, so what became of a message is looked up in the page alone',
      'what marks attached files: a message that would leave with one is held back',
      'how long a limit lasts',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'grok.com',
  recognises: null,
  platformOf: () => 'grok',
  mayBeNameless: false,
  shownAt: 'https://grok.com/c/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply(request, contentType) {
    if (contentType === SOCKET_TEXTS) {
      const id = describeSend(request)?.remoteConversationId ?? null;
      return id === null ? null : new ReplyDecoder(new FrameSplitter(), new GrokSocketReader(id));
    }
    return /json|^text\/plain/.test(contentType)
      ? new ReplyDecoder(new JsonSplitter(), new GrokReplyReader())
      : null;
  },
  readFrame: () => [],
  readRefusal,
  selectors,
  history: null,
  // Every send carries a signature that the page makes for its method and path.
  replay: null,
};
