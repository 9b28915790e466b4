import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_NAMES } from '../../../launcher/find-browser.ts';
import type { TestBrowser } from '../../kit/browsers.ts';
import { launchBrowser } from '../../kit/browsers.ts';
import { createSelfSignedCertificate } from '../../kit/stand-in/self-signed-certificate.ts';
import { writeThrowawayExtension } from '../../kit/throwaway-extension.ts';

interface Life {
  readonly life: string;
  readonly starts: number;
}

describe.for(BROWSER_NAMES)('the browser harness in %s', (name) => {
  const dir = mkdtempSync(join(tmpdir(), `baton-harness-${name}-`));
  const extensionDir = join(dir, 'extension');
  const profileDir = join(dir, 'profile');
  const answer: RequestListener = (request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>${request.headers.host}</title>`);
  };
  const site = createServer(answer);
  let secureSite: SecureServer;
  let siteUrl = '';
  let securePort = 0;
  let testBrowser: TestBrowser;

  const launch = (): Promise<TestBrowser> =>
    launchBrowser(name, { extensionDir, profileDir, hosts: { 'chatgpt.com': securePort } });

  beforeAll(async () => {
    writeThrowawayExtension(name, extensionDir);
    siteUrl = `http://playground.localhost:${await listen(site)}/`;
    secureSite = createSecureServer(await createSelfSignedCertificate('chatgpt.com'), answer);
    securePort = await listen(secureSite);
    testBrowser = await launch();
  });

  afterAll(async () => {
    await testBrowser?.close();
    site.close();
    secureSite?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test('the extension runs in a page and in its popup, and both reach one background', async () => {
    const page = await testBrowser.newPage(siteUrl);
    const popup = await testBrowser.openPopup(7);
    expect(await popup.evaluate(() => location.search)).toBe('?tab=7');
    expect(await askFromPopup(popup)).toEqual(await askFromPage(page));
    await popup.close();
    await page.close();
  });

  test('a mapped host is reached under its true name, and no other host at all', async () => {
    const mapped = await testBrowser.newPage('https://chatgpt.com/c/1');
    expect(await mapped.title()).toBe('chatgpt.com');
    expect(await mapped.evaluate(() => location.href)).toBe('https://chatgpt.com/c/1');
    expect((await askFromPage(mapped)).starts).toBeGreaterThan(0);
    const foreign = await testBrowser.newPage();
    await expect(foreign.goto('https://example.com/')).rejects.toThrow();
  });

  test('stopping the background ends it for real, again and again, and storage stays', async () => {
    const page = await testBrowser.newPage(siteUrl);
    const lives = [await askFromPage(page)];
    for (let round = 0; round < 6; round++) {
      await testBrowser.stopBackground();
      lives.push(await askFromPage(page));
    }
    expect(new Set(lives.map((each) => each.life)).size).toBe(lives.length);
    const first = lives[0]?.starts ?? 0;
    expect(lives.map((each) => each.starts)).toEqual(lives.map((_, index) => first + index));
    await page.close();
  });

  test('origin and storage outlive an orderly restart and a killed browser', async () => {
    const origin = testBrowser.extensionOrigin;
    const before = await askFromPopup(await testBrowser.openPopup());
    await testBrowser.close();
    testBrowser = await launch();
    const between = await askFromPopup(await testBrowser.openPopup());
    await testBrowser.kill();
    testBrowser = await launch();
    const after = await askFromPopup(await testBrowser.openPopup());
    expect(testBrowser.extensionOrigin).toBe(origin);
    expect(between.starts).toBeGreaterThan(before.starts);
    expect(after.starts).toBeGreaterThan(between.starts);
  });
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Asks until an answer comes: right after the background died there may be nobody yet to answer. */
async function askFromPage(page: Page): Promise<Life> {
  await page.waitForSelector('html[data-throwaway=present]');
  const question = randomUUID();
  const answer = await page.waitForFunction(
    (detail) => {
      const heard = document.documentElement.dataset['throwawayAnswer'];
      if (heard?.startsWith(detail)) return heard.slice(detail.length);
      document.dispatchEvent(new CustomEvent('throwaway-ask', { detail }));
      return null;
    },
    // By time and not by frames, of which a hidden tab has none.
    { polling: 20 },
    question,
  );
  return JSON.parse((await answer.jsonValue()) ?? 'null') as Life;
}

async function askFromPopup(popup: Page): Promise<Life> {
  const text = await popup.evaluate(
    `new Promise((resolve) => chrome.runtime.sendMessage({ ask: 'life' }, (answer) => resolve(JSON.stringify(answer))))`,
  );
  return JSON.parse(String(text)) as Life;
}
