import type { Platform } from '../platform.ts';
import { codedLine, LineSplitter } from '../kit/line-splitter.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { MistralReplyReader } from './decode-stream.ts';
import { describeResume, describeSend, isNewChat } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { NewChatReader } from './new-chat.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { replay } from './replay.ts';
import { selectors } from './selectors.ts';

/** chat.mistral.ai (Le Chat). Source: site.md. */
export const mistral: Platform = {
  name: 'mistral',
  evidence: {
    from: 'documented',
    unsure: [
      'where in the answer to a new chat its id stands: any chatId in it counts, its user message is not named',
      'how a repetition is sent: mode "retry" is taken for a variant, other modes for nothing',
      'how a stream is taken up again after a break',
      'which branch the page shows where the history holds several: the newest is taken',
      'pages of a long history after the first: such a history is not read',
      'chunks with another context than reasoning: never answer text',
      'addresses of projects: not watched',
      'how an anonymous limit is told: it looks like an answer',
      'the send button, and what marks attached files',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'chat.mistral.ai',
  recognises: null,
  platformOf: () => 'mistral',
  mayBeNameless: false,
  shownAt: 'https://chat.mistral.ai/chat/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/chat',
  sendsAreCertain: true,
  describeSend,
  describeResume,
  decodeReply(request, contentType) {
    if (isNewChat(request)) {
      return contentType.includes('json')
        ? new ReplyDecoder(new LineSplitter(), new NewChatReader())
        : null;
    }
    return contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new LineSplitter(codedLine), new MistralReplyReader())
      : null;
  },
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  replay,
};
