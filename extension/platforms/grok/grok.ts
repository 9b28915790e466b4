import { LineSplitter } from '../line-splitter.ts';
import { JsonReplyDecoder } from '../json-reply-decoder.ts';
import type { Platform } from '../platform.ts';
import { GrokReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** grok.com: replies of the older REST interface are read. What goes over the WebSocket is not seen. */
export const grok: Platform = {
  name: 'grok',
  evidence: {
    from: 'documented',
    unsure: [
      'sends over the WebSocket, today’s usual way: nothing is sent from the page, for it could not be confirmed',
      'whether frames of the WebSocket have ids by which repeated ones are known: none is read',
      'how a regenerated or edited turn differs from a new one: all are described as new',
      'how a history is read: it takes a POST',
      'how long a limit lasts',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'grok.com',
  recognises: null,
  platformOf: () => 'grok',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply: (_request, contentType) =>
    /json|^text\/plain/.test(contentType)
      ? new JsonReplyDecoder(new LineSplitter(), new GrokReplyReader())
      : null,
  readFrame: () => [],
  readRefusal,
  selectors,
  history: null,
  // Every send carries a signature that the page makes for its method and path.
  replay: null,
};
