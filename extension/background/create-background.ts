import { answerOptions } from './answer-options.ts';
import { answerPage } from './answer-page.ts';
import { answerPopup } from './answer-popup.ts';
import type { Background } from './background.ts';
import { createConductorLink } from './conductor-link/conductor-link.ts';
import { createPairing } from './conductor-link/pairing.ts';
import { createDelivery } from './delivery/delivery.ts';
import { giveUpAllBut } from './delivery/take-job.ts';
import { optionsState } from './diagnostics/options-state.ts';
import { confirmFrames, effectOfFrame } from './frame-effects.ts';
import { createNewsFeed } from './notify/news-feed.ts';
import { createPersonRequests } from './person-requests.ts';
import type {
  AskConsent,
  ClaimPairing,
  Clock,
  GrantedOrigins,
  Introduction,
  OpenSocket,
  Routes,
  Tabs,
} from './ports.ts';
import { createExecutor } from './resources/executor.ts';
import type { ResourceTabs } from './resources/resource-tabs.ts';
import { createTabMarks } from './resources/mark-tabs.ts';
import { createWorkGrants } from './resources/work-grants.ts';
import { isOfResources, wholeResourceReport } from './resources/take-resource-frames.ts';
import { chipOf } from './runtime/conversation-chip.ts';
import { collectAlerts } from './runtime/collect-alerts.ts';
import { destinations } from './runtime/destinations.ts';
import { needsOf } from './runtime/person-needs.ts';
import { createPageDirectory } from './runtime/page-directory.ts';
import { createPageReports } from './runtime/page-reports.ts';
import { popupState } from './runtime/popup-state.ts';
import { preferencesOf } from './runtime/preferences.ts';
import { wholeReport } from './runtime/record-runtimes.ts';
import { startablePlatforms } from './runtime/site-urls.ts';
import { tellSites } from './runtime/tell-sites.ts';
import { isSwitchedOff, withoutSites } from './runtime/switched-sites.ts';
import type { Database } from './storage/database.ts';
import { metaOf, openRowStore } from './storage/row-store.ts';

/** Dependencies of the background on the browser, which a test replaces. */
export interface BackgroundParts {
  readonly database: Database;
  readonly openSocket: OpenSocket;
  readonly tabs: Tabs;
  readonly resourceTabs: ResourceTabs;
  readonly routes: Routes;
  readonly claimPairing: ClaimPairing;
  readonly askConsent: AskConsent;
  readonly clock: Clock;
  readonly granted: GrantedOrigins;
  readonly introduction: Introduction;
  /** The browser was started since the last background: its tabs are others. */
  readonly isNewSession: boolean;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly makeId: () => string;
  readonly makeHmacKey: () => string;
  /** A bug or a broken disk: shown where a developer looks. */
  readonly fault: (error: unknown) => void;
}

