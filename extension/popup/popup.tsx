import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { errorAdvice } from '../i18n/error-words.ts';
import { word } from '../i18n/words.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import { useAsk } from '../ui/ask.ts';
import { LinkNotice, LinkStatus } from '../ui/link-status.tsx';
import { PairingForm } from '../ui/pairing-form.tsx';
import { ApprovalsCard } from './approvals-card.tsx';
import { Briefing } from './briefing.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { ModelOffer } from './model-offer.tsx';
import type { PopupTab } from './popup-tab.ts';
import { absenceWords } from './popup-words.ts';
import { SiteOffer } from './site-offer.tsx';
import { WorkCard } from './work-card.tsx';
import { WorkStop } from './work-stop.tsx';

export interface ShownPopup {
  readonly state: PopupState;
  readonly tab: PopupTab;
}

interface PopupProps {
  /** Null until the background has told of it. */
  readonly shown: ReadonlySignal<ShownPopup | null>;
  readonly onOptions: () => void;
}

/** All of the popup. What came from a page or the conductor becomes text, never markup. */
export function Popup({ shown, onOptions }: PopupProps): VNode {
  const now = shown.value;
  const link = now?.state.link ?? null;
  return (
    <>
      <header>
        <img src="/icon/48.png" alt="" width={24} height={24} />
        <h1>Baton</h1>
        <LinkStatus link={link} />
      </header>
      <main>{now && <Parts {...now} />}</main>
      <footer>
        <FaceButton isShown={link?.status === 'online'} />
        <button id="options" type="button" class="plain" onClick={onOptions}>
          {word('popup_options')}
        </button>
      </footer>
    </>
  );
}

function Parts({ state, tab }: ShownPopup): VNode {
  const { link, page, conversation, needs } = state;
  const isPaired = link.status !== 'unpaired';
  return (
    <>
      <LinkNotice link={link} />
      {(!isPaired || link.error?.code === 'unauthorized') && (
        <PairingForm card conductorUrl={link.conductor_url} />
      )}
      {isPaired && needs.approvals.length > 0 && (
        <ApprovalsCard approvals={needs.approvals} work={state.work} tab={tab} />
      )}
      {isPaired && needs.failures.length > 0 && <FailuresCard failures={needs.failures} />}
      {isPaired && conversation && <ConversationCard state={state} conversation={conversation} />}
      {isPaired && !conversation && (
        <p id="no-conversation" class="soft">
          {absenceWords(state)}
        </p>
      )}
      {page && link.status === 'online' && <Briefing tabId={tab.id} />}
      <WorkStop work={state.work} />
      {isPaired && <WorkCard state={state} tab={tab} />}
      <ModelOffer state={state} tab={tab} />
      <SiteOffer state={state} tab={tab} />
    </>
  );
}

/** Leads to the conductor's web UI. */
function FaceButton({ isShown }: { readonly isShown: boolean }): VNode {
  const ask = useAsk();
  const [outcome, setOutcome] = useState('');
  async function open(): Promise<void> {
    const answer = await ask({ kind: 'popup.open_face' });
    if (answer.ok) window.close();
    else setOutcome(errorAdvice(answer.code).remedy);
  }
  return (
    <>
      {isShown && (
        <button
          id="face"
          type="button"
          class="plain"
          onClick={() => void open().catch(reportError)}
        >
          {word('popup_face')}
        </button>
      )}
      <p id="face-outcome" role="alert">
        {outcome}
      </p>
    </>
  );
}
