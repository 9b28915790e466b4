import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { waitUntil } from '../../../launcher/wait-until.ts';
import { acts, type FaceWorld, startFaceWorld } from '../../kit/face-world.ts';
import { sampled, SAMPLED_BROWSERS } from '../../kit/samples.ts';

/** Requests that a page elsewhere makes of the web UI, given its address and that of an approval; each returns what it could read. */
type Asking = (origin: string, approval: string) => Promise<unknown>;

const ASKINGS: Readonly<Record<string, Asking>> = {
  'reads by fetch': async (origin) =>
    (await fetch(`${origin}/v1/approvals`, { credentials: 'include' })).text(),
  'reads without asking whether it may': async (origin) =>
    (await fetch(`${origin}/v1/approvals`, { credentials: 'include', mode: 'no-cors' })).text(),
  'answers by fetch': async (origin, approval) =>
    (
      await fetch(`${origin}/v1/approvals/${approval}/decision`, {
        method: 'POST',
        credentials: 'include',
        mode: 'no-cors',
        body: '{"decision":"approve"}',
      })
    ).text(),
  'answers by XMLHttpRequest, as JSON': (origin, approval) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', `${origin}/v1/approvals/${approval}/decision`);
      xhr.withCredentials = true;
      xhr.setRequestHeader('content-type', 'application/json');
      xhr.setRequestHeader('baton-via', 'face');
      xhr.onload = () => resolve(xhr.responseText);
      xhr.onerror = reject;
      xhr.send('{"decision":"approve"}');
    }),
  'answers as it leaves': async (origin, approval) => {
    const type = 'text/plain';
    const body = new Blob(['{"decision":"approve"}'], { type });
    navigator.sendBeacon(`${origin}/v1/approvals/${approval}/decision`, body);
    return fetch(`${origin}/v1/approvals`).then(async (answer) => answer.text());
  },
  'follows what happens': (origin) =>
    new Promise((resolve, reject) => {
      const events = new EventSource(`${origin}/v1/live`, { withCredentials: true });
      events.onopen = () => resolve('opened');
      events.onerror = () => (events.close(), reject(new Error('refused')));
    }),
  'opens a socket': (origin) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/live`);
      socket.onopen = () => resolve('opened');
      socket.onerror = reject;
    }),
  'takes its answers for a script': (origin) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${origin}/v1/approvals`;
      script.onload = () => resolve('loaded');
      script.onerror = reject;
      document.head.append(script);
    }),
  'takes its answers for a picture': (origin) =>
    new Promise((resolve, reject) => {
      const picture = new Image();
      picture.onload = () => resolve('loaded');
      picture.onerror = reject;
      picture.src = `${origin}/favicon.ico?v1`;
      // Nothing of it is lent: neither pictures.
      picture.crossOrigin = 'use-credentials';
    }),
  'signs in with a code of its own': async (origin) =>
    (
      await fetch(`${origin}/v1/face/sessions`, {
        method: 'POST',
        credentials: 'include',
        body: JSON.stringify({ code: 'a'.repeat(32) }),
      })
    ).text(),
};

/** Ways of a page elsewhere to show the web UI where it can reach it. */
const FRAMES: Readonly<Record<string, (url: string) => string>> = {
  'a frame': (url) => `<iframe src="${url}"></iframe>`,
  'a frame in a sandbox': (url) =>
    `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="${url}"></iframe>`,
  'a frame that is led there': (url) =>
    `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${url}">'></iframe>`,
  'a frame without credentials': (url) => `<iframe credentialless src="${url}"></iframe>`,
  'an object': (url) => `<object data="${url}" type="text/html"></object>`,
  'an embedded page': (url) => `<embed src="${url}" type="text/html">`,
};

/** Text of the web UI that a frame shows; empty once the frame is gone. */
async function wordsIn(frame: Frame): Promise<string> {
  try {
    return await frame.evaluate(() => document.querySelector('.frame')?.textContent ?? '');
  } catch {
    return '';
  }
}

/** Milliseconds during which a page takes no press of those that come in a row. */
const MOMENT_MS = 500;

