import browser from 'webextension-polyfill';

import { ask, wirePairing } from '../ui/pairing-form.ts';
import type { PopupState } from '../messages/popup-messages.ts';
import { errorAdvice } from '../i18n/error-words.ts';
import { localise } from '../i18n/localise.ts';
import { word } from '../i18n/words.ts';
import { popupElements } from './popup-elements.ts';
import { tabOfPopup, watchTab } from './popup-port.ts';
import { answerOf } from './render-approvals.ts';
import { type FailureChoice, failureChoice } from './render-failures.ts';
import { renderPopup } from './render-popup.ts';
import { placeOf } from './show-place.ts';
import { onSteadyClick } from './steady-click.ts';
import { offerSite } from './offer-site.ts';
import type { Mode } from './popup-words.ts';

const MODES: readonly Mode[] = ['auto', 'manual', 'paused'];

/** Wires the popup: states in by the port, a person's wishes out as messages. */
export function startPopup(): void {
  localise(document);
  showWhere().catch(reportError);
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

  onSteadyClick(elements.approvalList, (target) => {
    const answer = answerOf(target);
    if (answer !== null) ask(answer).catch(reportError);
    goTo(target);
  });

  onSteadyClick(elements.failureList, (target) => {
    const choice = failureChoice(target);
    if (choice !== null) act(choice).catch(reportError);
    goTo(target);
  });

  elements.briefPut.addEventListener('click', () => {
    elements.briefPut.disabled = true;
    putBriefing()
      .catch(reportError)
      .finally(() => (elements.briefPut.disabled = false));
  });

  onSteadyClick(elements.held, (target) => {
    if (target !== elements.heldRun) return;
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

  elements.face.addEventListener('click', () => {
    openFace().catch(reportError);
  });
  elements.options.addEventListener('click', () => {
    browser.runtime.openOptionsPage().then(() => window.close(), reportError);
  });
  wirePairing(elements, () => undefined);

  async function openFace(): Promise<void> {
    const outcome = await ask({ kind: 'popup.open_face' });
    if (outcome.ok) window.close();
    else elements.faceOutcome.textContent = errorAdvice(outcome.code).remedy;
  }

  async function putBriefing(): Promise<void> {
    const outcome = await ask({ kind: 'popup.brief', tab_id: await tabOfPopup() });
    if (outcome.ok) {
      elements.briefOutcome.textContent = word('brief_done');
    } else {
      const { meaning, remedy } = errorAdvice(outcome.code);
      elements.briefOutcome.textContent = `${meaning} ${remedy}`;
    }
  }
}

/** In a tab it is as wide as that is; the toolbar's bubble is as wide as the popup says. */
async function showWhere(): Promise<void> {
  const tab: unknown = await browser.tabs.getCurrent();
  document.documentElement.classList.toggle('in-tab', tab !== undefined);
}

/** Shows another conversation, where the click asks for it. */
function goTo(target: EventTarget | null): void {
  const place = placeOf(target);
  if (place === null) return;
  ask(place).then(({ ok }) => {
    if (ok) window.close();
    else if (target instanceof HTMLElement) target.textContent = word('place_unknown');
  }, reportError);
}

async function act({ job_id, choice, say }: FailureChoice): Promise<void> {
  switch (choice) {
    case 'retry':
      await ask({ kind: 'popup.retry', job_id });
      return;
    case 'dismiss':
      await ask({ kind: 'popup.dismiss', job_id });
      return;
    case 'copy': {
      const { text } = await ask({ kind: 'popup.text', job_id });
      if (text === null) return say(word('failure_not_copied'));
      await navigator.clipboard.writeText(text);
      say(word('failure_copied'));
    }
  }
}
