import 'fake-indexeddb/auto';

import type { Background } from '../../../../extension/background/background.ts';
import { createBackground } from '../../../../extension/background/create-background.ts';
import type { Routes, Tabs } from '../../../../extension/background/ports.ts';
import { type Database, openDatabase } from '../../../../extension/background/storage/database.ts';
import type { Rows } from '../../../../extension/background/storage/tables.ts';
import type {
  AttemptProgress,
  PageAnswers,
  PageMessage,
} from '../../../../extension/messages/page-messages.ts';
import { type PageTraits, PlayedPage } from '../../../../chaos/world/played-page.ts';
import { SimClock } from './sim-clock.ts';
import { SimConductor } from './sim-conductor.ts';
import { SimSite } from './sim-site.ts';
import { SimWorkTabs } from './sim-work-tabs.ts';

export const PLATFORM = 'chatgpt';
export const CONVERSATION_ID = 'c-1';
export const PAGE_URL = `https://chatgpt.com/c/${CONVERSATION_ID}`;

export interface WorldOptions {
  /** A page of the conversation can be opened; else nobody finds it again once it is closed. */
  readonly hasAddress: boolean;
  /** The boundaries at which the background dies, from 1, counted over all its lives. */
  readonly crashAt: readonly number[];
  /** The whole browser dies with it: every page is gone. */
  readonly pagesDieToo: boolean;
  readonly traits: PageTraits;
  readonly replyTakesMs: number;
}

const NEVER = new Promise<never>(() => undefined);
let databases = 0;

/** One life of the background: when it is over, nothing it awaits ever resolves and nothing it says is heard. */
class Life {
  over = false;
  readonly ended: Promise<void>;
  readonly #end: () => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  finish(): void {
    this.over = true;
    this.#end();
  }
}

/** A browser with pages, a site, a conductor, and a background that can die at any boundary. */
export class SimWorld {
  readonly clock = new SimClock();
  readonly site: SimSite;
  readonly conductor = new SimConductor();
  readonly pages = new Map<number, PlayedPage>();
  /** Tabs that chats work in. */
  readonly workTabs = new SimWorkTabs();
  /** Every durable write and every message since `arm`, in the order it was crossed. */
  readonly boundaries: string[] = [];
  #armed = false;
  readonly faults: unknown[] = [];
  /** The offers a person was asked about, oldest first. */
  readonly asked: string[] = [];
  readonly databaseName: string;
  readonly #options: WorldOptions;
  #life: Life | null = null;
  #background: Promise<Background> | null = null;
  #nextTabId = 1;
  #stopPulse: (() => void) | null = null;
  activeTabId = 0;

