import { readFileSync } from 'node:fs';

import type { Browser, BrowserContext } from 'puppeteer-core';
import type * as z from 'zod/mini';

import { type BrowserName, findBrowser } from '../../launcher/find-browser.ts';
import { withoutSecrets } from '../../shared/lib/without-secrets.ts';
import type { BROWSER_VERBS } from '../../shared/verbs/browser-verbs.ts';
import {
  type Call,
  done,
  failed,
  type Held,
  type Holder,
  type Outcome,
} from '../calls/executor.ts';
import { createTurns } from '../calls/turns.ts';
import { createPopups, type Offer } from './follow-popups.ts';
import { type Arrived, goTo } from './go-to.ts';
import { adapterOf, type NamedBrowser } from './named-browsers.ts';
import { attachToBrowser, type BrowserAdapter, openBrowser } from './open-browser.ts';
import { unreachable } from './reachable-url.ts';
import type { ShownPage } from './take-pictures.ts';
import { PAGE_VERBS, workInPage } from './work-in-page.ts';
import { type PageScripts, WorkerPage } from './worker-page.ts';

const BROWSERS: Readonly<Record<BrowserAdapter, BrowserName>> = {
  cdp: 'chromium',
  bidi: 'firefox',
};
const MISSING = 'This machine has no Chromium and no Firefox that Baton finds.';

/** Made by the build, beside the worker; from the sources they are where that puts them. */
const SCRIPTS = new URL(import.meta.url.endsWith('.js') ? './' : '../../dist/', import.meta.url);

type Args<V extends keyof typeof BROWSER_VERBS> = z.output<(typeof BROWSER_VERBS)[V]['args']>;

/** A browser that pages can be opened in. */
interface Place {
  /** Name of the browser in `in`. */
  readonly name: string;
  readonly adapter: BrowserAdapter;
  /** Throws what the browser says. */
  readonly open: () => Promise<Browser>;
  /** true: a person's browser, or one with its own folder: all chats share its cookies. */
  readonly isShared: boolean;
  /** A person started it: it is let go of, and not closed. */
  readonly isAttached: boolean;
}

interface Open {
  readonly one: WorkerPage;
  readonly place: Place;
  readonly chat: string;
  /** Counts from 1. */
  readonly number: number;
}

export interface BrowserSettings {
  /** Address of the conductor, whose pages are never opened; read at each call. */
  readonly conductorUrl: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Tells the conductor of a window that a page opened. */
  readonly offer: (offer: Offer) => void;
  /** Browsers in `browsers.json`. */
  readonly named: readonly NamedBrowser[];
}

export interface Browsers extends Holder {
  /** The page of a resource; null: there is none. */
  page(resourceId: string): ShownPage | null;
  /** The conductor named a window that was offered, or wants it closed. False: it is not there any more. */
  adopted(offerId: string, resourceId: string | null): boolean;
}

