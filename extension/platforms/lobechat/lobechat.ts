import type { PageMarks, Platform } from '../platform.ts';
import { hasAsset, isWebPage, nameOfInstallation } from '../kit/self-hosted.ts';
import { decodeReply } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

const NAME = 'lobechat';

/** LobeChat / LobeHub with a server's database. Source: site.md. */
export const lobechat: Platform = {
  name: NAME,
  evidence: {
    from: 'documented',
    unsure: [
      'which request to a model is the reply and which a title or another task: none is read as a reply',
      'a reply is final in a history alone, by the count of its tokens',
      'histories are read with the cookies alone: version 1 wants a header as well',
      'which of several answers to one turn the page shows; the newest is taken',
      'the database in the browser: there no request saves the turn',
      'addresses of conversations need the agent, which the topic does not tell',
      'turns, the send button and attachments in the page',
    ],
  },
  serves: isWebPage,
  recognises,
  platformOf: (page) => nameOfInstallation(NAME, page),
  mayBeNameless: false,
  shownAt: 'https://chat.example/agent/agt_1?topic=tpc_AbCd1234EfGh',
  locate,
  conversationUrl: () => null,
  newConversationPath: null,
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply,
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  // The page puts the context together and writes the result: no request is a whole send.
  replay: null,
};

/** The name changes with a build of one's own alone; the maker's other pages have other icons. */
function recognises(marks: PageMarks): boolean {
  const isNamed = /^Lobe(?:Chat|Hub)$/.test(marks.metas['og:site_name'] ?? '');
  return isNamed && hasAsset(marks, '/favicon-32x32.ico');
}
