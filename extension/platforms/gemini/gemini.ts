import { ReplyDecoder } from '../kit/reply-decoder.ts';
import type { Platform } from '../platform.ts';
import { GeminiReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { SizedFrameSplitter } from './sized-frame-splitter.ts';
import { conversationUrl, locate } from './locate.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** gemini.google.com. Source: site.md. */
export const gemini: Platform = {
  name: 'gemini',
  evidence: {
    from: 'documented',
    unsure: [
      'how a regenerated or edited turn differs from a new one: all are described as new',
      'the id of the person’s own turn: none is told',
      'how a reply is streamed again',
      'answers in a side panel (research, canvas): only the text of the turn is read',
      'which account a conversation is of: its address is that of the first',
      'most error codes',
      'how a history is read: it takes a POST with a token',
      'how attached files show: a draft of files alone is not noticed',
      'how a human check shows in the page',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'gemini.google.com',
  recognises: null,
  platformOf: () => 'gemini',
  mayBeNameless: false,
  shownAt: 'https://gemini.google.com/app/0123456789abcdef',
  locate,
  conversationUrl,
  newConversationPath: '/app',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply: (_request, contentType) =>
    /^(?:application\/json|text\/plain)/.test(contentType)
      ? new ReplyDecoder(new SizedFrameSplitter(), new GeminiReplyReader())
      : null,
  readFrame: () => [],
  readRefusal,
  selectors,
  history: null,
  // Every send carries a one-time token that the page's own script makes.
  replay: null,
};