/** Pages in browsers of the worker's own, where each chat has cookies of its own, and in those that its person named. */
export function createBrowsers(settings: BrowserSettings): Browsers {
  const open = new Map<string, Open>();
  const browsers = new Map<string, Promise<Browser>>();
  const contexts = new Map<string, Promise<BrowserContext>>();
  const places = placesOf(settings);
  /** One after another: what is closed because nothing uses it must not be what the next page is opened in. */
  const turns = createTurns();
  let count = 0;
  const read = new Map<string, string>();
  const scripts: PageScripts = (name) => {
    const script = read.get(name) ?? readFileSync(new URL(`resource-${name}.js`, SCRIPTS), 'utf8');
    read.set(name, script);
    return script;
  };

  function browserOf({ name, open: opens }: Place): Promise<Browser> {
    const known = browsers.get(name);
    if (known !== undefined) return known;
    const opening = opens().then((browser) => {
      browser.on('disconnected', () => gone(name, browser));
      return browser;
    });
    browsers.set(name, opening);
    opening.catch(() => browsers.delete(name));
    return opening;
  }

  function gone(name: string, browser: Browser): void {
    browsers.delete(name);
    for (const [key, { one }] of open) if (one.page.browser() === browser) open.delete(key);
    for (const key of contexts.keys()) if (key.startsWith(`${name} `)) contexts.delete(key);
  }

  async function contextOf(place: Place, chat: string): Promise<BrowserContext> {
    const browser = await browserOf(place);
    if (place.isShared) return browser.defaultBrowserContext();
    const options =
      place.adapter === 'cdp' ? { downloadBehavior: { policy: 'deny' as const } } : {};
    const key = contextKey(place, chat);
    const context = contexts.get(key) ?? browser.createBrowserContext(options);
    contexts.set(key, context);
    return context;
  }

  async function ensure(call: Call, signal: AbortSignal): Promise<Outcome> {
    const { url, in: wanted } = call.args as Args<'ensure'>;
    const place = places.get(wanted === 'tab' ? 'cdp' : wanted);
    if (place === undefined) return failed('no_executor', `This worker has no browser ${wanted}.`);
    let one: WorkerPage;
    try {
      one = await turns.take('', () => newPage(call, place));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return failed('no_executor', `The browser ${place.name} cannot be used: ${why}`);
    }
    const blank = { url: 'about:blank', title: '', status: null };
    const went = url === undefined ? blank : await goTo(one.page, { url }, allowed(call), signal);
    if (!('ok' in went)) return told(call, went, await one.targetId());
    await turns.take('', () => close(call.resource_id));
    return went;
  }

  async function newPage(
    { resource_id, chat_session_id: chat }: Call,
    place: Place,
  ): Promise<WorkerPage> {
    const context = await contextOf(place, chat);
    const page = await context.newPage(place.isAttached ? { background: true } : {});
    const one = new WorkerPage(page, scripts);
    hold(resource_id, one, { place, chat });
    return one;
  }

  function hold(resourceId: string, one: WorkerPage, of: Pick<Open, 'place' | 'chat'>): void {
    count += 1;
    open.set(resourceId, { ...of, one, number: count });
    one.page.once('close', () => open.delete(resourceId));
  }

  const popups = createPopups({
    offer: (one) => {
      const { secrets } = open.get(one.opener_resource_id ?? '')?.one ?? {};
      settings.offer(secrets === undefined ? one : withoutSecrets(secrets, one));
    },
    unreachable: (url) => unreachable(url, settings.conductorUrl),
    adopt(resourceId, window, { resource_id }) {
      const opener = open.get(resource_id);
      // It has the cookies of its opener, and goes with them.
      if (opener === undefined) return window.close();
      window.secrets.learn(opener.one.secrets.told());
      hold(resourceId, window, opener);
    },
  });

  const allowed = ({ expect }: Call) => ({
    origin: expect?.origin ?? null,
    conductorUrl: settings.conductorUrl,
  });

  function told(
    { resource_id }: Call,
    { url, title, status }: Arrived,
    targetId: string | null = null,
  ): Outcome {
    const page = { url: url.slice(0, 8_192), title: title.slice(0, 500), doc: null };
    const origins = url === 'about:blank' ? [] : [new URL(url).origin];
    const target = targetId !== null && { target_id: targetId };
    return { ...done({ resource: resource_id, url, title, status, ...target }), page, origins };
  }

  async function screenshot({ one }: Open, call: Call): Promise<Outcome> {
    const { format, full, within } = call.args as Args<'screenshot'>;
    const { origin = null } = call.expect ?? {};
    const elsewhere = (): Outcome | null => {
      const now = new URL(one.page.url()).origin;
      return origin === null || now === origin
        ? null
        : failed('page_changed', `The page is of ${now} now.`);
    };
    const before = elsewhere();
    if (before !== null) return before;
    if (within !== undefined)
      return failed('unsupported_verb', 'A picture is of the whole page here.');
    const data = await one.page.screenshot({ type: format, fullPage: full, encoding: 'base64' });
    // It may have gone there meanwhile, and be what the picture shows.
    const after = elsewhere();
    if (after !== null) return after;
    const mime = `image/${format}`;
    const attachments = [{ name: `screenshot.${format}`, mime, data_base64: data }];
    return {
      ...done({ mime, url: one.page.url() }),
      attachments,
      origins: [new URL(one.page.url()).origin],
    };
  }

  async function perform(held: Open, call: Call, signal: AbortSignal): Promise<Outcome> {
    switch (call.verb) {
      case 'navigate': {
        const { url, to } = call.args as Args<'navigate'>;
        const went = await goTo(held.one.page, { url, to }, allowed(call), signal);
        return 'ok' in went ? went : told(call, went);
      }
      case 'screenshot':
        return screenshot(held, call);
      case 'dialog': {
        const { accept, text } = call.args as Args<'dialog'>;
        held.one.nextAnswer = { accept, text };
        return done({ next: accept ? 'is accepted' : 'is dismissed' });
      }
      default:
        return PAGE_VERBS.includes(call.verb)
          ? workInPage(held.one, call, { popups, signal })
          : failed('unsupported_verb', `A worker's page has no ${call.verb}.`);
    }
  }

  async function close(resourceId: string): Promise<void> {
    const held = open.get(resourceId);
    open.delete(resourceId);
    if (held === undefined) return;
    await held.one.page.close().catch(() => undefined);
    const { place, chat } = held;
    const left = [...open.values()].filter((one) => one.place === place);
    if (!left.some((one) => one.chat === chat)) {
      const key = contextKey(place, chat);
      const context = contexts.get(key);
      contexts.delete(key);
      await (await context)?.close().catch(() => undefined);
    }
    // A browser that holds nothing costs memory all the same.
    if (left.length > 0) return;
    const browser = browsers.get(place.name);
    browsers.delete(place.name);
    if (place.isAttached) await (await browser)?.disconnect();
    else await (await browser)?.close();
  }

  return {
    type: 'browser',
    adapters: [...new Set([...places.values()].map(({ adapter }) => adapter))],
    browsers: settings.named.map((one) => ({
      name: one.name,
      adapter: adapterOf(one),
      origins: one.origins,
    })),
    missing: MISSING,
    opening: ['ensure'],
    has: (resourceId) => open.has(resourceId),
    page(resourceId) {
      const held = open.get(resourceId);
      return held === undefined ? null : { page: held.one.page, adapter: held.place.adapter };
    },
    adopted: (offerId, resourceId) => popups.answered(offerId, resourceId),
    async run(call, signal) {
      if (call.verb === 'ensure') return ensure(call, signal);
      const held = open.get(call.resource_id);
      if (held === undefined) return failed('resource_closed', 'This page is closed.');
      return withoutSecrets(held.one.secrets, await perform(held, call, signal));
    },
    // A page whose browser is closed meanwhile never says that it is closed.
    close: (resourceId) => turns.take('', () => close(resourceId)),
    held: () =>
      [...open].map(([resource_id, { one, number }]): Held => ({
        resource_id,
        status: 'ready',
        reason: null,
        url: one.secrets.blankAddress(one.page.url()).slice(0, 8_192),
        title: null,
        icon: null,
        driver_id: number,
      })),
  };
}

