import { assertNever } from '../../shared/lib/assert-never.ts';
import type { FrameOf } from '../../shared/protocol/index.ts';
import type { ConsentAnswer, ConsentMessage } from '../messages/consent-messages.ts';
import type { OptionsAnswers, OptionsMessage, OptionsState } from '../messages/options-messages.ts';
import type {
  ObservedTurn,
  PageAnswers,
  PageMessage,
  PageState,
} from '../messages/page-messages.ts';
import type { PopupAnswers, PopupMessage, PopupState } from '../messages/popup-messages.ts';
import type { Destination } from '../messages/send-messages.ts';
import { createConductorLink } from './conductor-link/conductor-link.ts';
import type { Business } from './conductor-link/link-session.ts';
import { createPairing } from './conductor-link/pairing.ts';
import { moved } from './delivery/attempt.ts';
import { optionsState } from './diagnostics/options-state.ts';
import { diagnosticReport } from './diagnostics/report.ts';
import { createDelivery } from './delivery/delivery.ts';
import { cancelJob, giveUpAllBut, takeJob } from './delivery/take-job.ts';
import { type Notice, newsOf } from './notify/news.ts';
import type {
  AskConsent,
  ClaimPairing,
  Clock,
  Introduction,
  OpenSocket,
  Routes,
  Tabs,
} from './ports.ts';
import { type Alerts, collectAlerts } from './runtime/collect-alerts.ts';
import type { NamedConversation } from './runtime/conversation-ids.ts';
import { draftBriefing } from './runtime/draft-briefing.ts';
import { type Chip, chipOf } from './runtime/chips.ts';
import { destinations } from './runtime/destinations.ts';
import { keepState, knownConversation, wantMode } from './runtime/known-conversations.ts';
import { goTo } from './runtime/go-to.ts';
import { needsOf } from './runtime/needs.ts';
import { createPageDirectory } from './runtime/page-directory.ts';
import { createPageReports } from './runtime/page-reports.ts';
import { pausable, pauseAll } from './runtime/pausing.ts';
import { preferencesOf, setPreference } from './runtime/preferences.ts';
import { popupState } from './runtime/popup-state.ts';
import { wholeReport } from './runtime/record-runtimes.ts';
import { startablePlatforms } from './runtime/site-urls.ts';
import { isSwitchedOff, switchSite, withoutSites } from './runtime/switched-sites.ts';
import type { Database } from './storage/database.ts';
import { type Change, metaOf, openRowStore, type View } from './storage/row-store.ts';

export interface BackgroundParts {
  readonly database: Database;
  readonly openSocket: OpenSocket;
  readonly tabs: Tabs;
  readonly routes: Routes;
  readonly claimPairing: ClaimPairing;
  readonly askConsent: AskConsent;
  readonly clock: Clock;
  readonly introduction: Introduction;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly makeId: () => string;
  readonly makeHmacKey: () => string;
  /** A bug or a broken disk: shown where a developer looks. */
  readonly fault: (error: unknown) => void;
}

type PageMessageOf<K extends PageMessage['kind']> = Extract<PageMessage, { kind: K }>;

