import type { Platform } from '../platform.ts';
import { ChatgptReplyDecoder } from './decode-stream.ts';
import { describeResume, describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { readFrame } from './read-frame.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

/**
 * chatgpt.com. Sends carry one-time tokens that the page makes for itself, so the page must send: there
 * is no replay. Reads need only the login.
 */
export const chatgpt: Platform = {
  name: 'chatgpt',
  strategies: ['dom'],
  serves: (page) => page.protocol === 'https:' && page.hostname === 'chatgpt.com',
  platformOf: () => 'chatgpt',
  locate,
  conversationUrl,
  sendsAreCertain: true,
  describeSend,
  describeResume,
  decodeReply: (_request, contentType) =>
    contentType.startsWith('text/event-stream') ? new ChatgptReplyDecoder() : null,
  readFrame,
  readRefusal,
  selectors,
  history,
};
