import type { VNode } from 'preact';

import { isAnyPage } from '../i18n/error-words.ts';
import { word, type WordKey } from '../i18n/words.ts';
import { isConductorHost } from '../messages/conductor-host.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import type { PopupTab } from './popup-tab.ts';
import { mayTeach } from './popup-words.ts';

interface SiteOfferProps {
  readonly state: PopupState;
  readonly tab: PopupTab;
}

/**
 * The offer to watch a site that nobody wrote an adapter for, or to be taught one. A page that is open is not loaded
 * again unasked: it may hold what a person wrote.
 */
export function SiteOffer({ state, tab }: SiteOfferProps): VNode | null {
  const { page, link } = state;
  const isGeneric = isAnyPage(page?.platform ?? '');
  const { address } = tab;
  const isConductor = address !== null && isConductorHost(address.host, link.conductor_url);
  const isStranger = page === null && address !== null && !isConductor;
  if (!isGeneric && !isStranger) return null;
  const isGranted = tab.isGranted.value;
  return (
    <section id="watch" class="card" aria-label={word('watch_label')}>
      <p id="watch-text" class="soft">
        {word(offerOf(isGeneric, isGranted))}
      </p>
      {isStranger && (
        <button
          id="watch-site"
          type="button"
          onClick={() => void (isGranted ? tab.reload() : tab.grant()).catch(reportError)}
        >
          {word(isGranted ? 'watch_reload' : 'watch_site')}
        </button>
      )}
      {mayTeach(state) && (
        <button
          id="watch-teach"
          type="button"
          class="plain"
          onClick={() => void tab.teach().then(() => window.close(), reportError)}
        >
          {word('watch_teach')}
        </button>
      )}
    </section>
  );
}

function offerOf(isGeneric: boolean, isGranted: boolean): WordKey {
  if (isGeneric) return 'watch_generic';
  return isGranted ? 'watch_granted' : 'watch_stranger';
}
