import { ReplyDecoder } from '../kit/reply-decoder.ts';
import type { Platform } from '../platform.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { ClaudeReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { replay } from './replay.ts';
import { selectors } from './selectors.ts';

/** claude.ai. Reads and sends need only the login. Source: site.md. */
export const claude: Platform = {
  name: 'claude',
  evidence: {
    from: 'recorded',
    unsure: [
      'how a reply under way is streamed again after a reload: it is followed in the history',
      'how a turn goes on that stopped for a tool: it has no final answer',
      'what starts a conversation beside the message: a replay never does',
      'whether ids for new messages must be UUIDs of version 7',
      'how attached files show: a draft of files alone is not noticed',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'claude.ai',
  recognises: null,
  platformOf: () => 'claude',
  mayBeNameless: false,
  shownAt: 'https://claude.ai/chat/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/new',
  refusesInReply: true,
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply: (request, contentType) =>
    contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new SseSplitter(), new ClaudeReplyReader(describeSend(request)))
      : null,
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  replay,
};