describe.each(SAMPLED_BROWSERS)('a page elsewhere, in %s,', (name) => {
  let world: FaceWorld;
  let server: Server;
  let html = '';
  let face: Page;
  let strange = '';
  let approval = '';
  const newPage = async (content: string): Promise<Page> => {
    html = content;
    const page = await face.browser().newPage();
    await page.setViewport({ width: 1200, height: 800 });
    await page.goto(strange, { waitUntil: 'load' });
    return page;
  };
  const faceOrigin = (): string => new URL(face.url()).origin;
  const decisions = (): string[] =>
    world.conductor
      .rows<{ decision: string }>('select decision from approvals order by rowid')
      .map(({ decision }) => decision);

  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><body>${html}`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    strange = `http://strange.localhost:${(server.address() as AddressInfo).port}/`;
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
  });
  afterAll(async () => {
    await world?.end();
    server?.closeAllConnections();
    server?.close();
  });

  it.each(sampled(Object.keys(ASKINGS), 0, 3))('%s in vain', async (way) => {
    const page = await newPage('');
    const given = JSON.stringify([faceOrigin(), approval]);
    const got = await page.evaluate(
      `(${String(ASKINGS[way])})(...${given}).then(String, () => '')`,
    );
    // What is opaque is empty.
    expect(got).toBe('');
    expect(decisions()).toEqual(['open']);
    await page.close();
  });

  it.each(sampled(Object.keys(FRAMES), 0, 2))('shows it in %s in vain', async (kind) => {
    const shown = FRAMES[kind] ?? String;
    const own = `${strange}inner`;
    const page = await newPage(`${shown(`${faceOrigin()}/approvals/${approval}`)}${shown(own)}`);
    // The same way leads to a page that may be shown.
    await expect.poll(() => page.frames().some((frame) => frame.url() === own)).toBe(true);
    for (const frame of page.frames().slice(1)) {
      expect(await wordsIn(frame)).toBe('');
    }
    await page.close();
  });

  it('keeps no hold of it by opening it under a name, nor by taking the name again', async () => {
    const page = await newPage('<button>Win</button>');
    const to = `${faceOrigin()}/approvals/${approval}`;
    await page.evaluate((url) => {
      document.querySelector('button')?.addEventListener('click', () => {
        Object.assign(window, { held: open(url, 'baton', 'popup,width=200,height=120') });
      });
    }, to);
    const before = await face.browser().pages();
    await page.bringToFront();
    await page.click('button');
    const opened = await waitUntil('the opened page', 20_000, async () => {
      const all = await face.browser().pages();
      return all.find((one) => !before.includes(one) && one.url().startsWith(faceOrigin())) ?? null;
    });
    await opened.waitForSelector('.frame');
    const held = await page.evaluate(() => {
      const { held: it } = window as unknown as { held: Window };
      return { isClosed: it.closed, frames: it.length };
    });
    expect(held).toEqual({ isClosed: true, frames: 0 });
    const names = await opened.evaluate(() => [window.name, String(window.opener)]);
    expect(names).toEqual(['', 'null']);
    await page.evaluate(() => {
      const { held: it } = window as unknown as { held: Window };
      it.location.href = 'about:blank#taken';
      it.postMessage({ kind: 'approve' }, '*');
      open('about:blank#by-name', 'baton');
    });
    expect(await opened.evaluate(() => location.pathname)).toBe(`/approvals/${approval}`);
    expect(decisions()).toEqual(['open']);
    await opened.close();
    await page.close();
  });

  it('has neither a key that is held nor quick presses answer what it leads to', async () => {
    const box = await waitUntil('the button', 20_000, () =>
      face.evaluate(() => {
        const all = [...document.querySelectorAll('main button')];
        const one = all.find((button) =>
          /^\W*(allow|run|approve|yes)/i.test(button.textContent ?? ''),
        );
        const at = one?.getBoundingClientRect();
        return at === undefined ? null : { x: at.x + at.width / 2, y: at.y + at.height / 2 };
      }),
    );
    const page = await newPage('<button autofocus>Hold Enter, and press quickly</button>');
    await page.evaluate((url) => {
      const go = (): void => location.assign(url);
      addEventListener('keydown', go);
      addEventListener('mousedown', go);
    }, `${faceOrigin()}/approvals/${approval}`);
    // In each document from now on: when it began, and when each press came.
    await page.evaluateOnNewDocument(() => {
      const at = [performance.now()];
      Object.assign(window, { at });
      for (const kind of ['click', 'keydown'])
        addEventListener(kind, () => at.push(performance.now()), true);
    });
    await page.bringToFront();
    await page.keyboard.down('Enter');
    const isThere = (): Promise<boolean> =>
      page.evaluate(() => document.querySelector('main button') !== null).catch(() => false);
    const press = async (): Promise<void> => {
      await page.keyboard.down('Enter').catch(() => undefined);
      await page.mouse.click(box.x, box.y).catch(() => undefined);
    };
    while (!(await isThere())) await press();
    // Far longer than a page waits that nobody presses anything in.
    for (const until = performance.now() + 3_000; performance.now() < until;) await press();
    await page.keyboard.up('Enter');
    const longest = await page.evaluate(() => {
      const { at } = window as unknown as { at: number[] };
      return Math.max(...at.slice(1).map((time, index) => time - (at[index] ?? 0)));
    });
    // A machine that is too busy to press quickly shows nothing: whoever waits so long may have looked.
    if (longest >= MOMENT_MS) return;
    expect(decisions()).toEqual(['open']);
    // The button is there, and a press counts once the page was looked at.
    await face.bringToFront();
    await face.waitForSelector('html:not([data-unseen])');
    await face.mouse.click(box.x, box.y);
    await expect.poll(decisions).not.toEqual(['open']);
  });
});
