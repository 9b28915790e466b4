import type { ResourceTabs } from '../../extension/background/resources/resource-tabs.ts';
import type {
  ResourceAnswer,
  ResourceRequest,
} from '../../extension/messages/resource-messages.ts';
import type { FaultWork } from '../faults/fault.ts';
import type { SeededRandom } from '../schedule/seeded-random.ts';
import type { Life } from './life.ts';
import type { WorldClock } from './world-clock.ts';

const SITE = 'https://work.example';
/** Address of a page with a form that tells its site each time it is sent. */
export const WORK_URL = `${SITE}/form`;
export const WORK_SITE = SITE;

/** Between two answers of a page, of the world's time. */
const TAKES_MS = [5, 400] as const;
/** Clear of the tabs that show conversations. */
const FIRST_TAB = 10_000;

interface WorkTab {
  url: string;
  /** Another one after each step to another page. */
  document: string;
  /** Calls that acted in the page, as it remembers them. */
  readonly acted: Map<string, { readonly typed: number }>;
}

/** The tabs that a browser opens for programs, with pages that count what is sent in them. */
export class PlayedWorkTabs implements FaultWork {
  readonly #tabs = new Map<number, WorkTab>();
  readonly #clock: WorldClock;
  readonly #random: SeededRandom;
  readonly #pressed: (text: string) => void;
  readonly #gone: (tabId: number) => void;
  #next = FIRST_TAB;

  /** @param pressed What was sent in a page. @param gone A person closed a tab. */
  constructor(
    clock: WorldClock,
    random: SeededRandom,
    pressed: (text: string) => void,
    gone: (tabId: number) => void,
  ) {
    this.#clock = clock;
    this.#random = random;
    this.#pressed = pressed;
    this.#gone = gone;
  }

  close(which: number): void {
    const tabId = this.#at(which);
    if (tabId === undefined) return;
    this.#tabs.delete(tabId);
    this.#gone(tabId);
  }

  leave(which: number): void {
    const tabId = this.#at(which);
    if (tabId !== undefined) this.#show(tabId, `${WORK_URL}?again`);
  }

  /** With the browser. */
  closeAll(): void {
    this.#tabs.clear();
  }

  ofLife(life: Life): ResourceTabs {
    const loaded = { loaded: () => life.through(() => true) };
    const nothing = (): Promise<void> => life.through(() => undefined);
    return {
      open: (url) =>
        life.through(() => ({
          tabId: this.#show((this.#next += 1), url),
          windowId: null,
          ...loaded,
        })),
      state: (tabId) =>
        life.through(() => {
          const tab = this.#tabs.get(tabId);
          return tab === undefined ? null : { url: tab.url, title: 'A form' };
        }),
      go: (tabId, to) =>
        life.through(() => {
          this.#show(tabId, 'url' in to ? to.url : this.#tab(tabId).url);
          return loaded;
        }),
      whenLoaded: () => life.through(() => true),
      close: (tabId) => life.through(() => void this.#tabs.delete(tabId)),
      mark: nothing,
      shim: nothing,
      answerNext: nothing,
      takeShim: () => life.through(() => []),
      answers: () => life.through(() => true),
      picture: () => life.through(() => null),
      reach: (tabId) =>
        life.through(() => [
          { frameId: 0, path: [], origin: new URL(this.#tab(tabId).url).origin },
        ]),
      ask: async (tabId, _frame, request) => {
        const asked = await life.through(() => this.#tab(tabId).document);
        await this.#takeTime();
        // What the page does it does, whoever listens still.
        if (this.#tabs.get(tabId)?.document !== asked) throw new Error('The frame went away.');
        const answer = this.#answer(this.#tab(tabId), request);
        await this.#takeTime();
        const stands = this.#tabs.get(tabId)?.document === asked;
        return life.through(() => {
          if (!stands) throw new Error('The frame went away.');
          return answer;
        });
      },
    };
  }

  #answer(tab: WorkTab, request: ResourceRequest): ResourceAnswer {
    const page = { url: tab.url, title: 'A form', document: tab.document, next_ref: 2 };
    const changed = { url: null, title: null, diff: '' };
    const ended = (call: string): object => ({ ...tab.acted.get(call), changed, trusted: false });
    const ok = (result: unknown): ResourceAnswer =>
      ({ ...page, ok: true, result }) as ResourceAnswer;
    switch (request.verb) {
      case 'prepare':
        return ok({ prepared: true });
      case 'settle':
        return ok(ended(request.args.call_id));
      case 'recall': {
        const { call_id } = request.args;
        if (!tab.acted.has(call_id)) return ok({ was: 'none' });
        return ok({ was: 'ended', outcome: { ok: true, result: ended(call_id) } });
      }
      case 'cancel':
        return ok({ was: tab.acted.has(request.args.call_id) ? 'begun' : 'none' });
      case 'type': {
        const known = tab.acted.get(request.call_id);
        if (known !== undefined) return ok(ended(request.call_id));
        const { text } = request.args;
        tab.acted.set(request.call_id, { typed: text.length });
        this.#pressed(text);
        return ok({ done: { typed: text.length } });
      }
      default:
        return { ...page, ok: false, error_code: 'unsupported_verb', error_message: request.verb };
    }
  }

  #takeTime(): Promise<void> {
    return this.#clock.sleep(this.#random.int(...TAKES_MS));
  }

  #tab(tabId: number): WorkTab {
    const tab = this.#tabs.get(tabId);
    if (tab === undefined) throw new Error('No such tab.');
    return tab;
  }

  #show(tabId: number, url: string): number {
    this.#tabs.set(tabId, { url, document: crypto.randomUUID(), acted: new Map() });
    return tabId;
  }

  #at(which: number): number | undefined {
    return [...this.#tabs.keys()][Math.floor(which * this.#tabs.size)];
  }
}
