import { isObject, parseJson, textAt } from '../kit/json-value.ts';
import type { PageMarks, Platform } from '../platform.ts';
import { hasAsset, isWebPage, nameOfInstallation } from '../kit/self-hosted.ts';
import { decodeReply } from './decode-stream.ts';
import { describeSend } from './describe-send.ts';
import { locate } from './locate.ts';
import { readRefusal } from './read-refusal.ts';
import { selectors } from './selectors.ts';

const NAME = 'nextchat';

/** NextChat (ChatGPT-Next-Web), wherever it is hosted. Source: site.md. */
export const nextchat: Platform = {
  name: NAME,
  evidence: {
    // The providers' streams are; the page's own requests are not.
    from: 'recorded',
    unsure: [
      'which session is shown: it stands in the storage of the page alone, so one that is opened there goes on under the id of the one before',
      'models that are not asked in the OpenAI vocabulary: their summaries look like sends',
      'the ids that the page gives its messages',
      'what the page stores of a stream that broke off',
    ],
  },
  serves: isWebPage,
  recognises,
  platformOf: (page) => nameOfInstallation(NAME, page),
  mayBeNameless: true,
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
  // The server keeps nothing: the history is the page's.
  history: null,
  replay: null,
};

/** Owners rename it; the settings that its server writes into the head keep their shape. */
function recognises(marks: PageMarks): boolean {
  const settings = parseJson(marks.metas['config'] ?? '');
  const isBuild =
    isObject(settings) &&
    textAt(settings, 'buildMode') !== null &&
    textAt(settings, 'commitHash') !== null;
  return isBuild && hasAsset(marks, '/serviceWorkerRegister.js');
}
