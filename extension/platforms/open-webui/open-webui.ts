import type { PageMarks, Platform } from '../platform.ts';
import { hasAsset, isWebPage, nameOfInstallation } from '../kit/self-hosted.ts';
import { decodeReply } from './decode-stream.ts';
import { describeResume, describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { replay } from './replay.ts';
import { selectors } from './selectors.ts';

const NAME = 'open-webui';

/** Open WebUI, wherever it is hosted. Source: site.md. */
export const openWebui: Platform = {
  name: NAME,
  evidence: {
    from: 'documented',
    unsure: [
      'the reply itself comes over socket.io, which is not read: a final comes from the history, or before 0.9 from what the page reports',
      'before 0.9 a reply that a person stopped may stand in the history as done',
      'several models asked at once: the first answer shown is taken',
      'temporary chats have no id that lasts',
      'older versions, whose sends do not carry the turn itself, are not recognised',
      'attachments waiting in the composer are seen in an English page only',
    ],
  },
  serves: isWebPage,
  recognises,
  platformOf: (page) => nameOfInstallation(NAME, page),
  mayBeNameless: false,
  shownAt: 'https://chat.example/c/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/',
  sendsAreCertain: true,
  describeSend,
  describeResume,
  decodeReply,
  readFrame: () => [],
  readRefusal,
  selectors,
  history,
  replay,
};

/** An owner may rename it; the loader script and the style sheet for owners keep their places. */
function recognises(marks: PageMarks): boolean {
  const isNamed = /(?:^|• )Open WebUI$/.test(marks.title.trim());
  const signs = [
    isNamed,
    hasAsset(marks, '/static/loader.js'),
    hasAsset(marks, '/static/custom.css'),
  ];
  return signs.filter(Boolean).length >= 2;
}
