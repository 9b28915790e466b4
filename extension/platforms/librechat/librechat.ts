import type { PageMarks, Platform } from '../platform.ts';
import { hasAsset, isWebPage, nameOfInstallation } from '../kit/self-hosted.ts';
import { decodeReply } from './decode-stream.ts';
import { describeResume, describeSend } from './describe-send.ts';
import { conversationUrl, locate } from './locate.ts';
import { history } from './read-history.ts';
import { readRefusal } from './read-refusal.ts';
import { replay } from './replay.ts';
import { selectors } from './selectors.ts';

const NAME = 'librechat';

/** LibreChat, wherever it is hosted. Source: site.md. */
export const librechat: Platform = {
  name: NAME,
  evidence: {
    from: 'documented',
    unsure: [
      'a history is read where the page has read it, with the bearer of its last read: once that is too old, the page sends for itself',
      'which branch of a history the page shows; the newest is taken',
      'assistants endpoints have requests of their own, which are not read',
      'an installation below a path: addresses are made for the root of a host',
      'attachments waiting in the composer are seen in an English page only',
      'a template with a key of the user goes stale when that key does',
    ],
  },
  serves: isWebPage,
  recognises,
  platformOf: (page) => nameOfInstallation(NAME, page),
  mayBeNameless: false,
  shownAt: 'https://chat.example/c/0f0e0d0c-0001-4000-8000-000000000001',
  locate,
  conversationUrl,
  newConversationPath: '/c/new',
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

/** An owner may rename it: the rest of the description, and the icon's name, keep. */
function recognises(marks: PageMarks): boolean {
  const description = marks.metas['description'] ?? '';
  const isDescribed = /\bAn open source chat application with support for multiple AI models$/.test(
    description.trim(),
  );
  const isNamed = /(?:^|\| )LibreChat$/.test(marks.title.trim());
  const hasIcon = hasAsset(marks, 'assets/apple-touch-icon-180x180.png');
  return hasIcon && (isDescribed || isNamed);
}