/** Key of a chat's pages in one browser, which no other chat sees. */
function contextKey({ name }: Place, chat: string): string {
  return `${name} ${chat}`; // guard: worker-cookies
}

/** Returns the browsers by their name in `in`: those found on this machine, and those that its person named. */
function placesOf({ environment, named }: BrowserSettings): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const name of ['cdp', 'bidi'] as const) {
    const executablePath = findBrowser(BROWSERS[name], environment);
    if (executablePath === null) continue;
    const opening = { adapter: name, executablePath, headless: true, profile: null };
    const open = (): Promise<Browser> => openBrowser(opening);
    places.set(name, { name, adapter: name, open, isShared: false, isAttached: false });
  }
  for (const one of named) {
    const { name, launch } = one;
    const adapter = adapterOf(one);
    const url = one.cdp ?? one.bidi;
    const executablePath = launch?.executable ?? findBrowser(BROWSERS[adapter], environment);
    places.set(name, {
      name,
      adapter,
      isShared: url !== undefined || launch?.profile !== undefined,
      isAttached: url !== undefined,
      async open() {
        if (url !== undefined) return attachToBrowser(adapter, url);
        if (executablePath === null) throw new Error(`this machine has no ${BROWSERS[adapter]}.`);
        const { headless = true, profile = null } = launch ?? {};
        return openBrowser({ adapter, executablePath, headless, profile });
      },
    });
  }
  return places;
}
