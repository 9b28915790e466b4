import type { VNode } from 'preact';

import { word } from '../i18n/words.ts';
import { isConductorHost } from '../messages/conductor-host.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import type { PopupTab } from './popup-tab.ts';
import { useSteadyClicks } from './steady-clicks.ts';

interface ModelOfferProps {
  readonly state: PopupState;
  readonly tab: PopupTab;
}

/** The offer to read what a page asks at another origin than its own. */
export function ModelOffer({ state, tab }: ModelOfferProps): VNode | null {
  const origins = offered(state, tab);
  return origins.length === 0 ? null : <Origins origins={origins} allow={tab.readModel} />;
}

interface OriginsProps {
  readonly origins: readonly string[];
  readonly allow: PopupTab['readModel'];
}

/** The page says which they are, and when: no click is taken before they have stood there for a moment. */
function Origins({ origins, allow }: OriginsProps): VNode {
  const list = useSteadyClicks<HTMLDivElement>();
  return (
    <div ref={list} id="models">
      {origins.map((origin) => (
        <section key={origin} class="card" aria-label={word('model_label')}>
          <p class="soft">{word('model_elsewhere', origin)}</p>
          <button
            type="button"
            data-approval={origin}
            onClick={() => void allow(origin).catch(reportError)}
          >
            {word('model_read')}
          </button>
        </section>
      ))}
    </div>
  );
}

/** Where the page asks that nobody has named yet. The tab may show another page by now than the one that told. */
function offered({ page, link }: PopupState, { address, models }: PopupTab): readonly string[] {
  if (page === null || address === null || !URL.canParse(page.url)) return [];
  const isHere = new URL(page.url).origin === address.origin;
  return (page.asks_at ?? []).filter((origin) => {
    const isConductor = isConductorHost(new URL(origin).host, link.conductor_url);
    return isHere && !isConductor && !models.value.includes(origin); // guard: offered-here
  });
}
