import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, it } from 'vitest';

import { buildExtension } from '../../../launcher/build-extension.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { launchBrowser } from '../../kit/browsers.ts';
import type { ChatSite } from '../../kit/chat-pages/chat-site.ts';
import {
  CHAT_PAGES,
  type ChatPageName,
  startChatPages,
  WAYS_IN,
} from '../../kit/chat-pages/start-chat-pages.ts';
import { type ConductorProcess, startConductorProcess } from '../../kit/conductor-process.ts';

const LIMIT_MS = 60_000;
const TYPED = 'Half a thought --  "quoted",  and more';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe.each(['chromium', 'firefox'] as const)(
  'pages nobody wrote an adapter for, in %s',
  (name) => {
    it('close the circle, each message once, and a draft is waited for', async () => {
      const [extensionDir, sites, conductor] = await Promise.all([
        buildExtension(name),
        startChatPages(),
        startConductorProcess(),
      ]);
      closers.push(() => conductor.dispose());
      for (const site of Object.values(sites)) closers.push(() => site.close());
      const profileDir = mkdtempSync(join(tmpdir(), `baton-${name}-`));
      closers.push(() => rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 }));
      const browser = await launchBrowser(name, { extensionDir, profileDir });
      closers.push(() => browser.close());
      await pairBrowser(browser, conductor.admin);

      const chats: Chat[] = [];
      for (const page of CHAT_PAGES) {
        const site = sites[page];
        const tab = await browser.newPage(site.origin + WAYS_IN[page].path);
        const chat = new Chat(page, site, tab, conductor);
        chats.push(chat);
        await chat.say('/plain');
      }
      for (const chat of chats) await chat.switchToAuto();

      // The circle, with a draft in the way: the person asks, writes on, and only then comes the reply.
      const drafts = new Map<Chat, string>();
      const release = chats.map((chat) => chat.site.hold());
      for (const chat of chats) {
        await chat.say('/echo hello');
        await chat.until('the question to arrive', () => chat.site.received.length === 2);
        await chat.type(TYPED);
        drafts.set(chat, await chat.draft());
      }
      for (const answer of release) answer();
      for (const chat of chats) {
        await chat.until('the delivery to wait', () => chat.waits());
        expect.soft(await chat.draft(), chat.name).toBe(drafts.get(chat));
        expect.soft(chat.site.received, chat.name).toEqual(['/plain', '/echo hello']);
        await chat.clear();
      }
      for (const chat of chats) await chat.until('the circle to close', () => chat.isSettled(1));

      // What a page does not show of its conversation outlives a reload.
      const unshown = chats.filter(({ name: page }) => page === 'socket' || page === 'event');
      for (const chat of unshown) {
        await chat.tab.reload({ waitUntil: 'load' });
        // The same once more, and it is news.
        await chat.say('/echo hello');
      }
      for (const chat of unshown) await chat.until('the second circle', () => chat.isSettled(2));

      const circle = ['/echo hello', expect.stringMatching(/^Baton results[^]*hello/)];
      for (const chat of chats) {
        const circles = unshown.includes(chat) ? [...circle, ...circle] : circle;
        expect.soft(chat.site.received, chat.name).toEqual(['/plain', ...circles]);
        expect.soft(chat.conversations(), chat.name).toHaveLength(1);
      }

      // Nothing but the page shows the reply to a delivery that it was loaded anew in the middle of.
      const form = chats.find(({ name: page }) => page === 'form');
      if (form === undefined) throw new Error('there is no page with a form');
      const settled = form.jobs().length;
      const answer = form.site.hold();
      await form.send('/echo what was missed');
      const arrived = (): number =>
        form.site.received.filter((text) => text.includes('missed')).length;
      await form.until('the delivery to arrive', () => arrived() === 1);
      await form.tab.reload({ waitUntil: 'load' });
      answer();
      await form.tab.reload({ waitUntil: 'load' });
      await form.until('the reply to be found', () => form.newestJob()['status'] === 'finalized');
      expect(form.anchorOf(form.newestJob())).toMatchObject({
        source: 'snapshot',
        raw_text: expect.stringContaining('what was missed'),
      });
      // It asks for something, and must not act.
      expect(form.jobs()).toHaveLength(settled + 1);
      expect(arrived()).toBe(1);
    });
  },
);

/** One page in its tab, its site, and what the conductor knows of it. */
class Chat {
  readonly name: ChatPageName;
  readonly site: ChatSite;
  readonly tab: Page;
  readonly #conductor: ConductorProcess;

  constructor(name: ChatPageName, site: ChatSite, tab: Page, conductor: ConductorProcess) {
    this.name = name;
    this.site = site;
    this.tab = tab;
    this.#conductor = conductor;
  }

  /** Writes as a person does. */
  async type(text: string): Promise<void> {
    const { composer } = WAYS_IN[this.name];
    await this.tab.bringToFront();
    await this.tab.waitForSelector(composer);
    await this.tab.click(composer);
    await this.tab.keyboard.type(text);
  }

  async say(text: string): Promise<void> {
    await this.type(text);
    const { button } = WAYS_IN[this.name];
    if (button === null) await this.tab.keyboard.press('Enter');
    else await this.tab.click(button);
  }

  async clear(): Promise<void> {
    await this.tab.bringToFront();
    await this.tab.click(WAYS_IN[this.name].composer);
    await this.tab.keyboard.down('Control');
    await this.tab.keyboard.press('a');
    await this.tab.keyboard.up('Control');
    await this.tab.keyboard.press('Backspace');
  }

  draft(): Promise<string> {
    return this.tab.$eval(WAYS_IN[this.name].composer, (field) =>
      field instanceof HTMLTextAreaElement ? field.value : field.innerHTML,
    );
  }

  async switchToAuto(): Promise<void> {
    await this.until('the conversation to be known', () => this.conversations().length === 1);
    const [known] = this.conversations();
    await this.#conductor.admin.setMode(String(known?.['local_conversation_id']), 'auto');
  }

  conversations(): Record<string, unknown>[] {
    const platform = `generic:${new URL(this.site.origin).host}`;
    return this.#conductor.query('select * from conversations where platform = ?', platform);
  }

  /** From outside. */
  async send(text: string): Promise<void> {
    const id = String(this.conversations()[0]?.['local_conversation_id']);
    await this.#conductor.ask('POST', `/v1/conversations/${encodeURIComponent(id)}/messages`, {
      text,
    });
  }

  newestJob(): Record<string, unknown> {
    return (
      this.jobs()
        .toSorted((a, b) => Number(a['created_at']) - Number(b['created_at']))
        .at(-1) ?? {}
    );
  }

  anchorOf(job: Record<string, unknown>): Record<string, unknown> | undefined {
    const id = String(job['final_anchor_id']);
    return this.#conductor.query('select * from message_anchors where anchor_id = ?', id)[0];
  }

  jobs(): Record<string, unknown>[] {
    const key = String(this.conversations()[0]?.['conversation_key']);
    return this.#conductor.query('select * from delivery_jobs where conversation_key = ?', key);
  }

  waits(): boolean {
    return this.jobs().some((job) => job['last_error_code'] === 'draft_present');
  }

  isSettled(deliveries: number): boolean {
    const jobs = this.jobs();
    return jobs.length === deliveries && jobs.every((job) => job['status'] === 'finalized');
  }

  async until(what: string, ask: () => boolean): Promise<void> {
    await waitUntil(`${this.name}: ${what}`, LIMIT_MS, async () => (ask() ? true : null));
  }
}
