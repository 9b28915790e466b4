import type { Platform } from '../platform.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { ChatgptReplyReader } from './decode-stream.ts';
import { describeResume, describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { readFrame } from './read-frame.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** chatgpt.com. Reads need only the login. Source: site.md. */
export const chatgpt: Platform = {
  name: 'chatgpt',
  evidence: {
    from: 'recorded',
    unsure: ['attachments waiting in the composer are seen in an English page only'],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'chatgpt.com',
  recognises: null,
  platformOf: () => 'chatgpt',
  mayBeNameless: false,
  shownAt: 'https://chatgpt.com/c/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume,
  decodeReply: (_request, contentType) =>
    contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new SseSplitter(), new ChatgptReplyReader())
      : null,
  readFrame,
  readRefusal,
  selectors,
  history,
  // Its sends carry one-time tokens that the page makes for itself.
  replay: null,
};
