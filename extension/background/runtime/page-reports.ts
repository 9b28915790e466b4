import type { PageMessage, PageState } from '../../messages/page-messages.ts';
import {
  bindingAfterCapture,
  bindingAfterPage,
  bindingAfterLogout,
} from '../credentials/next-binding.ts';
import type { Clock, Routes, Tabs } from '../ports.ts';
import { type Change, type RowStore, metaOf } from '../storage/row-store.ts';
import { templateAfterCapture } from '../templates/send-template.ts';
import type { NamedConversation } from './conversation-ids.ts';
import type { PageDirectory } from './page-directory.ts';
import { recordRuntimes, type RuntimeInput } from './record-runtimes.ts';
import { startablePlatforms } from './site-urls.ts';
import { adapterOf, isSwitchedOff } from './switched-sites.ts';

/** Who else wants to know of pages. */
export interface PageListeners {
  /** Something about the conversation's pages changed. */
  readonly changed: (conversation: NamedConversation) => void;
  /** A page of it has loaded and works. */
  readonly loaded: (conversation: NamedConversation) => void;
  readonly gone: (tabId: number) => void;
}

/** Keeps runtimes, bindings and templates in line with what pages say. */
export interface PageReports {
  state(tabId: number, state: PageState): Promise<void>;
  captured(message: Extract<PageMessage, { kind: 'page.captured' }>): Promise<void>;
  /** The site refused a send because nobody is logged in. */
  loginLost(tabId: number): Promise<void>;
  gone(tabId: number, closed: boolean): Promise<void>;
  /** A person switched the adapter on or off: what can be served is told again, and pages of one that is off are let go. */
  switched(site: string): Promise<void>;
  /** Asks a tab that is silent here whether a page lives in it. */
  meet(tabId: number): Promise<boolean>;
  /** Tabs of an earlier life: those that still answer are pages, the others are not. */
  meetAll(): Promise<void>;
}

export interface PageReportsParts {
  readonly store: RowStore;
  readonly directory: PageDirectory;
  readonly tabs: Tabs;
  readonly clock: Clock;
  readonly routes: Routes;
  readonly isOnline: () => boolean;
  readonly listeners: PageListeners;
}

export function createPageReports(parts: PageReportsParts): PageReports {
  const { store, directory, tabs, clock, routes, isOnline, listeners } = parts;
  /** Last report of this life of the background; a welcome is followed by the whole report. */
  let toldStartable = JSON.stringify([]);

  async function learn(
    input: Pick<RuntimeInput, 'touched' | 'goneTabIds' | 'binding'>,
    also?: Change,
  ): Promise<void> {
    const told = await store.step((view) => {
      const report = isOnline() && metaOf(view).pairing !== null;
      const now = clock.now();
      const platforms = startablePlatforms(parts, routes);
      const news = report && JSON.stringify(platforms) !== toldStartable;
      const startable = { platforms, news };
      const pages = directory.pages;
      const change = recordRuntimes(view, { ...input, pages, startable, report, now });
      return {
        change: { ...change, put: { ...change.put, ...also?.put } },
        answer: news ? JSON.stringify(platforms) : null,
      };
    });
    // Only what is durable was told: news whose commit failed is told with the next change.
    if (told !== null) toldStartable = told;
  }

  async function state(tabId: number, now: PageState): Promise<void> {
    const before = directory.pages.get(tabId);
    const loadedAnew = directory.saw(tabId, now);
    // What an earlier document of this tab had under way, this one may know nothing of.
    if (loadedAnew) listeners.gone(tabId);
    const left = before === undefined ? null : conversationOf(before);
    const shown = conversationOf(now);
    const touched = [left, shown].filter((named) => named !== null);
    const earlier = store.view.bindings.get(now.platform);
    const binding = bindingAfterPage(earlier, now, loadedAnew, clock.now());
    await learn({ touched, goneTabIds: [], binding });
    if (shown !== null && now.ready && (loadedAnew || before?.ready !== true)) {
      listeners.loaded(shown);
    }
    for (const named of touched) listeners.changed(named);
  }

  async function meet(tabId: number): Promise<boolean> {
    const answer = await directory.ask(tabId, { kind: 'page.identify' });
    if (answer === null || isSwitchedOff(store.view, answer.platform)) return false;
    await state(tabId, answer);
    return true;
  }

  return {
    state,
    meet,
    async captured(message) {
      const now = clock.now();
      const earlier = store.view.bindings.get(message.platform);
      const binding = bindingAfterCapture(earlier, message, now);
      const templates = [templateAfterCapture(message, now)];
      await learn({ touched: [], goneTabIds: [], binding }, { put: { templates } });
    },
    async loginLost(tabId) {
      const platform = directory.pages.get(tabId)?.platform;
      if (platform === undefined) return;
      const binding = bindingAfterLogout(store.view.bindings.get(platform), platform, clock.now());
      await learn({ touched: [], goneTabIds: [], binding });
    },
    async switched(site) {
      const rows = [...store.view.runtimes.values()].filter(
        ({ platform }) => adapterOf(platform) === site,
      );
      const open = [...directory.pages].filter(
        ([, { platform }]) => adapterOf(platform) === site && isSwitchedOff(store.view, platform),
      );
      for (const [tabId] of open) {
        directory.forget(tabId);
        listeners.gone(tabId);
      }
      await learn({ touched: rows, goneTabIds: open.map(([tabId]) => tabId), binding: null });
      // A page that does not hear it learns it when it tells its next state.
      await Promise.all(open.map(([tabId]) => directory.ask(tabId, { kind: 'page.stop' })));
    },
    async gone(tabId, closed) {
      const before = directory.pages.get(tabId);
      directory.forget(tabId);
      const shown = before === undefined ? null : conversationOf(before);
      if (shown !== null) {
        // A document that only reloads keeps its tab in the runtime: it is about to be there again.
        await learn({ touched: [shown], goneTabIds: closed ? [tabId] : [], binding: null });
      }
      listeners.gone(tabId);
    },
    async meetAll() {
      const known = [...store.view.runtimes.values()].flatMap((row) =>
        row.last_seen_tab_ids.map((tabId) => ({ tabId, row })),
      );
      await Promise.all(
        known.map(async ({ tabId, row }) => {
          if (directory.pages.has(tabId) || (await meet(tabId))) return;
          const goneTabIds = (await tabs.exists(tabId)) ? [] : [tabId];
          await learn({ touched: [row], goneTabIds, binding: null });
        }),
      );
    },
  };
}

function conversationOf(state: PageState): NamedConversation | null {
  const { platform, remote_conversation_id } = state;
  return remote_conversation_id === null ? null : { platform, remote_conversation_id };
}
