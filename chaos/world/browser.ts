import 'fake-indexeddb/auto';

import { WebSocket } from 'ws';

import type { Background } from '../../extension/background/background.ts';
import { createBackground } from '../../extension/background/create-background.ts';
import type {
  OpenSocket,
  PairingGrant,
  Routes,
  SocketEvents,
  Tabs,
} from '../../extension/background/ports.ts';
import { type Database, openDatabase } from '../../extension/background/storage/database.ts';
import type { Rows } from '../../extension/background/storage/tables.ts';
import type { PageAnswers, PageMessage } from '../../extension/messages/page-messages.ts';
import type { FaultBrowser, FaultLink } from '../faults/fault.ts';
import type { SeededRandom } from '../schedule/seeded-random.ts';
import type { ChatSite } from '../site/chat-site.ts';
import { conversationPage } from './conversation-page.ts';
import { type PageTraits, PlayedPage, type ShownConversation } from './played-page.ts';
import { Life } from './life.ts';
import { PlayedWorkTabs, WORK_SITE } from './played-work-tabs.ts';
import type { WorldClock } from './world-clock.ts';

const ALARM_MS = 30_000;
/** A service worker that something wakes does not stand at once. */
const WAKE_MS = 20;

export interface BrowserParts {
  readonly name: string;
  readonly origin: string;
  readonly conductorUrl: string;
  readonly grant: PairingGrant;
  readonly conversations: readonly ShownConversation[];
  readonly clock: WorldClock;
  readonly site: ChatSite;
  readonly random: SeededRandom;
  readonly link: FaultLink;
  /** Called with each text sent in a page that programs work in. */
  readonly pressed: (text: string) => void;
  /** A bug, or a broken disk. */
  readonly fault: (error: unknown) => void;
}

/**
 * A browser with the extension's own background over the extension's own journal, in which only the browser's parts
 * are played: tabs, alarm, socket and disk. It can die at any instruction; what its journal had committed stays.
 */
export class Browser implements FaultBrowser {
  readonly link: FaultLink;
  readonly tabs = null;
  readonly work: PlayedWorkTabs;
  readonly name: string;
  readonly #parts: BrowserParts;
  readonly #pages = new Map<number, PlayedPage>();
  readonly #databaseName: string;
  #life: Life | null = null;
  #background: Promise<Background> | null = null;
  #nextTabId = 1;
  #stopAlarm = (): void => undefined;
  /** The whole browser is closed. */
  #down = false;
  /** The next background is the first one since the browser was opened. */
  #isNewSession = false;
  #ended = false;

  constructor(parts: BrowserParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.link = parts.link;
    const gone = (tabId: number): void =>
      this.#tell((background) => background.pageGone(tabId, true));
    this.work = new PlayedWorkTabs(parts.clock, parts.random, parts.pressed, gone);
    this.#databaseName = `${parts.name}-${crypto.randomUUID()}`;
  }

  /** Writes the pairing that a person made before the story begins, and opens the browser with its pages. */
  async open(): Promise<void> {
    const { conductorUrl, grant } = this.#parts;
    const pairing = { conductor_url: conductorUrl, ...grant, refused: false };
    const hmac_key = 'k'.repeat(64);
    const database = await openDatabase(this.#databaseName);
    await database.commit({
      put: { meta: [{ name: 'meta', hmac_key, pairing, out_seq: 0, in_seq: 0 }] },
      remove: {},
    });
    database.close();
    this.#comeUp();
    const allowed = { chat_session_id: null, level: 'act', until: 'always' } as const;
    this.#tell((background) =>
      background
        .popup({ kind: 'popup.allow_work', origin: WORK_SITE, ...allowed })
        .then(() => undefined),
    );
  }

  killBackground(): void {
    this.#life?.finish();
    this.#life = null;
    this.#background = null;
  }

