import type { PopupAnswers } from '../../messages/popup-messages.ts';
import type { ConductorLink } from '../conductor-link/conductor-link.ts';
import type { Tabs } from '../ports.ts';

/** Where a web UI may be: this machine, by a name of its own. */
const FACE = /^http:\/\/[a-z2-7]{10}\.baton\.localhost:\d{1,5}\/enter#/; // guard: face-link-name

/** Opens the conductor's web UI in front, signed in to answer as the popup does. */
export async function openFace({
  link,
  tabs,
}: {
  readonly link: Pick<ConductorLink, 'ask'>;
  readonly tabs: Pick<Tabs, 'openInFront'>;
}): Promise<PopupAnswers['popup.open_face']> {
  const url = await link.ask({ type: 'face_ask', path: null });
  if (url === null || !FACE.test(url))
    return { ok: false, code: 'conductor_unreachable', text: 'The conductor named no web UI.' };
  await tabs.openInFront(url);
  return { ok: true };
}
