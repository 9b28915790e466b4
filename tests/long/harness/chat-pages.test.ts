import puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBrowser } from '../../../launcher/ensure-browser.ts';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import { startPlayground } from '../../../playground/server.ts';
import type { Playground } from '../../../playground/server.ts';
import { startChatgptStandIn } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import type { ChatgptStandIn } from '../../kit/chatgpt-stand-in/start-chatgpt-stand-in.ts';
import { startConnectProxy } from '../../kit/connect-proxy.ts';
import type { ConnectProxy } from '../../kit/connect-proxy.ts';

const LINES = ['Baton results 7f', '', '  {"a": "b"} – ✓ 你好'];

describe.each(BROWSER_NAMES)('in %s', (name) => {
  let site: ChatgptStandIn;
  let playground: Playground;
  let proxy: ConnectProxy;
  let browser: Browser;

  beforeAll(async () => {
    playground = await startPlayground({ port: 0, delayMs: 1 });
    site = await startChatgptStandIn({
      delayMs: 1,
      styles: ['thinking', 'handoff'],
      provisionalIds: true,
    });
    proxy = await startConnectProxy({ 'chatgpt.com': site.port });
    browser = await puppeteer.launch({
      browser: name === 'firefox' ? 'firefox' : 'chrome',
      executablePath: await ensureBrowser(name, () => undefined),
      acceptInsecureCerts: true,
      args: name === 'chromium' ? chromiumSwitches(site.port) : [],
      extraPrefsFirefox: firefoxPrefs(proxy.port),
    });
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all([playground.close(), site.close(), proxy.close()]);
  });

  test('the playground is driven by keyboard, and a reload keeps the conversation', async () => {
    const page = await browser.newPage();
    const faults = watchFaults(page);
    await page.goto(playground.url);
    const settled = '#messages[aria-busy="false"] .turn[data-role="assistant"]:last-child';

    await type(page, '#message', ['Hello!']);
    await page.waitForSelector(settled);
    expect(page.url()).toMatch(/\/c\/[0-9a-f-]{36}$/);
    await type(page, '#message', LINES);
    await page.waitForSelector(`.turn:nth-child(4)`);
    await page.waitForSelector(settled);
    expect(playground.log().map(({ text }) => text)).toEqual(['Hello!', LINES.join('\n')]);

    const shown = await turns(page);
    expect(shown.map(({ text }) => text)[2]).toBe(LINES.join('\n'));
    expect(shown[1]?.text).toContain('\n\n```baa\n@conductor::describe\n```');
    await page.reload();
    await page.waitForSelector('.turn');
    expect(await turns(page)).toEqual(shown);
    expect(playground.duplicates()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a message the server does not get can be taken back and sent once', async () => {
    const page = await browser.newPage();
    await page.goto(playground.url);
    const before = playground.log().length;
    await page.evaluate(() => {
      const fetch = window.fetch.bind(window);
      window.fetch = () => {
        window.fetch = fetch;
        return Promise.reject(new TypeError('offline'));
      };
    });
    await type(page, '#message', ['/plain']);
    await page.waitForSelector('.unsent');
    expect(await turns(page)).toEqual([]);
    await page.click('.unsent .again');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#messages[aria-busy="false"] .turn[data-role="assistant"]');
    expect(playground.log().slice(before)).toMatchObject([{ text: '/plain' }]);
    await page.close();
  });

  test('a reply goes on after a reload in the middle of it', async () => {
    const page = await browser.newPage();
    await page.goto(playground.url);
    await type(page, '#message', ['/slow']);
    await page.waitForSelector('.streaming .prose');
    await page.reload();
    await page.waitForSelector('.turn[data-role="assistant"]:not(.streaming)');
    expect((await turns(page)).at(-1)?.text).toMatch(/nothing is lost\.$/);
    await page.close();
  });

  test('chatgpt.com is driven by keyboard, under its own name', async () => {
    const page = await browser.newPage();
    const faults = watchFaults(page);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
    await page.goto('https://chatgpt.com/');
    await page.waitForSelector('[data-testid="composer-speech-button"]');

    await type(page, '#prompt-textarea', ['Hello!']);
    await page.waitForSelector('[data-testid="conversation-turn-2"] pre code');
    await page.waitForSelector('[data-testid="composer-speech-button"]');
    expect(new URL(page.url()).pathname).toMatch(/^\/c\/[0-9a-f-]{36}$/);
    if (name === 'chromium') expect(addresses.join(' ')).toMatch(/\/c\/WEB:[0-9a-f-]{36} /);
    await type(page, '#prompt-textarea', LINES);
    await page.waitForSelector('[data-testid="conversation-turn-4"] p');
    await page.waitForSelector('[data-testid="composer-speech-button"]');
    expect(site.log().map(({ text }) => text)).toEqual(['Hello!', LINES.join('\n')]);

    const shown = await turns(page);
    expect(shown.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    await page.reload();
    await page.waitForSelector('[data-testid="conversation-turn-4"]');
    expect(await turns(page)).toEqual(shown);
    expect(site.duplicates()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});

/** As a person types: Enter sends, Shift+Enter breaks the line. */
async function type(page: Page, composer: string, lines: readonly string[]): Promise<void> {
  await page.focus(composer);
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Shift');
    }
    await page.keyboard.type(line);
  }
  await page.keyboard.press('Enter');
}

function turns(page: Page): Promise<{ id: string; role: string; text: string }[]> {
  return page.$$eval('[data-message-author-role]', (found) =>
    found.map((turn) => ({
      id: turn.getAttribute('data-message-id') ?? '',
      role: turn.getAttribute('data-message-author-role') ?? '',
      text: turn.textContent,
    })),
  );
}

/** Everything that goes wrong in the page, a breach of its content policy included. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

function chromiumSwitches(port: number): string[] {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [`--host-resolver-rules=MAP chatgpt.com 127.0.0.1:${port}`, ...asRoot];
}

function firefoxPrefs(proxyPort: number): Record<string, string | number> {
  return {
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'network.proxy.no_proxies_on': 'localhost, 127.0.0.1, .localhost',
  };
}
