import type { Page } from 'puppeteer-core';

import type { ConductorAdmin } from '../../launcher/conductor-admin.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { pairBrowser } from '../../launcher/pair-browser.ts';
import { launchBrowser, type LaunchOptions, type TestBrowser } from '../../tests/kit/browsers.ts';
import { tellAsPopup } from '../../tests/kit/resource-pages/work-world.ts';
import type { JournalRows } from '../check/check-run.ts';
import type { FaultBrowser, FaultLink, FaultTabs, FaultWork } from '../faults/fault.ts';
import type { LinkProxy } from '../world/link-proxy.ts';
import type { WorldClock } from '../world/world-clock.ts';
import { readJournal } from './read-journal.ts';
import { type Chat, DRAFT } from './real-site.ts';
import { withTimeLimit } from './with-time-limit.ts';

const ANSWER_LIMIT_MS = 3_000;
const FAULT_LIMIT_MS = 20_000;
const JOURNAL_LIMIT_MS = 15_000;
const TRIES = 4;

export interface RealBrowserParts extends LaunchOptions {
  readonly name: BrowserName;
  readonly chats: readonly Chat[];
  /** Origin of the pages that programs work in. */
  readonly workOrigin: string;
  /** How long what a person or a crash does lasts. */
  readonly clock: WorldClock;
  readonly proxy: LinkProxy;
  readonly say: (line: string) => void;
}

interface ShownChat {
  readonly chat: Chat;
  readonly page: Page;
}

/** Firefox or Chromium with the shipped extension, its profile kept over all its lives, and the person in front of it. */
export class RealBrowser implements FaultBrowser {
  readonly tabs: FaultTabs;
  readonly work: FaultWork;
  readonly #parts: RealBrowserParts;
  /** Null while it is down. */
  #running: TestBrowser | null = null;
  #comingUp: Promise<void> = Promise.resolve();
  #origin = '';
  #ended = false;

