import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { JsonSplitter } from '../kit/json-splitter.ts';
import type { Platform } from '../platform.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { DeepseekReplyReader } from './decode-stream.ts';
import { describeResume, describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/** chat.deepseek.com. Message ids are small numbers, unique in their session alone. Source: site.md. */
export const deepseek: Platform = {
  name: 'deepseek',
  evidence: {
    from: 'recorded',
    unsure: [
      'what the bodies of regenerate and continue hold beside the session',
      'which path a patch without one means after a BATCH: its document has no final',
      'what the codes of the envelope mean, but for an invalid token',
      'how long a limit lasts',
      'whether the bearer stays where the page keeps it: without it no history is read',
      'how attached files show: a draft of files alone is not noticed',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'chat.deepseek.com',
  recognises: null,
  platformOf: () => 'deepseek',
  mayBeNameless: false,
  shownAt: 'https://chat.deepseek.com/a/chat/s/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/',
  refusesInReply: true,
  sendsAreCertain: true,
  describeSend,
  describeResume,
  decodeReply(request, contentType) {
    const description = describeSend(request) ?? describeResume(request);
    const reader = new DeepseekReplyReader(description?.remoteConversationId ?? null);
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
  // Every send carries a proof of work that the page makes for itself.
  replay: null,
};