/** Brings the parts together over a database, and continues where the background before it ended. */
export async function createBackground(parts: BackgroundParts): Promise<Background> {
  const { clock, tabs, fault, introduction } = parts;
  const store = await openRowStore(parts.database, parts.makeId, parts.makeHmacKey);
  const isOff = (platform: string): boolean => isSwitchedOff(store.view, platform);
  const routes = withoutSites(parts.routes, isOff);
  const directory = createPageDirectory(tabs, clock);
  const news = createNewsFeed(store);
  const requests = createPersonRequests({ store, directory });
  /** Tabs whose page went away while the tab stayed. */
  const loading = new Set<number>();
  const listeners = new Set<() => void>();

  const link = createConductorLink({
    store,
    clock,
    openSocket: parts.openSocket,
    introduction,
    random: parts.random,
    duties: {
      effectOf: (view, frame) => effectOfFrame(view, frame, clock.now()),
      effectOfWelcome: (view, welcome) => ({
        ...giveUpAllBut(view, welcome.held_job_ids, clock.now()),
        send: [
          ...wholeReport(view, startablePlatforms({ store: { view }, directory }, routes)),
          ...wholeResourceReport(view),
        ],
      }),
      effectOfAck: (view, seq) => confirmFrames(view, seq, clock.now()),
      welcomed: () => {
        delivery.kickAll();
        executor.kick();
      },
      took: (frame) => {
        if (frame.type === 'conversation.state') {
          news.told(frame);
          delivery.kick(frame);
        } else if (isOfResources(frame)) executor.took(frame);
        else delivery.kickAll();
      },
      fault,
    },
  });
  const delivery = createDelivery(
    {
      store,
      directory,
      tabs,
      clock,
      routes,
      link,
      underway: new Map(),
      clearing: new Map(),
    },
    fault,
  );

  const ofWork = {
    store,
    clock,
    tabs: parts.resourceTabs,
    shown: new Map(),
    secrets: new Map(),
    makeId: parts.makeId,
    fault,
  };
  const executor = createExecutor(ofWork);

  const marks = createTabMarks(ofWork);

  const reports = createPageReports({
    store,
    directory,
    tabs,
    clock,
    routes,
    isOnline: () => link.online,
    listeners: {
      changed: (conversation) => delivery.kick(conversation),
      loaded: (conversation) => delivery.pageLoaded(conversation),
      gone: (tabId) => delivery.pageGone(tabId),
    },
  });

  const pairing = createPairing({
    store,
    clock,
    link,
    claimPairing: parts.claimPairing,
    askConsent: parts.askConsent,
    makeId: parts.makeId,
  });

  const sitesChanged = tellSites({ store, directory, link, granted: parts.granted, clock, fault });

  function changed(): void {
    sitesChanged();
    marks.refresh();
    for (const listener of listeners) listener();
  }

  store.onCommit(changed);
  link.onChange(changed);
  if (parts.isNewSession) await executor.newSession();
  reports.meetAll().catch(fault);
  link.wake();

  const shown = (tabId: number): void => void loading.delete(tabId);
  const ofPages = { store, directory, delivery, reports, pairing, link, isOff, shown, changed };
  const work = createWorkGrants(ofWork);
  const ofPopup = { store, link, pairing, requests, work, executor, directory, tabs, routes };
  const ofOptions = { store, link, requests, reports, directory, clock, introduction };
  return {
    page: (tabId, message) => answerPage(ofPages, tabId, message),
    popup: (message) => answerPopup(ofPopup, message),
    options: (message) => answerOptions(ofOptions, message),
    consent: ({ offer_id }) => ({ offer: pairing.offered(offer_id) }),
    sendText: (to, text) => requests.sendText(to, text),
    async pause(which) {
      if (which === 'all') await executor.stop();
      return requests.pause(which);
    },
    optionsState: () => optionsState(store.view, link.state(), directory.pages, link.overview()),
    alerts: () =>
      collectAlerts(needsOf(store.view, link.overview(), null), link.state(), directory.pages, {
        tabs: store.view.held.size,
        stopped: metaOf(store.view).work_stopped === true,
      }),
    chips: () =>
      [...directory.pages].map(([tabId, page]) => [
        tabId,
        preferencesOf(store.view).chip ? chipOf(store.view, page) : null,
      ]),
    onNews: (listener) => news.onNews(listener),
    destinations: () => destinations(store.view),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch(tabId, push) {
      const show = (): void =>
        push(
          popupState(
            store.view,
            link.state(),
            directory.pages.get(tabId) ?? null,
            link.overview(),
            clock.now(),
          ),
        );
      listeners.add(show);
      show();
      if (!directory.pages.has(tabId)) reports.meet(tabId).then(changed, fault);
      return () => listeners.delete(show);
    },
    async pageGone(tabId, closed) {
      await (closed ? executor.tabGone(tabId) : executor.tabMoved(tabId));
      if (directory.pages.has(tabId) && !closed) loading.add(tabId);
      await reports.gone(tabId, closed);
      changed();
    },
    async pageLoaded(tabId) {
      await executor.tabMoved(tabId);
      marks.loaded(tabId);
      if (!loading.delete(tabId) || directory.pages.has(tabId)) return;
      await reports.meet(tabId);
      changed();
    },
    stopHere: (tabId) => executor.stopHere(tabId),
    sitesGone: (patterns) => executor.sitesGone(patterns),
    tabReplaced: (before, now) => executor.tabReplaced(before, now),
    async wake() {
      link.wake();
      executor.kick();
      await delivery.refresh();
    },
  };
}