  constructor(parts: RealBrowserParts) {
    this.#parts = parts;
    this.tabs = {
      crash: (which, goneMs) =>
        this.#disturb(this.#busyChat(which), goneMs, ({ page }) => this.#browser.crashTab(page)),
      discard: (which, goneMs) =>
        this.#disturb(this.#chatAt(which), goneMs, ({ chat }) =>
          this.#browser.discardTabs(chat.url),
        ),
      leave: (which, goneMs) =>
        this.#disturb(this.#busyChat(which), goneMs, ({ page }) => page.goto('about:blank')),
    };
    this.work = {
      close: (which) => this.#inWorkPage(which, (page) => page.close()),
      leave: (which) => this.#inWorkPage(which, (page) => page.goto(`${page.url()}?again`)),
    };
  }

  get link(): FaultLink {
    return this.#parts.proxy.linkOf(this.#origin);
  }

  /** Opens it, pairs it as a person does, and opens its conversations. */
  async open(admin: ConductorAdmin): Promise<void> {
    const started = await launchBrowser(this.#parts.name, this.#parts);
    this.#running = started;
    this.#origin = started.extensionOrigin;
    await pairBrowser(started, admin);
    await tellAsPopup(started, {
      kind: 'popup.allow_work',
      origin: this.#parts.workOrigin,
      chat_session_id: null,
      level: 'act',
      until: 'always',
    });
    await this.#showAll();
  }

  killBackground(): Promise<void> {
    return withTimeLimit(FAULT_LIMIT_MS, this.#browser.stopBackground());
  }

  async kill(downMs: number): Promise<void> {
    const dying = this.#running;
    if (dying === null) return;
    this.#running = null;
    this.#comingUp = dying.kill().then(async () => {
      await this.#parts.clock.sleep(downMs);
      if (!this.#ended) await this.#comeUp();
    });
    await this.#comingUp;
  }

  async reloadPage(which: number): Promise<void> {
    const { page } = await this.#busyChat(which);
    await withTimeLimit(FAULT_LIMIT_MS, page.reload({ waitUntil: 'domcontentloaded' }));
  }

  async closePage(which: number, goneMs: number): Promise<void> {
    await this.#disturb(this.#busyChat(which), goneMs, ({ page }) => page.close());
  }

  async draftIn(which: number, forMs: number): Promise<void> {
    const { page, chat } = await this.#chatAt(which);
    await withTimeLimit(FAULT_LIMIT_MS, page.bringToFront());
    await withTimeLimit(FAULT_LIMIT_MS, page.click(chat.composer));
    await withTimeLimit(FAULT_LIMIT_MS, page.keyboard.type(DRAFT));
    await this.#parts.clock.sleep(forMs);
    await withTimeLimit(FAULT_LIMIT_MS, clear(page, chat));
  }

  /** Tries again, for a fault may just have ended the page that reads. */
  async journal(): Promise<JournalRows> {
    for (let left = TRIES; ; left -= 1) {
      try {
        await this.#comingUp;
        return await withTimeLimit(JOURNAL_LIMIT_MS, readJournal(this.#browser));
      } catch (cause) {
        if (left <= 1) throw cause;
      }
    }
  }

  /** For good. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#comingUp;
    await this.#running?.close();
  }

  get #browser(): TestBrowser {
    if (this.#running === null) throw new Error('The browser is down.');
    return this.#running;
  }

  async #comeUp(): Promise<void> {
    for (let left = TRIES; this.#running === null; left -= 1) {
      try {
        this.#running = await launchBrowser(this.#parts.name, this.#parts);
      } catch (cause) {
        if (left <= 1) throw cause;
        this.#parts.say(`the browser did not start: ${String(cause)}`);
      }
    }
    await this.#showAll();
  }

  async #showAll(): Promise<void> {
    const browser = this.#browser;
    for (const chat of this.#parts.chats) {
      // It may be killed again meanwhile.
      if (this.#running === browser) await this.#show(chat);
    }
  }

  async #show(chat: Chat): Promise<void> {
    try {
      await withTimeLimit(FAULT_LIMIT_MS, this.#browser.newPage(chat.url));
    } catch (cause) {
      this.#parts.say(`${chat.url} could not be opened: ${String(cause)}`);
    }
  }

  /** Something ends a page; the person opens its conversation again, unless it is open by then. */
  async #disturb(
    chosen: Promise<ShownChat>,
    goneMs: number,
    what: (shown: ShownChat) => Promise<unknown>,
  ): Promise<void> {
    const shown = await chosen;
    await withTimeLimit(FAULT_LIMIT_MS, what(shown));
    await this.#parts.clock.sleep(goneMs);
    if (this.#running === null || this.#ended) return;
    if (shown.page.url() === 'about:blank') await withTimeLimit(FAULT_LIMIT_MS, closed(shown.page));
    const open = await this.#shownChats();
    if (!open.some(({ chat }) => chat === shown.chat)) await this.#show(shown.chat);
  }

  async #inWorkPage(which: number, what: (page: Page) => Promise<unknown>): Promise<void> {
    const { workOrigin } = this.#parts;
    const all = this.#browser.browser
      .targets()
      .filter((target) => target.type() === 'page' && target.url().startsWith(workOrigin));
    const chosen = all[Math.floor(which * all.length)];
    const page = chosen && (await withTimeLimit(ANSWER_LIMIT_MS, chosen.page()));
    if (page !== undefined && page !== null) await withTimeLimit(FAULT_LIMIT_MS, what(page));
  }

  async #chatAt(which: number): Promise<ShownChat> {
    return pick(await this.#shownChats(), which);
  }

  /** One into which a reply is being written, if there is any: there is the most to lose. */
  async #busyChat(which: number): Promise<ShownChat> {
    const all = await this.#shownChats();
    const busy = all.filter(({ chat }) => chat.isWriting());
    return pick(busy.length > 0 ? busy : all, which);
  }

  /** The tabs, whoever opened them, that show a conversation and live. */
  async #shownChats(): Promise<ShownChat[]> {
    const { chats } = this.#parts;
    const targets = this.#browser.browser.targets().flatMap((target) => {
      const chat = chats.find(({ url }) => url === target.url());
      return chat === undefined || target.type() !== 'page' ? [] : [{ chat, target }];
    });
    const found = await Promise.all(
      targets.map(async ({ chat, target }): Promise<ShownChat | null> => {
        try {
          const page = await withTimeLimit(ANSWER_LIMIT_MS, target.page());
          if (page === null) return null;
          await withTimeLimit(
            ANSWER_LIMIT_MS,
            page.evaluate(() => document.readyState),
          );
          return { chat, page };
        } catch {
          // It crashed, is asleep, or went while it was asked.
          return null;
        }
      }),
    );
    return found.filter((each) => each !== null);
  }
}

function pick(choice: readonly ShownChat[], which: number): ShownChat {
  const chosen = choice[Math.floor(which * choice.length)];
  if (chosen === undefined) throw new Error('No conversation is open.');
  return chosen;
}

async function closed(page: Page): Promise<void> {
  if (!page.isClosed()) await page.close();
}

async function clear(page: Page, { composer }: Chat): Promise<void> {
  await page.bringToFront();
  await page.click(composer);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Backspace');
}
