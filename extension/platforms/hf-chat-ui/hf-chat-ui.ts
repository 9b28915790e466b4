import type { PageMarks, Platform } from '../platform.ts';
import { hasAsset, isWebPage, nameOfInstallation } from '../kit/self-hosted.ts';
import { decodeReply } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { conversationUrl, isOnItsOwnHost, locate, OWN_HOST } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

const NAME = 'hf-chat-ui';

/** chat-ui of Hugging Face: HuggingChat, and wherever else it is hosted. Source: site.md. */
export const hfChatUi: Platform = {
  name: NAME,
  evidence: {
    from: 'documented',
    unsure: [
      'the ids of messages: the stream names none, so a reply goes by the id of its run',
      'a stream that broke off: its turn has no id to be looked for',
      'older versions, whose runs have no id: no final is told',
      'a history is read only after the page itself read it, at an address that holds its path',
      'where a new conversation starts: the path differs from host to host',
      'an installation below a path: addresses are made for the root of a host, or for HuggingChat',
      'a reply that goes on in another tab comes by an EventSource, which is not read',
      'attachments waiting in the composer are not seen',
    ],
  },
  serves: (page) => isWebPage(page) && (page.hostname !== OWN_HOST || isOnItsOwnHost(page)),
  recognises,
  platformOf: (page) => nameOfInstallation(NAME, page),
  mayBeNameless: false,
  shownAt: 'https://chat.example/conversation/0123456789abcdef01234567',
  locate,
  conversationUrl,
  newConversationPath: null,
  sendsAreCertain: true,
  describeSend,
  describeResume: () => null,
  decodeReply,
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  // A send wants the id of the message before it, and replies go by the ids of their runs here.
  replay: null,
};

/**
 * The layout writes the maker's name into every page, and takes icon and manifest from one folder of
 * static files, whatever the owner calls it. Other pages of the maker have the name but not the pair.
 */
function recognises(marks: PageMarks): boolean {
  if (marks.metas['twitter:site'] !== '@huggingface') return false;
  const folders = ['chatui', 'huggingchat'];
  const isKnown = folders.some((folder) => hasAsset(marks, `/${folder}/manifest.json`));
  const isTitled = marks.metas['og:title']?.endsWith(' - Chat with AI models') === true;
  return (
    hasAsset(marks, '/icon.svg') && (isKnown || (isTitled && hasAsset(marks, '/manifest.json')))
  );
}
