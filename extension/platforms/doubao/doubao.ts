import type { Platform } from '../platform.ts';
import { plainRefusal } from '../kit/refusal-in-words.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { DoubaoReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { selectors } from './selectors.ts';

/** www.doubao.com. Source: site.md. */
export const doubao: Platform = {
  name: 'doubao',
  evidence: {
    from: 'documented',
    unsure: [
      'how a human check and attached files show themselves in the page',
      'error codes of the stream: read as other public clients do, never seen',
      'which blocks but thinking can hold text: only visible blocks without a parent count',
      'what a deep-thinking answer streams between its blocks',
      'where the history is read, and whether the page shows message ids',
      'how a changed or repeated question is answered: taken for a variant, its reply read as usual',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'www.doubao.com',
  recognises: null,
  platformOf: () => 'doubao',
  mayBeNameless: false,
  shownAt: 'https://www.doubao.com/chat/12345678901234567',
  locate,
  conversationUrl,
  newConversationPath: '/chat/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply: (_request, contentType) =>
    contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new SseSplitter(), new DoubaoReplyReader())
      : null,
  readFrame: () => [],
  readRefusal: plainRefusal,
  selectors,
  history: null,
  // The page signs every address and body it sends.
  replay: null,
};
