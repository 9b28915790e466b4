import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';

import { buildExtension } from '../../../launcher/build-extension.ts';
import { launchBrowser, type TestBrowser } from '../../kit/browsers.ts';
import { SAMPLED_BROWSERS } from '../../kit/samples.ts';

const PAGE = new URL('../../kit/tap-pages/socket-page.ts', import.meta.url).pathname;

describe.for(SAMPLED_BROWSERS)('the socket tap in a page of %s', (name) => {
  let server: Server;
  let browser: TestBrowser;
  let page: Page;
  const profileDir = mkdtempSync(join(tmpdir(), `baton-sockets-${name}-`));
  /** Texts that the server received, over all sockets. */
  const received: string[] = [];

  beforeAll(async () => {
    const built = await build({ entryPoints: [PAGE], bundle: true, write: false, format: 'iife' });
    const script = built.outputFiles[0]?.text ?? '';
    server = createServer((request, response) => {
      if (request.url === '/watched-events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: plain\n\nevent: named\ndata: two\ndata: lines\n\n');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><script>${script.replaceAll('</script', '<\\/script')}</script>`,
      );
    });
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.on('message', (data: Buffer, isBinary) => {
        received.push(`${isBinary ? 'binary ' : ''}${data.toString('utf8')}`);
        socket.send(`heard ${received.length}`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launchBrowser(name, { extensionDir: await buildExtension(name), profileDir });
    const { port } = server.address() as AddressInfo;
    page = await browser.newPage(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => window.tapped !== undefined);
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  });

  test('constructors and methods stay what they were', async () => {
    const seen = await page.evaluate(() => {
      class Mine extends WebSocket {}
      const socket = new Mine(`ws://${location.host}/watched`);
      const errorOf = (act: () => unknown): string => {
        try {
          act();
          return 'none';
        } catch (error) {
          return error instanceof Error || error instanceof DOMException ? error.name : '?';
        }
      };
      return {
        isOne: [socket instanceof WebSocket, socket instanceof Mine, socket instanceof EventTarget],
        constructor: [
          WebSocket.prototype.constructor === WebSocket,
          Object.getPrototypeOf(Mine) === WebSocket,
        ],
        printed: [WebSocket, EventSource, Reflect.get(WebSocket.prototype, 'send')].map(
          (each) => /^function (\w+)\(\) \{\s*\[native code\]\s*\}$/.exec(String(each))?.[1],
        ),
        shape: [WebSocket.length, WebSocket.name, WebSocket.prototype.send.length, WebSocket.OPEN],
        descriptors: [
          Object.getOwnPropertyDescriptor(window, 'WebSocket'),
          Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send'),
        ].map((each) => [each?.writable, each?.enumerable, each?.configurable]),
        errors: [
          errorOf(() => socket.send('too early')),
          errorOf(() => new WebSocket('ws://[')),
          errorOf(() => (WebSocket as unknown as () => unknown)()),
          errorOf(() => WebSocket.prototype.send.call({} as WebSocket, 'x')),
        ],
      };
    });
    expect(seen).toEqual({
      isOne: [true, true, true],
      constructor: [true, true],
      printed: ['WebSocket', 'EventSource', 'send'],
      shape: [1, 'WebSocket', 1, 1],
      descriptors: [
        [true, false, true],
        [true, true, true],
      ],
      errors: ['InvalidStateError', 'SyntaxError', 'TypeError', 'TypeError'],
    });
  });

  test('what is held leaves in its order once it is let go, and what is refused never does', async () => {
    received.splice(0);
    const seen = await page.evaluate(async () => {
      const { tapped } = window;
      if (tapped === undefined) throw new Error('no tap');
      const socket = new WebSocket(`ws://${location.host}/watched?secret`);
      const heard: unknown[] = [];
      socket.addEventListener('message', ({ data }) => heard.push(data));
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.send('free');
      tapped.command({ kind: 'arm', id: 7, for_ms: 60_000 });
      await tapped.until('armed');
      socket.send('held');
      const bytes = new TextEncoder().encode('after it');
      socket.send(bytes);
      bytes.fill(0);
      const free = await tapped.until('dispatch');
      const held = await tapped.until('dispatch', 1);
      const before = heard.length;
      if (held.kind === 'dispatch') tapped.command({ kind: 'verdict', id: held.id, go: true });
      await tapped.until('message', 2);
      socket.send('refused');
      const refused = await tapped.until('dispatch', 2);
      const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
      if (refused.kind === 'dispatch') {
        tapped.command({ kind: 'verdict', id: refused.id, go: false });
      }
      await closed;
      tapped.command({ kind: 'arm', id: 8, for_ms: 0 });
      await tapped.until('armed', 1);
      return { free, held, before, heard, state: socket.readyState };
    });
    const url = expect.stringMatching(/\/watched$/);
    expect(seen).toMatchObject({
      free: { kind: 'dispatch', url, text: 'free', held: false },
      held: { kind: 'dispatch', url, text: 'held', held: true },
      heard: ['heard 1', 'heard 2', 'heard 3'],
      state: 3,
    });
    expect(seen.before).toBeLessThanOrEqual(1);
    expect(received).toEqual(['free', 'held', 'binary after it']);
  });

  test('events of an EventSource are heard by every name the page listens for', async () => {
    const seen = await page.evaluate(async () => {
      const { tapped } = window;
      if (tapped === undefined) throw new Error('no tap');
      const before = tapped.told.filter(({ kind }) => kind === 'message').length;
      const events = new EventSource('/watched-events');
      const heard = new Promise((resolve) =>
        events.addEventListener('named', ({ data }: MessageEvent<string>) => resolve(data)),
      );
      const told = [
        await tapped.until('message', before),
        await tapped.until('message', before + 1),
      ];
      const data = await heard;
      events.close();
      return { data, told: told.map((each) => each.kind === 'message' && [each.name, each.text]) };
    });
    expect(seen).toEqual({
      data: 'two\nlines',
      told: [
        ['message', 'plain'],
        ['named', 'two\nlines'],
      ],
    });
  });
});
