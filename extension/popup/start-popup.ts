import browser from 'webextension-polyfill';

import { ask, wirePairing, wireUnpairing } from '../look/pairing.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import { localise } from '../words/localise.ts';
import { popupElements } from './popup-elements.ts';
import { tabOfPopup, watchTab } from './popup-port.ts';
import { answerOf } from './render-approvals.ts';
import { renderPopup } from './render-popup.ts';
import { onSteadyClick } from './steady-click.ts';
import { offerSite } from './watch-site.ts';
import { type Mode, retryableJob } from './wording.ts';

const MODES: readonly Mode[] = ['auto', 'manual', 'paused'];

/** Wires the popup: states in by the port, a person's wishes out as messages. */
export function startPopup(): void {
  localise(document);
  const elements = popupElements(document);
  let shown: PopupState | null = null;

  tabOfPopup()
    .then(async (tabId) => {
      const showSite = await offerSite(elements, tabId);
      watchTab(tabId, (state) => {
        shown = state;
        renderPopup(elements, state);
        showSite(state);
      });
    })
    .catch(reportError);

  elements.mode.addEventListener('change', ({ target }) => {
    const mode = MODES.find((one) => target instanceof HTMLInputElement && target.value === one);
    const conversation = shown?.conversation;
    if (!conversation || mode === undefined) return;
    const { platform, remote_conversation_id } = conversation;
    ask({ kind: 'popup.set_mode', platform, remote_conversation_id, mode }).catch(reportError);
  });

  elements.failureRetry.addEventListener('click', () => {
    const job_id = shown && retryableJob(shown);
    if (job_id !== null) ask({ kind: 'popup.retry', job_id }).catch(reportError);
  });

  onSteadyClick(elements.approvalList, (target) => {
    const answer = answerOf(target);
    if (answer !== null) ask({ kind: 'popup.decide', ...answer }).catch(reportError);
  });

  elements.heldRun.addEventListener('click', () => {
    const conversation = shown?.conversation;
    const reply = conversation?.state?.held_reply;
    if (!conversation || reply === undefined) return;
    elements.heldRun.disabled = true;
    const { platform, remote_conversation_id } = conversation;
    const { assistant_message_id } = reply;
    ask({
      kind: 'popup.run_held',
      platform,
      remote_conversation_id,
      assistant_message_id,
    }).catch(reportError);
  });

  elements.renewalStop.addEventListener('click', () => {
    const conversation = shown?.conversation;
    if (!conversation) return;
    const { platform, remote_conversation_id } = conversation;
    ask({ kind: 'popup.stop_renewal', platform, remote_conversation_id }).catch(reportError);
  });

  elements.options.addEventListener('click', () => {
    browser.runtime.openOptionsPage().then(() => window.close(), reportError);
  });
  wirePairing(elements, () => undefined);
  wireUnpairing(elements.unpair);
}
