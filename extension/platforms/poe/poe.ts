import type { Platform } from '../platform.ts';
import { plainRefusal } from '../kit/refusal-in-words.ts';
import { LineSplitter } from '../kit/line-splitter.ts';
import { ReplyDecoder } from '../kit/reply-decoder.ts';
import { WholeText } from '../kit/whole-text.ts';
import { PoeAnswerReader } from './decode-answer.ts';
import { readSendAnswer } from './decode-send.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { readFrame } from './read-frame.ts';
import { selectors } from './selectors.ts';

/** poe.com. Source: site.md. */
export const poe: Platform = {
  name: 'poe',
  evidence: {
    from: 'documented',
    unsure: [
      'answers come over a socket that knows a chat by its number: one that is whole before the send is answered is missed',
      'a send names the chat by its number too: the page’s address tells the code',
      'other mutations that send: first messages of a new style, messages with files, repetitions',
      'the id of our own message in the answer to a send',
      'which one-segment addresses are bots and which are pages of the site',
      'thinking that bots write into their text: an answer that begins with it has no final',
      'the history needs a signature that the page makes',
      'what marks attached files',
    ],
  },
  serves: (page) => page.protocol === 'https:' && page.hostname === 'poe.com',
  recognises: null,
  platformOf: () => 'poe',
  mayBeNameless: false,
  shownAt: 'https://poe.com/chat/2abc3def4ghi',
  locate,
  conversationUrl,
  // A new chat begins on a bot's page.
  newConversationPath: null,
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply(_request, contentType) {
    // The answer to the send itself is JSON; what the socket brings is read as a stream.
    if (contentType.startsWith('application/json')) {
      return new ReplyDecoder(new WholeText(), { read: readSendAnswer });
    }
    return contentType.startsWith('text/event-stream')
      ? new ReplyDecoder(new LineSplitter(), new PoeAnswerReader())
      : null;
  },
  readFrame,
  readRefusal: plainRefusal,
  selectors,
  history: null,
  // The page signs every body it sends.
  replay: null,
};