/** The execution layer's centre. It may die at any line: another one over the same database goes on. */
export interface Background {
  /** What a tab's page tells; answered once it is durable. */
  page<K extends PageMessage['kind']>(
    tabId: number,
    message: PageMessageOf<K>,
  ): Promise<PageAnswers[K]>;
  popup(message: PopupMessage): Promise<PopupAnswers[PopupMessage['kind']]>;
  /** What the page that asks a person shows. */
  consent(message: ConsentMessage): ConsentAnswer;
  /** Pushes the state over a tab now and on every change, until the returned function is called. */
  watch(tabId: number, push: (state: PopupState) => void): () => void;
  /** What a person should see at a glance. */
  attention(): Alerts;
  /** Where a text from elsewhere in the browser can be sent, the conversation seen last first. */
  destinations(): readonly Destination[];
  /** False: this browser is not paired. What becomes of it else, the conductor says. */
  sendText(to: NamedConversation, text: string): Promise<boolean>;
  /** How Baton stands in each page's conversation; null: nothing is to be said there. */
  chips(): readonly (readonly [number, Chip | null])[];
  /** What a person asked to be notified of has happened. */
  onNews(listener: (notice: Notice) => void): void;
  /** How many conversations were asked to pause: that of the tab, or all that may still send. */
  pause(which: { readonly tabId: number } | 'all'): Promise<number>;
  /** What is shown may be different from now on; the returned function ends the calls. */
  onChange(listener: () => void): () => void;
  options(message: OptionsMessage): Promise<OptionsAnswers[OptionsMessage['kind']]>;
  optionsState(): OptionsState;
  /** The tab's document is going, or (`closed`) the tab itself is gone. */
  pageGone(tabId: number, closed: boolean): Promise<void>;
  /** The tab has finished loading. Where a page was before, it is asked again, should it have kept silent. */
  pageLoaded(tabId: number): Promise<void>;
  /** The alarm rang. */
  wake(): Promise<void>;
}

