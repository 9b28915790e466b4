import browser, { type Runtime } from 'webextension-polyfill';

import { isConsentMessage } from '../messages/consent-messages.ts';
import { isOptionsMessage, OPTIONS_PORT } from '../messages/options-messages.ts';
import { isPageMessage } from '../messages/is-page-message.ts';
import { isPopupMessage, isPopupWatch } from '../messages/is-popup-message.ts';
import { POPUP_PORT } from '../messages/popup-messages.ts';
import { isStopHere } from '../messages/resource-messages.ts';
import { isSendMessage } from '../messages/send-messages.ts';
import type { Background } from './background.ts';
import { askConsent } from './browser/ask-consent.ts';
import { openBrowserSocket } from './browser/browser-socket.ts';
import { browserResourceTabs } from './browser/browser-resource-tabs.ts';
import { browserTabs } from './browser/browser-tabs.ts';
import { grantedOrigins } from './browser/granted-origins.ts';
import { watchGrantedSites } from './browser/granted-sites.ts';
import { isFirstOfSession } from './browser/browser-session.ts';
import { introduceBrowser } from './browser/introduce-browser.ts';
import { mayBePage, mayBePopup, mayStopHere, type Sender } from './browser/judge-sender.ts';
import { platformRoutes } from './browser/platform-routes.ts';
import { systemClock } from './browser/system-clock.ts';
import { createClaimPairing } from './conductor-link/claim-pairing.ts';
import { createBackground } from './create-background.ts';
import { openDatabase } from './storage/database.ts';
import { startNotifications } from './notify/start-notifications.ts';
import { startChips } from './toolbar/start-chips.ts';
import { type AnswerSend, startToolbar } from './toolbar/start-toolbar.ts';

const ALARM = 'wake';
/** The shortest period a browser allows; what timers of a dead background missed happens at the next ring. */
const ALARM_MINUTES = 0.5;
const HMAC_KEY_BYTES = 32;

/**
 * Adds every listener in the first tick: a Chromium service worker that starts for an event delivers it only to
 * listeners that are there by then. What they hear waits for the background to have read its database.
 */
export function startBackground(): void {
  const ready = open();
  ready.catch(reportError);
  const answerSend = startToolbar(ready);
  startChips(ready);
  startNotifications(ready);
  const tell = (what: (background: Background) => unknown): void => {
    ready.then(what).catch(reportError);
  };

  browser.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) =>
    answer(ready, answerSend, message, read(sender)),
  );
  browser.runtime.onConnect.addListener((port) => serve(ready, port));
  browser.tabs.onRemoved.addListener((tabId) => tell((it) => it.pageGone(tabId, true)));
  browser.tabs.onReplaced.addListener((now, before) =>
    tell(async (it) => {
      await it.tabReplaced(before, now);
      await it.pageGone(before, true);
    }),
  );
  browser.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === 'loading') tell((it) => it.pageGone(tabId, false));
    if (status === 'complete') tell((it) => it.pageLoaded(tabId));
  });
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) tell((it) => it.wake());
  });
  browser.permissions.onRemoved.addListener(({ origins = [] }) =>
    tell((it) => it.sitesGone(origins)),
  );
  watchGrantedSites(reportError);
  // Listening is enough: it starts a service worker with the browser, and starting connects.
  browser.runtime.onStartup.addListener(() => undefined);
  browser.runtime.onInstalled.addListener(() => undefined);
  void browser.alarms.create(ALARM, { periodInMinutes: ALARM_MINUTES });
}

async function open(): Promise<Background> {
  const [database, self, isNewSession] = await Promise.all([
    openDatabase(),
    introduceBrowser(),
    isFirstOfSession(),
  ]);
  return createBackground({
    database,
    openSocket: openBrowserSocket,
    tabs: browserTabs,
    resourceTabs: browserResourceTabs,
    routes: platformRoutes,
    claimPairing: createClaimPairing((url, init) => fetch(url, init), self),
    askConsent,
    clock: systemClock,
    granted: grantedOrigins,
    introduction: self,
    isNewSession,
    random: () => Math.random(),
    makeId: () => crypto.randomUUID(),
    makeHmacKey: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(HMAC_KEY_BYTES)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join(''),
    fault: reportError,
  });
}

function answer(
  ready: Promise<Background>,
  answerSend: AnswerSend,
  message: unknown,
  sender: Sender,
): Promise<unknown> | undefined {
  const { id } = browser.runtime;
  if (isPageMessage(message) && mayBePage(sender, message, id, platformRoutes)) {
    const { tabId } = sender;
    return ready.then((background) => background.page(tabId, message));
  }
  if (isStopHere(message) && mayStopHere(sender, id)) {
    const { tabId } = sender;
    return ready.then((background) => background.stopHere(tabId));
  }
  if (!mayBePopup(sender, id, browser.runtime.getURL(''))) return undefined;
  if (isPopupMessage(message)) return ready.then((background) => background.popup(message));
  if (isOptionsMessage(message)) return ready.then((background) => background.options(message));
  if (isConsentMessage(message)) return ready.then((background) => background.consent(message));
  if (isSendMessage(message)) return answerSend(message);
  // Not for us, or from someone who may not ask.
  return undefined;
}

function serve(ready: Promise<Background>, port: Runtime.Port): void {
  const sender = port.sender === undefined ? null : read(port.sender);
  const { id } = browser.runtime;
  const isOwn = sender !== null && mayBePopup(sender, id, browser.runtime.getURL(''));
  if (isOwn && port.name === OPTIONS_PORT) return serveOptions(ready, port);
  if (!isOwn || port.name !== POPUP_PORT) return port.disconnect();
  let isOpen = true;
  let stop: (() => void) | null = null;
  port.onMessage.addListener((message: unknown) => {
    if (!isPopupWatch(message)) return;
    ready
      .then((background) => {
        stop?.();
        if (isOpen) stop = background.watch(message.tab_id, (state) => port.postMessage(state));
      })
      .catch(reportError);
  });
  port.onDisconnect.addListener(() => {
    isOpen = false;
    stop?.();
  });
}

function serveOptions(ready: Promise<Background>, port: Runtime.Port): void {
  let isOpen = true;
  let stop: (() => void) | null = null;
  port.onDisconnect.addListener(() => {
    isOpen = false;
    stop?.();
  });
  ready
    .then((background) => {
      if (!isOpen) return;
      const push = (): void => port.postMessage(background.optionsState());
      stop = background.onChange(push);
      push();
    })
    .catch(reportError);
}

function read({ id, tab, frameId, url }: Runtime.MessageSender): Sender {
  return {
    extensionId: id ?? null,
    tabId: tab?.id ?? null,
    frameId: frameId ?? null,
    url: url ?? null,
  };
}
