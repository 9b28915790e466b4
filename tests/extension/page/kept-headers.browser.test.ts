import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { TapCommand } from '../../../extension/messages/tap-messages.ts';
import { buildExtension } from '../../../launcher/build-extension.ts';
import { launchBrowser, type TestBrowser } from '../../kit/browsers.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const PAGE = new URL('../../kit/tap-pages/headers-page.ts', import.meta.url).pathname;

interface Received {
  readonly request: string;
  readonly headers: IncomingHttpHeaders;
}

describe.for(SAMPLED_BROWSERS)('the headers of the page’s requests in %s', (name) => {
  const profileDir = mkdtempSync(join(tmpdir(), `baton-headers-${name}-`));
  const servers: Server[] = [];
  let browser: TestBrowser;
  let page: Page;
  let html = '';
  let site = '';
  /** Another origin, which the page uses too. */
  let other = '';
  /** Requests that the server received, as `METHOD address`. */
  let received: Received[] = [];

  async function startServer(): Promise<string> {
    const server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      request.resume();
      if (method !== 'OPTIONS') {
        received.push({ request: `${method} http://${headers.host}${url}`, headers });
      }
      response.writeHead(200, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
        'content-type': url === '/' ? 'text/html' : 'application/json',
      });
      response.end(url === '/' ? html : '{}');
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    const built = await build({ entryPoints: [PAGE], bundle: true, write: false, format: 'iife' });
    const script = built.outputFiles[0]?.text ?? '';
    [site, other] = [await startServer(), await startServer()];
    html = `<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script><base href="${other}/">`;
    browser = await launchBrowser(name, { extensionDir: await buildExtension(name), profileDir });
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  });
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage(`${site}/`);
    await page.waitForFunction(() => window.commandTap !== undefined);
    received = [];
  });

  /** The page makes this request, and reads its answer. */
  const request = (
    method: string,
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> =>
    page.evaluate(
      async (address, init) => (await fetch(address, init)).text(),
      url,
      method === 'GET' ? { method, headers } : { method, headers, body: '{}' },
    );
  const command = (it: TapCommand): Promise<void> =>
    page.evaluate((told) => window.commandTap?.(told), it);
  const headersOf = (wanted: string): Promise<IncomingHttpHeaders> =>
    vi.waitUntil(() => received.find((each) => each.request === wanted)?.headers, {
      timeout: 20_000,
    });

  test('a replay has those of the send it is made like, whatever was posted since', async () => {
    const json = { 'content-type': 'application/json' };
    await request('POST', `${site}/chat?try=1`, { ...json, authorization: 'Bearer site' });
    await request('POST', `${other}/chat`, { ...json, authorization: 'Bearer other' });
    await request('POST', `${site}/refresh`);
    await request('POST', `${site}/upload`, { 'content-type': 'multipart/form-data; boundary=x' });
    await command({
      kind: 'replay',
      like: `${site}/chat?try=1`,
      url: `${site}/chat/next`,
      body: '{}',
    });
    const sent = await headersOf(`POST ${site}/chat/next`);
    expect(sent).toMatchObject({ authorization: 'Bearer site', ...json });
  });

  test('a replay like a send that was never seen is none', async () => {
    await request('POST', `${other}/chat`, { authorization: 'Bearer other' });
    await request('POST', `${site}/known`);
    const like = { kind: 'replay', body: '{}' } as const;
    await command({ ...like, like: `${site}/chat`, url: `${site}/chat` });
    await command({ ...like, like: `${site}/known`, url: `${site}/after` });
    await headersOf(`POST ${site}/after`);
    await request('GET', `${site}/later`);
    expect(received.map((each) => each.request)).not.toContain(`POST ${site}/chat`);
  });

  test('a page that posts to more addresses than are kept loses the old ones, not the new', async () => {
    await request('POST', `${site}/chat`);
    await page.evaluate(async (address) => {
      const post = (index: number): Promise<Response> =>
        fetch(`${address}/beacon/${index}`, { method: 'POST', body: '{}' });
      await Promise.all(Array.from({ length: 256 }, (_, index) => post(index)));
    }, site);
    await request('POST', `${site}/recent`, { authorization: 'Bearer site' });
    received = [];
    const like = { kind: 'replay', body: '{}' } as const;
    await command({ ...like, like: `${site}/chat`, url: `${site}/chat` });
    await command({ ...like, like: `${site}/recent`, url: `${site}/after` });
    const { authorization } = await headersOf(`POST ${site}/after`);
    expect(authorization).toBe('Bearer site');
    await request('GET', `${site}/later`);
    expect(received.map((each) => each.request)).not.toContain(`POST ${site}/chat`);
  });

  test('a read has the site’s own login, and goes to the site whatever the page’s base', async () => {
    await request('GET', `${site}/me`, { authorization: 'Bearer site' });
    await request('GET', `${site}/logo`);
    await request('GET', `${other}/me`, { authorization: 'Bearer other' });
    await request('POST', `${site}/chat`, { authorization: 'Bearer of a send' });
    received = [];
    const otherHost = new URL(other).host;
    await command({ kind: 'read', id: 1, path: '/history' });
    await command({ kind: 'read', id: 2, path: `//${otherHost}/history` });
    await command({ kind: 'read', id: 3, path: `/\\${otherHost}/history` });
    await command({ kind: 'read', id: 4, path: `${other}/history` });
    for (const path of ['/history', `//${otherHost}/history`]) {
      const { authorization } = await headersOf(`GET ${site}${path}`);
      expect(authorization).toBe('Bearer site');
    }
    await vi.waitUntil(() => received.length >= 3, { timeout: 20_000 });
    expect(received.filter((each) => !each.request.startsWith(`GET ${site}/`))).toEqual([]);
  });

  test('a read of a site that shows no login has none', async () => {
    await request('GET', `${other}/me`, { authorization: 'Bearer other' });
    await command({ kind: 'read', id: 1, path: '/history' });
    expect((await headersOf(`GET ${site}/history`)).authorization).toBeUndefined();
  });
});
