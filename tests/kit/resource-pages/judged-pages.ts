import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

import { buildExtension } from '../../../launcher/build-extension.ts';
import type { BrowserName } from '../../../launcher/find-browser.ts';
import { pairBrowser } from '../../../launcher/pair-browser.ts';
import { waitUntil } from '../../../launcher/wait-until.ts';
import { launchBrowser, type TestBrowser } from '../browsers.ts';
import { startConductorProcess } from '../conductor-process.ts';
import { startWorkSite, tellAsPopup, type WorkSite } from './work-world.ts';

/** How a call ended, or that a person is asked about it first. */
export interface Judged {
  readonly status: string;
  /** Everything that came back, as text. */
  readonly told: string;
}

/** A page of a site in which a chat may act, as its chat asks about it. */
export interface JudgedPage {
  readonly page: Page;
  readonly ask: (verb: string, args?: object) => Promise<Judged>;
  /** The reference that the newest snapshot gives to the first line with these words. */
  readonly refOf: (words: string) => Promise<string>;
  readonly traces: () => readonly string[];
}

/** The conductor's own judgement and the shipped extension in a real browser, with one session that may act on a site. */
export interface JudgedWorld {
  readonly browser: TestBrowser;
  readonly site: WorkSite;
  readonly open: (html: string) => Promise<JudgedPage>;
  readonly end: () => Promise<void>;
}

interface CallAnswer {
  readonly call_id?: string;
  readonly status?: string;
  readonly code?: string;
}
interface Asked {
  readonly items: readonly { readonly approval_id: string }[];
}

export async function beginJudgedWorld(name: BrowserName): Promise<JudgedWorld> {
  const dir = mkdtempSync(join(tmpdir(), `baton-judged-${name}-`));
  const servers: Server[] = [];
  const [extensionDir, site, conductor] = await Promise.all([
    buildExtension(name),
    startWorkSite(servers),
    startConductorProcess(),
  ]);
  const browser = await launchBrowser(name, { extensionDir, profileDir: join(dir, 'profile') });
  await pairBrowser(browser, conductor.admin);
  const made = await conductor.ask('POST', '/v1/sessions', { label: 'a program' });
  const { chat_session_id: session } = made as { readonly chat_session_id: string };
  const grant = { origin: site.origin, chat_session_id: session, level: 'act' } as const;
  await tellAsPopup(browser, { kind: 'popup.allow_work', ...grant, until: 'session' });

  let isOpen = false;

  /** Denies whatever waits for a person. */
  async function deny(): Promise<boolean> {
    const { items } = (await conductor.ask('GET', '/v1/approvals?decision=open')) as Asked;
    for (const { approval_id: id } of items)
      await conductor.ask('POST', `/v1/approvals/${id}/decision`, { decision: 'denied' });
    return items.length > 0;
  }

  async function call(tool: string, args: object, more: object = {}): Promise<Judged> {
    const path = `/v1/sessions/${session}/calls?wait=0`;
    const first = (await conductor.ask('POST', path, { tool, args, ...more })) as CallAnswer;
    const { call_id: id } = first;
    if (id === undefined) return { status: first.code ?? 'none', told: JSON.stringify(first) };
    return waitUntil(`the end of ${tool}`, 30_000, async () => {
      const now = (await conductor.ask('GET', `/v1/calls/${id}`)) as CallAnswer;
      if (now.status === 'waiting') {
        return (await deny()) ? { status: 'asks', told: JSON.stringify(now) } : null;
      }
      const isOver = /^(?:succeeded|failed|unknown)$/.test(now.status ?? '');
      return isOver ? { status: now.status ?? '', told: JSON.stringify(now) } : null;
    });
  }

  return {
    browser,
    site,
    async open(html) {
      // A session has few pages at a time.
      if (isOpen) await call('browser.closeTab', {}, { judge: false });
      isOpen = true;
      site.traces.length = 0;
      const url = site.add(html);
      const opens = () => call('browser.ensure', { url }, { judge: false });
      // On a busy machine a tab may still show nothing, which nobody has allowed.
      const first = await opens();
      const opened = first.status === 'succeeded' ? first : await opens();
      if (opened.status !== 'succeeded') throw new Error(opened.told);
      const target = await browser.browser.waitForTarget((each) => each.url() === url);
      const page = await target.page();
      if (page === null) throw new Error(`No page shows ${url}.`);
      return {
        page,
        ask: (verb, args = {}) => call(`browser.${verb}`, args),
        traces: () => site.traces,
        async refOf(words) {
          const { told } = await call('browser.snapshot', {});
          const text = (JSON.parse(told) as { result?: { text?: string } }).result?.text ?? told;
          const line = text.split('\n').find((one) => one.includes(words)) ?? '';
          const at = line.indexOf(words);
          const refs = [...line.matchAll(/(?<![^ ])((?:f\d+)*[ef]\d+) /g)];
          const ref = refs.findLast((one) => one.index <= at)?.[1];
          if (ref === undefined) throw new Error(`No reference of ${words} in\n${text}`);
          return ref;
        },
      };
    },
    async end() {
      await browser.close();
      await conductor.dispose();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