export async function createBackground(parts: BackgroundParts): Promise<Background> {
  const { clock, tabs, fault } = parts;
  const store = await openRowStore(parts.database, parts.makeId, parts.makeHmacKey);
  const isOff = (platform: string): boolean => isSwitchedOff(store.view, platform);
  const routes = withoutSites(parts.routes, isOff);
  const directory = createPageDirectory(tabs, clock);
  /** Tabs whose page went away while the tab stayed. */
  const loading = new Set<number>();
  const popups = new Set<() => void>();
  const newsListeners = new Set<(notice: Notice) => void>();
  /** By our id of the conversation, as it stood when it was last heard of; what is told anew is no news. */
  const lastStates = new Map<string, FrameOf<'conversation.state'>>();
  for (const { state } of store.view.conversations.values())
    if (state !== null) lastStates.set(state.local_conversation_id, state);

  function tellNews(state: FrameOf<'conversation.state'>): void {
    const before = lastStates.get(state.local_conversation_id) ?? null;
    lastStates.set(state.local_conversation_id, state);
    const { notify } = preferencesOf(store.view);
    const notices = newsOf(before, state).filter(({ news }) => notify.includes(news));
    for (const notice of notices) for (const listener of newsListeners) listener(notice);
  }

  const link = createConductorLink({
    store,
    clock,
    openSocket: parts.openSocket,
    introduction: parts.introduction,
    random: parts.random,
    duties: {
      effectOf: (view, frame) => effectOf(view, frame, clock.now()),
      effectOfWelcome: (view, welcome) => ({
        ...giveUpAllBut(view, welcome.held_job_ids, clock.now()),
        send: [wholeReport(view, startablePlatforms({ store: { view }, directory }, routes))],
      }),
      effectOfAck: (view, seq) => confirmReplies(view, seq, clock.now()),
      welcomed: () => delivery.kickAll(),
      took: (frame) => {
        if (frame.type === 'conversation.state') {
          tellNews(frame);
          delivery.kick(frame);
        } else delivery.kickAll();
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

  /** What a person asks of the conductor; it is durable before they are told that it was heard. */
  async function wish(change: (view: View) => Change): Promise<PopupAnswers['popup.set_mode']> {
    if (metaOf(store.view).pairing === null) {
      return { ok: false, code: 'unauthorized', text: 'This browser is not paired.' };
    }
    await store.step((view) => ({ change: change(view), answer: null }));
    return { ok: true };
  }

  async function sendText(to: NamedConversation, text: string): Promise<boolean> {
    const { platform, remote_conversation_id } = to;
    const frame = { type: 'message.send', platform, remote_conversation_id, text } as const;
    return (await wish(() => ({ send: [frame] }))).ok;
  }

  async function pause(which: { readonly tabId: number } | 'all'): Promise<number> {
    if (which === 'all') {
      const count = pausable(store.view).length;
      return count > 0 && (await wish(pauseAll)).ok ? count : 0;
    }
    const page = directory.pages.get(which.tabId);
    const id = page?.remote_conversation_id ?? null;
    if (page === undefined || id === null) return 0;
    const named = { platform: page.platform, remote_conversation_id: id };
    if ((knownConversation(store.view, named)?.state ?? null) === null) return 0;
    return (await wish((view) => wantMode(view, named, 'paused'))).ok ? 1 : 0;
  }

  async function seen(tabId: number, state: PageState): Promise<PageAnswers['page.state']> {
    loading.delete(tabId);
    if (isOff(state.platform)) return { ...known(), off: true };
    await reports.state(tabId, state);
    showAll();
    return { ...known(), off: false };
  }

  async function page<K extends PageMessage['kind']>(
    tabId: number,
    message: PageMessageOf<K>,
  ): Promise<PageAnswers[K]>;
  async function page(
    tabId: number,
    message: PageMessage,
  ): Promise<PageAnswers[PageMessage['kind']]> {
    switch (message.kind) {
      case 'page.state':
        return seen(tabId, message.state);
      case 'page.reply':
        if (!isOff(message.reply.platform)) await delivery.reply(tabId, message.reply);
        return { stored: true };
      case 'page.turn': {
        const { turn } = message;
        if (isOff(turn.platform)) return { stored: true };
        await store.step((view) => ({ change: turnObserved(view, turn), answer: null }));
        return { stored: true };
      }
      case 'page.captured':
        if (!isOff(message.platform)) await reports.captured(message);
        return { stored: true };
      case 'attempt.progress': {
        const { attempt_id, progress } = message;
        const { go } = await delivery.progress(tabId, attempt_id, progress);
        if (progress.step === 'failed' && progress.code === 'missing_credential') {
          await reports.loginLost(tabId);
        }
        return { stored: true, go };
      }
      case 'pairing.meet':
        return { known: pairing.knows(message.conductor_url) };
      case 'pairing.offer': {
        const { conductor_url, code } = message;
        return pairing.offer({ conductor_url, code });
      }
      default:
        return assertNever(message);
    }
  }

  async function popup(message: PopupMessage): Promise<PopupAnswers[PopupMessage['kind']]> {
    switch (message.kind) {
      case 'popup.pair':
        return pairing.pair(message.conductor_url, message.code);
      case 'popup.unpair':
        await pairing.unpair();
        return { ok: true };
      case 'popup.set_mode':
        return wish((view) => wantMode(view, message, message.mode));
      case 'popup.retry':
        return wish(() => ({ send: [{ type: 'delivery.retry', job_id: message.job_id }] }));
      case 'popup.dismiss':
        return wish(() => ({ send: [{ type: 'delivery.dismiss', job_id: message.job_id }] }));
      case 'popup.text':
        return { text: await link.ask({ type: 'message_ask', job_id: message.job_id }) };
      case 'popup.go_to':
        return { ok: await goTo({ store, directory, tabs, routes }, message, message.page_url) };
      case 'popup.brief':
        return draftBriefing(message.tab_id, { link, directory, tabs });
      case 'popup.decide': {
        const { approval_id, decision, reason, always } = message;
        const said = { approval_id, decision, reason, ...(always && { always }) };
        return wish(() => ({ send: [{ type: 'approval.decide', ...said }] }));
      }
      case 'popup.stop_renewal': {
        const { platform, remote_conversation_id } = message;
        return wish(() => ({ send: [{ type: 'renewal.stop', platform, remote_conversation_id }] }));
      }
      case 'popup.run_held': {
        const { platform, remote_conversation_id, assistant_message_id } = message;
        const run = { platform, remote_conversation_id, assistant_message_id };
        return wish(() => ({ send: [{ type: 'reply.run', ...run }] }));
      }
      default:
        return assertNever(message);
    }
  }

  async function options(message: OptionsMessage): Promise<OptionsAnswers[OptionsMessage['kind']]> {
    switch (message.kind) {
      case 'options.set_site': {
        const { site, enabled } = message;
        await store.step((view) => ({ change: switchSite(view, site, enabled), answer: null }));
        await reports.switched(site);
        return { ok: true };
      }
      case 'options.set_default_mode': {
        const { platform, mode } = message;
        const choice = { type: 'site.set_default_mode', platform, mode } as const;
        return { ok: (await wish(() => ({ send: [choice] }))).ok };
      }
      case 'options.set_preference': {
        const { name, on } = message;
        await store.step((view) => ({ change: setPreference(view, name, on), answer: null }));
        return { ok: true };
      }
      case 'options.refresh':
        link.refreshOverview();
        return { ok: true };
      case 'options.report': {
        const { introduction } = parts;
        const [view, pages] = [store.view, directory.pages];
        const now = clock.now();
        return {
          text: await diagnosticReport({ view, link: link.state(), pages, introduction, now }),
        };
      }
      default:
        return assertNever(message);
    }
  }

  const known = () => ({ stored: true, hmac_key: metaOf(store.view).hmac_key }) as const;

  function showAll(): void {
    for (const show of popups) show();
  }

  store.onCommit(showAll);
  link.onChange(showAll);
  reports.meetAll().catch(fault);
  link.wake();

  return {
    page,
    popup,
    sendText,
    pause,
    consent: ({ offer_id }) => ({ offer: pairing.offered(offer_id) }),
    options,
    optionsState: () => optionsState(store.view, link.state(), directory.pages, link.overview()),
    attention: () =>
      collectAlerts(needsOf(store.view, link.overview(), null), link.state(), directory.pages),
    chips: () =>
      [...directory.pages].map(([tabId, page]) => [
        tabId,
        preferencesOf(store.view).chip ? chipOf(store.view, page) : null,
      ]),
    onNews: (listener) => void newsListeners.add(listener),
    destinations: () => destinations(store.view),
    onChange(listener) {
      popups.add(listener);
      return () => popups.delete(listener);
    },
    watch(tabId, push) {
      const show = (): void =>
        push(
          popupState(store.view, link.state(), directory.pages.get(tabId) ?? null, link.overview()),
        );
      popups.add(show);
      show();
      if (!directory.pages.has(tabId)) reports.meet(tabId).then(showAll, fault);
      return () => popups.delete(show);
    },
    async pageGone(tabId, closed) {
      if (directory.pages.has(tabId) && !closed) loading.add(tabId);
      await reports.gone(tabId, closed);
      showAll();
    },
    async pageLoaded(tabId) {
      if (!loading.delete(tabId) || directory.pages.has(tabId)) return;
      await reports.meet(tabId);
      showAll();
    },
    async wake() {
      link.wake();
      await delivery.refresh();
    },
  };
}

function effectOf(view: View, frame: Business, now: number): Change {
  switch (frame.type) {
    case 'delivery.enqueue':
      return takeJob(view, frame, now);
    case 'delivery.cancel':
      return cancelJob(view, frame.job_id, now);
    case 'conversation.state':
      return keepState(view, frame);
    default:
      return assertNever(frame);
  }
}

/** The conductor knows a turn by its id: told twice after a crash, it counts once. Without a conductor nobody is told. */
function turnObserved(view: View, turn: ObservedTurn): Change {
  if (metaOf(view).pairing === null) return {};
  return { send: [{ type: 'browser.user_turn', ...turn, aliases: [...turn.aliases] }] };
}

/** Attempts whose reply the conductor has by now. */
function confirmReplies(view: View, seq: number, now: number): Change {
  const confirmed = [...view.attempts.values()].filter(
    (row) => row.status === 'streamed' && (row.reply_seq ?? 0) <= seq,
  );
  return { put: { attempts: confirmed.map((row) => moved(row, 'CONFIRMED', {}, now)) } };
}
