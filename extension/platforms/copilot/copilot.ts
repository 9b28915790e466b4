import type { Platform } from '../platform.ts';
import { refusalByStatus } from '../refusal-by-status.ts';
import { CopilotReplyDecoder } from './decode-stream.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { selectors } from './selectors.ts';

/**
 * copilot.microsoft.com, the one for consumers. Its page sends over a WebSocket, and what comes back names
 * its conversation only at the start of a message: no request can be held or followed, so nothing is sent
 * here, and what is said is read from the history the page loads. Source: site notes copilot.md.
 */
export const copilot: Platform = {
  name: 'copilot',
  evidence: {
    from: 'documented',
    unsure: [
      'sends are frames of a socket: they are not seen, and the composer is left alone',
      'what "replaceText" replaces: an answer with it has no final',
      'whether an answer in the history is whole: none counts as final',
      'the history of a signed-in person needs a bearer from the page’s own storage',
      'which codes its errors have, but for throttling',
      'the length a message may have',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'copilot.microsoft.com',
  recognises: null,
  platformOf: () => 'copilot',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend: () => null,
  describeResume: () => null,
  decodeReply: () => new CopilotReplyDecoder(),
  readFrame: () => [],
  readRefusal: (status, headers) => refusalByStatus(status, headers),
  selectors,
  history,
  // The socket wants proofs of work and human checks that only the page can give.
  replay: null,
};
