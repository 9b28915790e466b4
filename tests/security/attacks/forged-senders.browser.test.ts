import type { CDPSession, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { beginWorkWorld, CHAT, type WorkWorld } from '../../kit/resource-pages/work-world.ts';

const OTHER = 'http://127.0.0.1:1';
const STATE = {
  platform: 'chatgpt',
  remote_conversation_id: 'a',
  aliases: [],
  title: 'A',
  url: 'https://chatgpt.com/c/a',
  ready: true,
  draft: false,
  problem: null,
  checks: { composer: 'ok', stream: 'ok', turns: 'ok', ids: 'ok' },
};

/** Messages to the background of a content script that its page has taken over, given the page's own origin. */
const MESSAGES: Readonly<Record<string, (origin: string) => object>> = {
  'that its site may be acted in': (origin) => ({
    kind: 'popup.allow_work',
    origin,
    chat_session_id: CHAT,
    level: 'act',
    until: 'session',
  }),
  'to pair with another conductor': () => ({
    kind: 'popup.pair',
    conductor_url: OTHER,
    code: '123456',
  }),
  'to unpair': () => ({ kind: 'popup.unpair' }),
  'that chats are automatic': () => ({
    kind: 'options.set_default_mode',
    platform: 'chatgpt',
    mode: 'auto',
  }),
  'to watch a site': () => ({ kind: 'options.set_site', site: 'chatgpt', enabled: true }),
  'to report on itself': () => ({ kind: 'options.report' }),
  'to open the web UI': () => ({ kind: 'popup.open_face' }),
  'to lend its tab': (origin) => ({
    kind: 'popup.lend_tab',
    tab_id: 1,
    chat_session_id: CHAT,
    origin,
  }),
  'which offer is asked about': () => ({ kind: 'consent.ask', offer_id: 'x' }),
  'which text waits to be sent': () => ({ kind: 'send.ask', text_id: 1 }),
  'the state of a chat elsewhere': () => ({ kind: 'page.state', state: STATE }),
  'the same, at an address in it': (origin) => ({
    kind: 'page.state',
    state: { ...STATE, url: `${origin}/chatgpt.com/c/a` },
  }),
  'an offer of another conductor': () => ({
    kind: 'pairing.offer',
    conductor_url: OTHER,
    code: '123456',
  }),
  'an offer of its own, at another path': (origin) => ({
    kind: 'pairing.offer',
    conductor_url: origin,
    code: '123456',
  }),
  'an offer under a name with a login': (origin) => ({
    kind: 'pairing.offer',
    conductor_url: origin.replace('//', '//127.0.0.1:7717@'),
    code: '123456',
  }),
};

/** The world of the extension in a page. */
async function ownWorld(page: Page): Promise<{ client: CDPSession; contextId: number }> {
  const client = await page.createCDPSession();
  const found = new Promise<number>((resolve) => {
    client.on('Runtime.executionContextCreated', ({ context }) => {
      const { type } = context.auxData as { readonly type?: string };
      if (type === 'isolated' && context.origin.startsWith('chrome-extension://'))
        resolve(context.id);
    });
  });
  await client.send('Runtime.enable');
  return { client, contextId: await found };
}

describe('a content script that a page of Chromium has taken over', () => {
  let world: WorkWorld;
  let page: Page;
  let inOwnWorld: (script: string) => Promise<unknown>;

  beforeAll(async () => {
    world = await beginWorkWorld('chromium');
    page = await world.browser.newPage(world.site.add('<h1>A page</h1>'));
    const { client, contextId } = await ownWorld(page);
    inOwnWorld = async (expression) => {
      const { result } = await client.send('Runtime.evaluate', {
        expression,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value;
    };
  });
  afterAll(() => world?.end());

  it.each(Object.keys(MESSAGES))('tells %s in vain', async (what) => {
    const message = MESSAGES[what]?.(world.site.origin);
    const frames = world.conductor.frames.length;
    const answer = await inOwnWorld(
      `chrome.runtime.sendMessage(${JSON.stringify(message)}).then((a) => a ?? null, () => null)`,
    );
    expect(answer).toBe(null);
    // It heard of nothing but what it hears of anyway.
    expect(
      world.conductor.frames.slice(frames).filter(({ type }) => !/^(?:ping|pong|ack)$/.test(type)),
    ).toEqual([]);
  });

  it.each(['popup', 'options', 'send', 'consent'])('has no port called %s', async (name) => {
    const told = await inOwnWorld(`new Promise((resolve) => {
      const port = chrome.runtime.connect({ name: ${JSON.stringify(name)} });
      port.onMessage.addListener((one) => resolve(one));
      port.onDisconnect.addListener(() => resolve('gone'));
      port.postMessage({ kind: 'popup.watch', tab_id: null });
    })`);
    expect(told).toBe('gone');
  });

  it('holds nobody up by telling without end', async () => {
    await inOwnWorld(`(() => {
      const big = 'x'.repeat(200_000);
      for (let n = 0; n < 300; n += 1) {
        chrome.runtime.sendMessage({ kind: 'page.state', big, n }).catch(() => null);
        chrome.runtime.sendMessage({ kind: 'pairing.meet', conductor_url: big }).catch(() => null);
        chrome.runtime.connect({ name: 'popup' });
      }
    })()`);
    const began = performance.now();
    await world.allow(world.site.origin, 'read');
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
