import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { waitUntil } from '../../../launcher/wait-until.ts';
import { acts, type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';
import { sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';

/** A page of the same host at another port: its requests carry the cookie of the web UI. */
type Doing = (origin: string, approval: string) => Promise<unknown>;

const DOINGS: Readonly<Record<string, Doing>> = {
  'reads by fetch': async (origin) =>
    (await fetch(`${origin}/v1/approvals`, { credentials: 'include', mode: 'no-cors' })).text(),
  'answers by a form in a frame': (origin, approval) =>
    new Promise((resolve) => {
      document.body.innerHTML = `<iframe name="f"></iframe><form target="f" method="post" enctype="text/plain" action="${origin}/v1/approvals/${approval}/decision"><input name='{"decision":"approved","x":"' value='"}'></form>`;
      document.querySelector('iframe')?.addEventListener('load', () => resolve(''));
      document.forms[0]?.submit();
      setTimeout(() => resolve(''), 3_000);
    }),
  'answers as it is left behind a link': (origin, approval) =>
    new Promise((resolve) => {
      document.body.innerHTML = `<a href="#x" ping="${origin}/v1/approvals/${approval}/decision">x</a>`;
      document.querySelector('a')?.click();
      setTimeout(() => resolve(''), 300);
    }),
  'answers by a request that outlives it': async (origin, approval) =>
    (
      await fetch(`${origin}/v1/approvals/${approval}/decision`, {
        method: 'POST',
        keepalive: true,
        credentials: 'include',
        mode: 'no-cors',
        headers: { 'content-type': 'text/plain' },
        body: '{"decision":"approved"}',
      })
    ).text(),
  'answers as a program would, by the header of the web UI': async (origin, approval) =>
    (
      await fetch(`${origin}/v1/approvals/${approval}/decision`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'baton-via': 'face' },
        body: '{"decision":"approved"}',
      })
    ).text(),
  'takes its scripts for modules': async (origin) => {
    const html = await fetch(origin, { credentials: 'include', mode: 'no-cors' });
    await import(/* @vite-ignore */ `${origin}/face.js`);
    return html.text();
  },
  'has it fetched ahead': async (origin, approval) => {
    const script = document.createElement('script');
    script.type = 'speculationrules';
    const urls = [`${origin}/approvals/${approval}`];
    script.textContent = JSON.stringify({
      prefetch: [{ source: 'list', urls, eagerness: 'immediate' }],
      prerender: [{ source: 'list', urls, eagerness: 'immediate' }],
    });
    document.head.append(script);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', href: urls[0], crossOrigin: 'anonymous' });
    document.head.append(link);
    return '';
  },
  'follows what happens': (origin) =>
    new Promise((resolve, reject) => {
      const events = new EventSource(`${origin}/v1/live`, { withCredentials: true });
      events.onopen = () => resolve('opened');
      events.onerror = () => (events.close(), reject(new Error('refused')));
    }),
  'makes itself of its origin': (origin) => {
    Object.assign(document, { domain: new URL(origin).hostname.replace(/^[^.]*\./, '') });
    const frame = document.createElement('iframe');
    frame.src = origin;
    document.body.append(frame);
    return new Promise((resolve) => {
      frame.onload = () => resolve(frame.contentDocument?.body?.textContent ?? '');
    });
  },
  'hears it speak to its own pages': () =>
    new Promise((resolve) => {
      addEventListener('message', ({ data }) => resolve(data));
      addEventListener('storage', ({ newValue }) => resolve(newValue));
      setTimeout(() => resolve(''), 300);
    }),
};

describe.each(SAMPLED_BROWSERS)('a page at another port of the same host, in %s,', (name) => {
  let world: FaceWorld;
  let server: Server;
  let face: Page;
  let near = '';
  let approval = '';
  const faceOrigin = (): string => new URL(face.url()).origin;
  const decisions = (): string[] =>
    world.conductor
      .rows<{ decision: string }>('select decision from approvals order by rowid')
      .map(({ decision }) => decision);

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><body>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    world = await startFaceWorld(name);
    await world.conductor.admin('POST', '/v1/policy/rules', {
      tool: 'conductor::echo',
      decision: 'ask',
      reason: 'Look at it.',
    });
    const chat = await world.chat('Asks', 'auto', [acts('@conductor::echo::{"text":"short"}')]);
    chat.said.reply();
    approval = await waitUntil('an approval', 20_000, () =>
      Promise.resolve(
        world.conductor.rows<{ id: string }>('select approval_id as id from approvals')[0]?.id ??
          null,
      ),
    );
    face = await world.open(`/approvals/${approval}`);
    near = `http://${new URL(face.url()).hostname}:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await world?.end();
    server?.closeAllConnections();
    server?.close();
  });

  it.each(sampled(Object.keys(DOINGS), 1, 3, 8))('%s in vain', async (way) => {
    const page = await face.browser().newPage();
    await page.goto(near, { waitUntil: 'load' });
    const given = JSON.stringify([faceOrigin(), approval]);
    const got = await page.evaluate(`(${String(DOINGS[way])})(...${given}).then(String, () => '')`);
    expect(got).toBe('');
    expect(decisions()).toEqual(['open']);
    await page.close();
  });

  it.each(sampled(['/', '/v1', '/v1/approvals', '/approvals'], 1))(
    'signs nobody out by cookies of its own for %s',
    async (path) => {
      const page = await face.browser().newPage();
      await page.goto(near, { waitUntil: 'load' });
      const names = (await face.browser().cookies()).map((cookie) => cookie.name);
      await page.evaluate(
        (all, at) => {
          const parent = location.hostname.replace(/^[^.]*\./, '');
          for (const one of [...all, 'baton', 'session', '__Host-baton'])
            for (const domain of ['', `; Domain=${parent}`, `; Domain=${location.hostname}`])
              document.cookie = `${one}=stolen${domain}; Path=${at}`;
        },
        names,
        path,
      );
      await face.bringToFront();
      await face.reload({ waitUntil: 'load' });
      await face.waitForSelector('.frame main');
      await face.waitForFunction(() =>
        /echo/.test(document.querySelector('main')?.innerText ?? ''),
      );
      expect(decisions()).toEqual(['open']);
      await page.close();
    },
  );

  it.runIf(name === 'chromium')('leads it nowhere by what is dropped on it', async () => {
    const client = await face.createCDPSession();
    const before = face.url();
    const drops = [
      { items: [{ mimeType: 'text/uri-list', data: 'https://evil.example/' }] },
      { items: [{ mimeType: 'text/uri-list', data: 'javascript:window.hacked=1' }] },
      { items: [{ mimeType: 'text/html', data: '<img src=x onerror=window.hacked=1>' }] },
      { items: [], files: [new URL(import.meta.url).pathname] },
    ];
    for (const drop of drops) {
      const data = { ...drop, dragOperationsMask: 19 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await client.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data });
    }
    await face.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(face.url()).toBe(before);
    expect(await face.evaluate(() => Object.hasOwn(window, 'hacked'))).toBe(false);
    expect(world.faults).toEqual([]);
  });
});
