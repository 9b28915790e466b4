import { ReplyDecoder } from '../kit/reply-decoder.ts';
import type { Platform } from '../platform.ts';
import { ConnectSplitter } from './connect-splitter.ts';
import { KimiReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

const HOSTS = new Set(['www.kimi.com', 'kimi.com']);

/** kimi.com. Requests and replies are Connect frames, read as text. Source: site.md. */
export const kimi: Platform = {
  name: 'kimi',
  evidence: {
    from: 'documented',
    unsure: [
      'how a regenerated or edited turn differs from a new one: all are described as new',
      'compressed frames: they are not read, and a reply with one has no final',
      'whether all text blocks of an agent’s stages belong to the answer: they are taken as such',
      'how a reply is streamed again, and how a history is read',
      'how long a limit lasts',
      'how attached files show: a draft of files alone is not noticed',
      'how a human check shows in the page',
    ],
  },
  serves: (page) => page.protocol === 'https:' && HOSTS.has(page.hostname),
  recognises: null,
  platformOf: () => 'kimi',
  mayBeNameless: false,
  shownAt: 'https://www.kimi.com/chat/d2iabcdefghijk012345',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply: (_request, contentType) =>
    /^application\/(?:connect\+)?json/.test(contentType)
      ? new ReplyDecoder(new ConnectSplitter(), new KimiReplyReader())
      : null,
  readFrame: () => [],
  readRefusal,
  selectors,
  history: null,
  // Its bodies are binary; and a header that is new for each may become mandatory.
  replay: null,
};
