import type { ToldSecrets } from '../../../../shared/lib/secret-values.ts';
import type { ResourceAnswer } from '../../../../extension/messages/resource-messages.ts';
import type {
  ResourceTabs,
  TabMark,
} from '../../../../extension/background/resources/resource-tabs.ts';

interface WorkTab {
  url: string;
  document: number;
  /** Calls that have acted on the document, and how they ended. */
  readonly acted: Map<string, { readonly clicked: number }>;
}

const NEVER = new Promise<never>(() => undefined);

/** A browser's tabs with pages that count what is done to them. */
export class SimWorkTabs {
  readonly tabs = new Map<number, WorkTab>();
  /** Where an address leads to, other than to itself. */
  readonly redirects = new Map<string, string>();
  readonly marks = new Map<number, (TabMark & { readonly inPage: boolean }) | null>();
  /** Next reports of the page's own realm. */
  readonly reports: unknown[] = [];
  /** Picture that the browser gives; null: none. */
  picture: string | null = null;
  onPicture: (tabId: number) => void = () => undefined;
  /** When the page that is worked in goes away: before it is touched, as it is, or after that. */
  leaves: 'before' | 'meanwhile' | 'after' | null = null;
  /** Secrets that the page's script remembers. */
  secrets: readonly ToldSecrets[] = [];
  /** Addresses that the page's links lead to. */
  links: readonly string[] = [];
  /** A dialog is open: no page answers. */
  isHeldUp = false;
  clicks = 0;
  /** Called after a page has acted, before its answer is on its way. */
  onActed: () => void = () => undefined;
  /** Window of Baton's own for each tab; null: the tab stands with the person's. */
  readonly windows = new Map<number, number | null>();
  #next = 100;
  #windows = 0;

  ofLife(isOver: () => boolean): ResourceTabs {
    const here = async <T>(value: T): Promise<T> => (isOver() ? NEVER : value);
    return {
      open: (url, windows) => {
        const tabId = this.show(url);
        // The first of those that are known is still there.
        const windowId = windows === null ? null : (windows[0] ?? (this.#windows += 1));
        this.windows.set(tabId, windowId);
        return here({ tabId, windowId, loaded: () => here(true) });
      },
      state: (tabId) => {
        const tab = this.tabs.get(tabId);
        return here(tab === undefined ? null : { url: tab.url, title: 'A page' });
      },
      go: (tabId, to) => {
        this.show('url' in to ? to.url : (this.tabs.get(tabId)?.url ?? ''), tabId);
        return here({ loaded: () => here(true) });
      },
      whenLoaded: () => here(true),
      close: (tabId) => {
        this.tabs.delete(tabId);
        return here(undefined);
      },
      mark: (tabId, mark, inPage) => {
        this.marks.set(tabId, mark === null ? null : { ...mark, inPage });
        return here(undefined);
      },
      shim: () => here(undefined),
      takeShim: () => here(this.reports.splice(0)),
      answerNext: () => here(undefined),
      answers: () => here(!this.isHeldUp),
      picture: (tabId) => {
        this.onPicture(tabId);
        return here(this.picture);
      },
      reach: (tabId) => {
        const { origin } = new URL(this.tabs.get(tabId)?.url ?? 'about:blank');
        return here([{ frameId: 0, path: [], origin }]);
      },
      ask: async (tabId, _frameId, request) => {
        const tab = this.tabs.get(tabId);
        if (tab === undefined) throw new Error('No such tab.');
        const answer = {
          url: tab.url,
          title: 'A page',
          document: `d${tab.document}`,
          next_ref: 2,
          secrets: this.secrets,
        };
        if (request.verb === 'snapshot') {
          const lines = ['e1 button "Count"'];
          const rest = { passed: 0, ended: true, frames: [], hidden: 0, links: this.links };
          return here<ResourceAnswer>({ ...answer, ok: true, result: { lines, ...rest } });
        }
        if (request.verb === 'cancel') {
          return here<ResourceAnswer>({ ...answer, ok: true, result: { was: 'begun' } });
        }
        if (request.verb === 'recall') {
          const known = tab.acted.get(request.args.call_id);
          const changed = { url: null, title: null, diff: '' };
          return here<ResourceAnswer>(
            known === undefined
              ? { ...answer, ok: true, result: { was: 'none' } }
              : {
                  ...answer,
                  ok: true,
                  result: {
                    was: 'ended',
                    outcome: { ok: true, result: { ...known, changed, trusted: false } },
                  },
                },
          );
        }
        if (this.isHeldUp) return NEVER;
        if (request.verb === 'prepare') {
          if (this.leaves === 'before') throw new Error('The frame went away.');
          return here<ResourceAnswer>({ ...answer, ok: true, result: { prepared: true } });
        }
        const changed = { url: null, title: null, diff: '' };
        if (request.verb === 'settle') {
          if (this.leaves === 'after') {
            this.show(`${tab.url}/next`, tabId);
            throw new Error('The frame went away.');
          }
          const known = tab.acted.get(request.args.call_id);
          const result = { ...known, changed, trusted: false };
          return here<ResourceAnswer>({ ...answer, ok: true, result });
        }
        this.clicks += 1;
        tab.acted.set(request.call_id, { clicked: this.clicks });
        this.onActed();
        if (this.leaves === 'meanwhile') throw new Error('The frame went away.');
        const result = { done: { clicked: this.clicks } };
        return here<ResourceAnswer>({ ...answer, ok: true, result });
      },
    };
  }

  /** A new document in a tab; the person opens one where none is named. */
  show(url: string, tabId = (this.#next += 1)): number {
    const document = (this.tabs.get(tabId)?.document ?? 0) + 1;
    this.tabs.set(tabId, { url: this.redirects.get(url) ?? url, document, acted: new Map() });
    return tabId;
  }
}
