import type { Platform } from '../platform.ts';
import { plainRefusal } from '../kit/refusal-in-words.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { SseSplitter } from '../kit/sse-splitter.ts';
import { PerplexityReplyReader } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { selectors } from './selectors.ts';

/** www.perplexity.ai. Source: site.md. */
export const perplexity: Platform = {
  name: 'perplexity',
  evidence: {
    from: 'documented',
    unsure: [
      'a follow-up names only the entry before it: the page’s address tells the thread',
      'how a rewritten or changed question is sent: only the sources "home" and "followup" are sends',
      'addresses under /thread/ and /page/: not watched',
      'whether a thread can be reached by another id than its slug',
      'several answer texts in one workflow: no final',
      'the older stream whose answer is in a JSON text of steps: no final',
      'error codes of a failed answer: only "rate limit" is told apart',
      'threads of more than 100 entries: such a history is not read',
      'whether a thread’s read_write_token must be sent along, and whether it changes: so no replay',
      'what marks attached files',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'www.perplexity.ai',
  recognises: null,
  platformOf: () => 'perplexity',
  mayBeNameless: false,
  shownAt: 'https://www.perplexity.ai/search/what-is-it-AbC.123_-x',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  // A stream that broke is taken up by the id of its entry, which names no thread.
  describeResume: () => null,
  decodeReply: (_request, contentType) =>
    contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new SseSplitter(), new PerplexityReplyReader())
      : null,
  readFrame: () => [],
  readRefusal: plainRefusal,
  selectors,
  history,
  replay: null,
};