  async kill(downMs: number): Promise<void> {
    if (this.#down) return;
    this.#down = true;
    this.killBackground();
    this.#stopAlarm();
    for (const page of this.#pages.values()) page.end();
    this.#pages.clear();
    this.work.closeAll();
    this.#isNewSession = true;
    await this.#parts.clock.sleep(downMs);
    if (!this.#ended) this.#comeUp();
  }

  reloadPage(which: number): void {
    const page = this.#pageAt(which);
    if (page === null) return;
    page.end();
    this.#tell((background) => background.pageGone(page.tabId, false));
    this.#show(page.shown, page.tabId);
  }

  async closePage(which: number, goneMs: number): Promise<void> {
    const page = this.#pageAt(which);
    if (page === null) return;
    page.end();
    this.#pages.delete(page.tabId);
    this.#tell((background) => background.pageGone(page.tabId, true));
    await this.#parts.clock.sleep(goneMs);
    const isOpen = [...this.#pages.values()].some(({ shown }) => shown === page.shown);
    if (!this.#down && !isOpen) this.#show(page.shown);
  }

  async draftIn(which: number, forMs: number): Promise<void> {
    const page = this.#pageAt(which);
    if (page === null) return;
    page.setDraft(true);
    await this.#parts.clock.sleep(forMs);
    page.setDraft(false);
  }

  /** Reads the rows on disk without the background. */
  async rows(): Promise<Rows> {
    const database = await openDatabase(this.#databaseName);
    const rows = await database.load();
    database.close();
    return rows;
  }

  /** For good. */
  end(): void {
    this.#ended = true;
    this.#down = true;
    this.killBackground();
    this.#stopAlarm();
    for (const page of this.#pages.values()) page.end();
  }

  #comeUp(): void {
    this.#down = false;
    this.#ringAlarm();
    for (const shown of this.#parts.conversations) this.#show(shown);
  }

  #pageAt(which: number): PlayedPage | null {
    const pages = [...this.#pages.values()];
    return pages[Math.floor(which * pages.length)] ?? null;
  }

  #show(shown: ShownConversation, inTab?: number): number {
    const tabId = inTab ?? this.#nextTabId;
    this.#nextTabId = Math.max(this.#nextTabId, tabId + 1);
    const { clock, site } = this.#parts;
    const page = new PlayedPage(
      tabId,
      shown,
      traitsOf(shown),
      clock,
      conversationPage(site, shown.remoteId),
      (tab, message) => this.#fromPage(tab, message),
    );
    this.#pages.set(tabId, page);
    return tabId;
  }

  #ringAlarm(): void {
    this.#stopAlarm();
    this.#stopAlarm = this.#parts.clock.after(ALARM_MS, () => {
      this.#tell((background) => background.wake());
      this.#ringAlarm();
    });
  }

  #start(): Promise<Background> {
    if (this.#background !== null) return this.#background;
    const life = new Life();
    this.#life = life;
    this.#background = this.#live(life);
    return this.#background;
  }

  async #live(life: Life): Promise<Background> {
    const { clock, random, conductorUrl, fault, grant } = this.#parts;
    await clock.sleep(WAKE_MS);
    const database = await openDatabase(this.#databaseName);
    life.onEnd(() => database.close());
    const isNewSession = this.#isNewSession;
    this.#isNewSession = false;
    return createBackground({
      database: mortalDatabase(life, database),
      openSocket: this.#openSocket(life),
      tabs: this.#tabs(life),
      resourceTabs: this.work.ofLife(life),
      isNewSession,
      routes: this.#routes(),
      claimPairing: () => Promise.resolve({ ok: true, value: grant }),
      askConsent: () => Promise.resolve(),
      clock: {
        now: () => clock.now(),
        after: (ms, callback) =>
          clock.after(ms, () => {
            if (!life.over) callback();
          }),
      },
      granted: { now: () => Promise.resolve([]), onChange: () => undefined },
      introduction: { browser: { name: this.name, version: '1' }, extension_version: '0.1.0' },
      random: () => random.fraction(),
      makeId: () => crypto.randomUUID(),
      makeHmacKey: () => conductorUrl,
      fault: (error) => {
        if (!life.over) fault(error);
      },
    });
  }

  #tabs(life: Life): Tabs {
    return {
      ask: (tabId, command) =>
        life.through(() => {
          const page = this.#pages.get(tabId);
          if (page === undefined) throw new Error('Could not establish connection.');
          return page.answer(command);
        }),
      open: (url) =>
        life.through(() => {
          const shown = this.#parts.conversations.find((one) => one.url === url);
          if (shown === undefined) throw new Error(`Nothing is at ${url}.`);
          return this.#show(shown);
        }),
      exists: (tabId) => life.through(() => this.#pages.has(tabId)),
      isActive: () => life.through(() => false),
      openInFront: () => life.through(() => undefined),
      show: () => life.through(() => true),
      draft: () => life.through(() => ({ ok: true })),
      isSpare: () => life.through(() => true),
    };
  }

  #routes(): Routes {
    return {
      serves: (platform, url) => url.startsWith(`https://${platform}.`),
      conversationUrl: (platform, ids) => {
        const shown = this.#parts.conversations.find(
          (one) => one.platform === platform && ids.has(one.remoteId),
        );
        return shown === undefined ? null : shown.url;
      },
      newConversationUrl: () => null,
    };
  }

  #openSocket(life: Life): OpenSocket {
    return (url, subprotocol, events) => {
      const socket = new WebSocket(url, subprotocol, { origin: this.#parts.origin });
      const heard = mortalEvents(life, events);
      life.onEnd(() => socket.terminate());
      socket.on('open', () => heard.opened());
      socket.on('message', (data: Buffer) => heard.received(data.toString('utf8')));
      socket.on('error', () => heard.closed(1006));
      socket.on('close', (code) => heard.closed(code));
      return {
        send: (text) => {
          if (!life.over && socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => {
          heard.deafen();
          socket.close();
        },
      };
    };
  }

  async #fromPage<K extends PageMessage['kind']>(
    tabId: number,
    message: Extract<PageMessage, { kind: K }>,
  ): Promise<PageAnswers[K]> {
    if (this.#down) throw new Error('The browser is closed.');
    const starting = this.#start();
    const life = this.#life;
    if (life === null) throw new Error('Could not establish connection.');
    const background = await life.during(starting);
    return life.during(background.page(tabId, message));
  }

  #tell(what: (background: Background) => Promise<void>): void {
    if (this.#down) return;
    const starting = this.#start();
    const life = this.#life;
    if (life === null) return;
    life
      .during(starting.then(what))
      .catch((error: unknown) => (life.over ? undefined : this.#parts.fault(error)));
  }
}

/** `chatgpt` names a turn before it is sent; on `claude` only the history does. */
function traitsOf({ platform }: ShownConversation): PageTraits {
  const namesTurns = platform === 'chatgpt';
  return { namesTurns, namesReplies: namesTurns };
}

/** A write that has not reached the disk when the life ends is not made; one that has is not undone. */
function mortalDatabase(life: Life, database: Database): Database {
  return {
    load: () => life.during(database.load()),
    async commit(changes) {
      if (life.over) return life.never;
      await new Promise((resolve) => setImmediate(resolve));
      if (life.over) return life.never;
      await database.commit(changes);
      if (life.over) return life.never;
    },
    close: () => database.close(),
  };
}

function mortalEvents(life: Life, events: SocketEvents): SocketEvents & { deafen(): void } {
  let deaf = false;
  return {
    opened: () => (deaf || life.over ? undefined : events.opened()),
    received: (text) => (deaf || life.over ? undefined : events.received(text)),
    closed(code) {
      if (deaf || life.over) return;
      deaf = true;
      events.closed(code);
    },
    deafen: () => void (deaf = true),
  };
}
