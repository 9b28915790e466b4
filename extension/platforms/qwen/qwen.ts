import { JsonSplitter } from '../kit/json-splitter.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import type { Platform } from '../platform.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { QwenReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** chat.qwen.ai. The sister site qianwen.com has another interface, and no adapter. Source: site.md. */
export const qwen: Platform = {
  name: 'qwen',
  evidence: {
    from: 'documented',
    unsure: [
      'what user_action says of a changed or regenerated turn: whatever is not `chat` is one',
      'text without a phase: it is not taken for an answer',
      'whether `response.created` names the person’s message as parent: it confirms it only where it does',
      'whether the login alone reads a history: only the page’s own reads are taken',
      'how a reply is streamed again',
      'how attached files show: a draft of files alone is not noticed',
      'how a human check shows in the page',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'chat.qwen.ai',
  recognises: null,
  platformOf: () => 'qwen',
  mayBeNameless: false,
  shownAt: 'https://chat.qwen.ai/c/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply(request, contentType) {
    const reader = new QwenReplyReader(describeSend(request)?.userMessageId ?? null);
    if (contentType.startsWith('text/event-stream')) {
      return new ReplyDecoder(new SseSplitter(), reader);
    }
    // A refusal comes as one object, with status 200.
    return contentType.startsWith('application/json')
      ? new ReplyDecoder(new JsonSplitter(), reader)
      : null;
  },
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  // The page adds anti-bot values to every send.
  replay: null,
};