  constructor(options: Partial<WorldOptions> = {}) {
    const traits = { namesTurns: true, namesReplies: true };
    this.#options = {
      crashAt: [],
      pagesDieToo: false,
      traits,
      replyTakesMs: 3_000,
      hasAddress: true,
      ...options,
    };
    const { replyTakesMs } = this.#options;
    this.site = new SimSite(this.clock, replyTakesMs);
    databases += 1;
    this.databaseName = `world-${databases}`;
  }

  /** Starts the background over whatever the database holds, as the browser does when something wakes it. */
  start(): Promise<Background> {
    if (this.#background === null) {
      const life = new Life();
      this.#life = life;
      this.#background = this.#live(life);
      this.#pulse(life);
    }
    return this.#background;
  }

  /** Writes the pairing a person made before this story begins, and starts. */
  async pair(): Promise<void> {
    const database = await openDatabase(this.databaseName);
    const pairing = {
      conductor_url: 'http://127.0.0.1:7717',
      client_id: 'client-1',
      token: 'x'.repeat(32),
      refused: false,
    };
    await database.commit({
      put: { meta: [{ name: 'meta', hmac_key: 'k'.repeat(64), pairing, out_seq: 0, in_seq: 0 }] },
      remove: {},
    });
    database.close();
    void this.start();
  }

  /** From here on boundaries count. */
  arm(): void {
    this.#armed = true;
  }

  openPage(): PlayedPage {
    const tabId = this.#nextTabId;
    this.#nextTabId += 1;
    return this.#show(tabId);
  }

  closePage(tabId: number): void {
    this.pages.get(tabId)?.end();
    this.pages.delete(tabId);
    void this.#tellLife((background) => background.pageGone(tabId, true));
  }

  /** The same tab, a new document. */
  async reloadPage(tabId: number): Promise<void> {
    this.pages.get(tabId)?.end();
    this.pages.delete(tabId);
    await this.#tellLife((background) => background.pageGone(tabId, false));
    this.#show(tabId);
  }

  #show(tabId: number): PlayedPage {
    const shown = { platform: PLATFORM, remoteId: CONVERSATION_ID, url: PAGE_URL };
    const { traits } = this.#options;
    const page = new PlayedPage(tabId, shown, traits, this.clock, this.site, (tab, message) =>
      this.#deliver(tab, message),
    );
    this.pages.set(tabId, page);
    return page;
  }

  /** Ends the background as the browser does: without a word. */
  kill(): void {
    this.#life?.finish();
    this.#life = null;
    this.#background = null;
    this.#stopPulse?.();
    this.conductor.drop();
  }

  /** Reads the rows on disk without the background. */
  async rows(): Promise<Rows> {
    const database = await openDatabase(this.databaseName);
    const rows = await this.clock.busy(database.load());
    database.close();
    return rows;
  }

  runUntil(done: () => boolean, limitMs = 600_000): Promise<void> {
    return this.clock.runUntil(
      done,
      limitMs,
      () =>
        `Last boundaries: ${this.boundaries.slice(-12).join(' | ')}. Heard: ${JSON.stringify(
          this.conductor.heard,
        )}. Faults: ${this.faults.map(String).join('; ')}`,
    );
  }

  /** Runs the world for that long, whatever happens. */
  async pass(ms: number): Promise<void> {
    let over = false;
    this.clock.after(ms, () => (over = true));
    await this.runUntil(() => over, ms + 1);
  }

  #live(life: Life): Promise<Background> {
    return this.clock.busy(openDatabase(this.databaseName)).then((database) =>
      createBackground({
        database: this.#mortalDatabase(life, database),
        openSocket: (_url, _protocol, events) => this.#openSocket(life, events),
        tabs: this.#mortalTabs(life),
        resourceTabs: this.workTabs.ofLife(() => life.over),
        isNewSession: false,
        routes: this.#options.hasAddress ? ROUTES : { ...ROUTES, conversationUrl: () => null },
        claimPairing: () =>
          Promise.resolve({ ok: true, value: { client_id: 'client-1', token: 'x'.repeat(32) } }),
        askConsent: (offerId) => {
          this.asked.push(offerId);
          return Promise.resolve();
        },
        clock: {
          now: () => this.clock.now(),
          after: (ms, callback) =>
            this.clock.after(ms, () => {
              if (!life.over) callback();
            }),
        },
        granted: { now: () => Promise.resolve([]), onChange: () => undefined },
        introduction: { browser: { name: 'sim', version: '1' }, extension_version: '0.1.0' },
        random: () => 0.5,
        makeId: () => crypto.randomUUID(),
        makeHmacKey: () => 'k'.repeat(64),
        fault: (error) => {
          if (!life.over) this.faults.push(error);
        },
      }),
    );
  }

  /** The alarm: it rings every 30 s, and starts a background that is not there. */
  #pulse(life: Life): void {
    this.#stopPulse = this.clock.after(30_000, () => {
      if (life.over) return;
      void this.#tellLife((background) => background.wake());
      this.#pulse(life);
    });
  }

  /** Counts a boundary; at the chosen one this life ends. False: it has ended. */
  #cross(life: Life, label: string): boolean {
    if (life.over) return false;
    if (!this.#armed) return true;
    this.boundaries.push(label);
    if (!this.#options.crashAt.includes(this.boundaries.length)) return true;
    this.kill();
    if (this.#options.pagesDieToo) {
      for (const page of this.pages.values()) page.end();
      this.pages.clear();
    }
    this.clock.after(1_000, () => void this.start());
    return false;
  }

  #mortalDatabase(life: Life, database: Database): Database {
    return {
      load: async () => {
        const rows = await this.clock.busy(database.load());
        return life.over ? NEVER : rows;
      },
      commit: async (changes) => {
        const label = `write ${Object.keys(changes.put).join(',')}`;
        if (!this.#cross(life, `before ${label}`)) return NEVER;
        // On its way to the disk: a background that dies now has promised nothing and written nothing.
        await this.clock.busy(new Promise((resolve) => setImmediate(resolve)));
        if (life.over) return NEVER;
        await this.clock.busy(database.commit(changes));
        if (!this.#cross(life, `after ${label}`)) return NEVER;
      },
      close: () => database.close(),
    };
  }

  #mortalTabs(life: Life): Tabs {
    const through = async <T>(label: string, act: () => T): Promise<T> => {
      if (!this.#cross(life, `before ${label}`)) return NEVER;
      const result = await Promise.resolve().then(act);
      return this.#cross(life, `after ${label}`) ? result : NEVER;
    };
    return {
      ask: (tabId, command) =>
        through(`ask ${command.kind}`, () => {
          const page = this.pages.get(tabId);
          if (page === undefined) throw new Error('Could not establish connection.');
          return page.answer(command);
        }),
      open: () => through('open', () => this.openPage().tabId),
      openInFront: () => Promise.resolve(),
      show: (tabId) => Promise.resolve(this.pages.has(tabId)),
      draft: () => Promise.resolve({ ok: true }),
      exists: (tabId) => Promise.resolve(this.pages.has(tabId)),
      isActive: (tabId) => Promise.resolve(this.activeTabId === tabId),
      isSpare: (tabId) => Promise.resolve(this.activeTabId !== tabId),
    };
  }

  #openSocket(
    life: Life,
    events: Parameters<SimConductor['accept']>[0],
  ): { send(text: string): void; close(): void } {
    let open = true;
    const later = (act: () => void): void => {
      queueMicrotask(() => {
        if (open && !life.over) act();
      });
    };
    const wire = this.conductor.accept({
      opened: () => undefined,
      received: (text) =>
        later(() => {
          if (this.#cross(life, `received ${typeOf(text)}`)) events.received(text);
        }),
      closed: (code) =>
        later(() => {
          open = false;
          events.closed(code);
        }),
    });
    later(() => events.opened());
    return {
      send: (text) => {
        if (!open || !this.#cross(life, `before send ${typeOf(text)}`)) return;
        wire.received(text);
        this.#cross(life, `after send ${typeOf(text)}`);
      },
      close: () => {
        open = false;
        wire.closed();
      },
    };
  }

  async #deliver<K extends PageMessage['kind']>(
    tabId: number,
    message: Extract<PageMessage, { kind: K }>,
  ): Promise<PageAnswers[K]> {
    const background = await this.start();
    const life = this.#life;
    if (life === null) throw new Error('Could not establish connection.');
    if (!this.#cross(life, `page says ${labelOf(message)}`)) throw new Error('The port closed.');
    const gone = life.ended.then(() => {
      throw new Error('The port closed before an answer.');
    });
    const answer = await Promise.race([background.page(tabId, message), gone]);
    if (!this.#cross(life, `answer ${labelOf(message)}`)) throw new Error('The port closed.');
    return answer;
  }

  async #tellLife(tell: (background: Background) => Promise<void>): Promise<void> {
    const life = this.#life;
    if (life === null || this.#background === null) return;
    const background = await this.#background;
    await Promise.race([tell(background), life.ended]);
  }
}

const ROUTES: Routes = {
  newConversationUrl: () => null,
  serves: (platform) => platform === PLATFORM,
  conversationUrl: (_platform, ids, known) =>
    ids.has(CONVERSATION_ID) && known.includes(PAGE_URL) ? PAGE_URL : null,
};

function labelOf(message: PageMessage): string {
  if (message.kind !== 'attempt.progress') return message.kind;
  const progress: AttemptProgress = message.progress;
  return `${message.kind} ${progress.step}`;
}

function typeOf(text: string): string {
  const frame: unknown = JSON.parse(text);
  return typeof frame === 'object' && frame !== null && 'type' in frame ? String(frame.type) : '?';
}
