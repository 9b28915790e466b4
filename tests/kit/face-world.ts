import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { ensureBrowser } from '../../launcher/ensure-browser.ts';
import type { BrowserName } from '../../launcher/find-browser.ts';
import { ROOT } from '../../launcher/root.ts';
import { waitUntil } from '../../launcher/wait-until.ts';
import type { Scope } from '../../shared/model/scope.ts';
import {
  type RunningConductor,
  startTestConductor,
  type TestConductor,
} from './running-conductor.ts';
import { SimulatedChat } from './simulated-chat.ts';
import type { SimulatedBrowser } from './simulated-browser.ts';

export interface FaceOptions {
  /** Language of the page, and below it the theme; `en` and light unless given. */
  readonly language?: 'en' | 'zh-CN';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** Less than everything: signed in in a window of its own, since a browser keeps the widest session. */
  readonly scope?: Scope;
}

/** A real conductor with a paired browser, and the web UI in a real browser, signed in as a person signs in. */
export interface FaceWorld {
  readonly conductor: TestConductor;
  /** A chat of the paired browser's, in a mode, that answers with these replies, one after the other. */
  chat(title: string, mode: 'auto' | 'manual', replies: readonly string[]): Promise<Chat>;
  /** Opens the web UI at a path. */
  open(path: string, options?: FaceOptions): Promise<Page>;
  /** Forbidden events in pages: violations of the content security policy, faults, requests elsewhere. */
  readonly faults: readonly string[];
  end(): Promise<void>;
}

export interface Chat {
  readonly id: string;
  readonly said: SimulatedChat;
}

/** Actions in a reply, as an assistant writes them. */
export function acts(...actions: readonly string[]): string {
  return ['```baa', ...actions, '```'].join('\n');
}

/**
 * @param dataDir With data in it already; the world leaves it.
 * @param options `paired: false`: no browser is paired, and no chat can be had.
 */
export async function startFaceWorld(
  name: BrowserName,
  dataDir: string | null = null,
  { paired = true }: { readonly paired?: boolean } = {},
): Promise<FaceWorld> {
  const conductor = await startTestConductor({}, dataDir);
  const link = paired ? await conductor.browser() : null;
  const browser = await launchPlainBrowser(name);
  const faults: string[] = [];
  let chats = 0;

  return {
    conductor,
    faults,
    async chat(title, mode, replies) {
      const remote = `chat-${(chats += 1)}`;
      const said = new SimulatedChat(link?.browser as SimulatedBrowser, remote, replies);
      said.report();
      const id = await waitUntil(`the chat ${title}`, 20_000, () => {
        const [row] = conductor.rows<{ id: string }>(
          `select local_conversation_id as id from conversations where remote_conversation_id = '${remote}'`,
        );
        return Promise.resolve(row?.id ?? null);
      });
      await conductor.admin('PATCH', `/v1/conversations/${id}`, { title });
      await conductor.setMode(id, mode);
      return { id, said };
    },
    open: (path, options) => openFace(browser, { conductor, faults }, path, options),
    async end() {
      await browser.close();
      await conductor.end();
    },
  };
}

/** Opens the web UI of a conductor at a path, signed in. @param faults What no page may do, and does, is added to it. */
export async function openFace(
  browser: Browser,
  { conductor, faults }: { readonly conductor: RunningConductor; readonly faults: string[] },
  path: string,
  options: FaceOptions = {},
): Promise<Page> {
  const { language = 'en', theme = 'light', width = 1200, height = 800, scope } = options;
  const where = scope === undefined ? browser : await browser.createBrowserContext();
  const page = await where.newPage();
  watch(page, faults, conductor.faceHost);
  await page.setViewport({ width, height });
  const made = await conductor.admin('POST', '/v1/face/links', { path, scope: scope ?? 'full' });
  const { url } = (await made.json()) as { readonly url: string };
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('.frame');
  await page.evaluate(
    (wanted) => {
      for (const [key, value] of Object.entries(wanted))
        document.cookie = `${key}=${value}; Domain=baton.localhost; Path=/`;
    },
    { 'baton.language': language, 'baton.theme': theme },
  );
  await page.reload({ waitUntil: 'load' });
  await page.waitForSelector('.frame');
  // Before, it takes no press.
  await page.waitForSelector('html:not([data-unseen])');
  return page;
}

/** Without a screen Chromium believes that it has none, and pages are drawn for fingers. */
const MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** A browser without the extension, which has a mouse. */
export async function launchPlainBrowser(name: BrowserName): Promise<Browser> {
  const executablePath = await ensureBrowser(name, (line) => console.error(line));
  return name === 'firefox'
    ? puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
    : puppeteer.launch({
        executablePath,
        headless: true,
        args: ['--no-sandbox', '--disable-background-networking', MOUSE],
      });
}

function watch(page: Page, faults: string[], faceHost: string): void {
  // Once signed in to, it has a look at the name that leads there.
  const own = [faceHost, faceHost.replace(/^\w+\./, '')].map((host) => `http://${host}/`);
  page.on('pageerror', (error) => faults.push(`fault: ${String(error)}`));
  page.on('console', (said) => {
    if (/content.security.policy|trusted ?type|refused to/i.test(said.text())) {
      faults.push(`policy: ${said.text()}`);
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!own.some((one) => url.startsWith(one)) && !/^(about|blob|data):/.test(url)) {
      faults.push(`request: ${url}`);
    }
  });
}

/** Rules of WCAG 2.2 AA that the page breaks, by axe, and texts in the very colour of what they stand on. */
export async function axeFaults(page: Page): Promise<string[]> {
  const file = join(ROOT, 'node_modules', 'axe-core', 'axe.min.js');
  if (!existsSync(file)) throw new Error('axe-core is not installed.');
  // Past the page's own policy, which takes no script but its own.
  await page.evaluate(await readFile(file, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(
          root: Document,
          options: object,
        ): Promise<Record<'violations' | 'incomplete', readonly Finding[]>>;
      };
    };
    interface Finding {
      readonly id: string;
      readonly help: string;
      readonly nodes: readonly {
        readonly html: string;
        readonly any: readonly { readonly data: { readonly messageKey?: string } | null }[];
      }[];
    }
    const { violations, incomplete } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    // What nobody can see may be meant so, to axe; nothing of ours is.
    const unseen = incomplete.map(({ nodes, ...rule }) => ({
      ...rule,
      nodes: nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
    }));
    return [...violations, ...unseen.filter(({ nodes }) => nodes.length > 0)].map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`,
    );
  });
}

const MAY_BE_WIDE =
  'pre, textarea, .lines, .diff-lines, .help, table, .wide-table, .numbers-table, .buttons';

/** Does the page scroll sideways, or something in it that is no code, no table and no row of buttons? How far in px. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate((mayBeWide) => {
    const root = document.documentElement;
    const within = [...document.querySelectorAll('body *')].filter(
      (one) => !one.matches(mayBeWide) && /auto|scroll/.test(getComputedStyle(one).overflowX),
    );
    return Math.max(...[root, ...within].map((one) => one.scrollWidth - one.clientWidth), 0);
  }, MAY_BE_WIDE);
}
